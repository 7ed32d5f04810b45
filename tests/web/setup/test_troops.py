"""Composing troops: random ones are legal and as dear as can be, texts are read back, and what is unclear is said."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from eden_core.cards import shipped
from eden_core.cards.records import COMPOSED, check_troop
from eden_core.ruleset import EDITIONS, Ruleset
from tests.web.playing import Numbers, words
from web.setup.agreed import BUDGETS, OWN, Agreed, Draft, troop_of
from web.setup.troops import (
    Dice,
    TextFault,
    below,
    draft_text,
    random_draft,
    random_of_any,
    read_draft,
    recruits,
    symbols,
    total,
)

WAYS = [
    (edition, composed, symbol)
    for edition, ruleset in EDITIONS.items()
    for composed in COMPOSED
    for symbol in symbols(ruleset, composed)
]


def dice(seed: int) -> Dice:
    """D6 from a counter."""
    numbers = Numbers(seed)
    return lambda count: tuple(1 + numbers.below(6) for _ in range(count))


def test_every_edition_offers_some_symbols() -> None:
    """Only factions in play are offered, and only symbols that fighters bear."""
    for edition, ruleset in EDITIONS.items():
        offered = {(composed, symbol) for name, composed, symbol in WAYS if name == edition}
        assert ("faction", "jokers") in offered
        assert all(symbol in ruleset.factions for composed, symbol in offered if composed == "faction")
        for composed, symbol in offered:
            assert len(recruits(ruleset, composed, symbol)) > 1


@pytest.mark.parametrize(("edition", "composed", "symbol"), WAYS)
def test_a_random_troop_is_legal(edition: str, composed: str, symbol: str) -> None:
    """TRP-1 to TRP-4, MAT-7: by every symbol that can field one, at every budget."""
    for seed, budget in enumerate((*BUDGETS, 100, 100)):
        draft = random_draft(EDITIONS[edition], composed, symbol, budget, dice(seed))
        troop = troop_of(Agreed(troops=(OWN, OWN), own=(draft, draft), edition=edition), 1)
        assert check_troop(EDITIONS[edition], troop, budget) == [] and draft.fighters


def test_a_random_troop_comes_as_near_to_the_budget_as_any_can() -> None:
    """Against trying all; and not always the same."""
    ruleset = Ruleset()
    fighters = recruits(ruleset, "faction", "bamaka")
    best = max(
        value
        for size in range(len(fighters) + 1)
        for some in combinations(fighters, size)
        if (value := sum(profile.value for profile in some)) <= 100
    )
    drafts = [random_draft(ruleset, "faction", "bamaka", 100, dice(seed)) for seed in range(30)]
    assert {total(draft, "fr3") for draft in drafts} == {best}
    dearest = {
        frozenset(profile.id for profile in some)
        for size in range(6)
        for some in combinations(fighters, size)
        if sum(profile.value for profile in some) == 55
    }
    smaller = {frozenset(random_draft(ruleset, "faction", "bamaka", 55, dice(seed)).fighters) for seed in range(60)}
    assert smaller <= dearest and len(smaller) >= min(3, len(dearest))


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_random_troop_of_any_symbol_is_a_match(edition: str) -> None:
    """Legal, by more than one symbol over time, and never much cheaper than the dearest there is."""
    ruleset, found = EDITIONS[edition], set()
    for seed in range(12):
        draft = random_of_any(ruleset, 100, dice(seed))
        assert (
            check_troop(ruleset, troop_of(Agreed(troops=(OWN, OWN), own=(draft, draft), edition=edition), 2), 100) == []
        )
        assert total(draft, edition) >= 90
        found.add(draft.symbol)
    assert len(found) > 1


def test_numbers_from_dice_are_fair() -> None:
    """Each number as often as any other over all throws of the dice; what is too large is thrown again."""
    found = Counter(below(4, lambda count, face=face: (face,) * count if face < 5 else (1,)) for face in range(1, 5))
    assert found == Counter(range(4))
    throws = iter(((6, 6), (6, 6), (1, 3)))
    assert below(7, lambda count: next(throws)) == 2  # 35 of 0 to 35 is no multiple's part: 35 fair ones
    assert below(1, lambda count: (6,) * count) == 0


@pytest.mark.parametrize("language", ("en", "fr"))
@pytest.mark.parametrize(("edition", "composed", "symbol"), WAYS[::3])
def test_a_text_is_read_back(edition: str, composed: str, symbol: str, language: str) -> None:
    """Whatever was made comes back, in any language."""
    draft = random_draft(EDITIONS[edition], composed, symbol, 150, dice(3))._replace(name="Ash: Dogs")
    assert read_draft(draft_text(draft), words(language)) == draft
    assert read_draft(draft_text(draft._replace(name="")), words(language)) == draft._replace(name="")


def test_a_text_may_be_typed() -> None:
    """Names without accents or case, ids, words of the language, values, blank lines and remarks."""
    typed = "  Les Chiens \n\n# mes favoris\nfaction : Jokers\nvladd\nYURI (25)\nle gros mirko\nbig_mirko\n"
    fighters = ("vladd", "yuri", "big_mirko", "big_mirko")
    assert read_draft(typed, words("fr")) == Draft("Les Chiens", "faction", "jokers", fighters)
    assert read_draft("Stigmate: Évolution\nelenia", words("fr")) == Draft("", "stigma", "evolution", ("elenia",))


@pytest.mark.parametrize(
    ("text", "faults"),
    (
        ("", [TextFault(1, "no_symbol")]),
        ("\nYuri\nVlädd", [TextFault(2, "no_symbol")]),
        ("A\nB\nfaction: jokers", [TextFault(2, "name_is_one_line", "B")]),
        ("faction: chaos\nyuri", [TextFault(1, "unknown_symbol", "faction: chaos")]),
        (
            "A\nfaction: jokers\nyuri\nbob (25)\nzoe",
            [TextFault(4, "unknown_fighter", "bob (25)"), TextFault(5, "unknown_fighter", "zoe")],
        ),
        ("x\n" * 100, [TextFault(1, "too_long")]),
        ("x" * 5000, [TextFault(1, "too_long")]),
    ),
)
def test_an_unclear_text_says_where(text: str, faults: list[TextFault]) -> None:
    """Each fault with its line; nothing is guessed."""
    assert read_draft(text, words()) == faults


@pytest.mark.parametrize("language", ("en", "fr"))
def test_every_fault_has_words(language: str) -> None:
    """All codes of the reader are said in the whole languages."""
    codes = ("too_long", "no_symbol", "name_is_one_line", "unknown_symbol", "unknown_fighter", "several_fighters")
    assert all(words(language).has(f"troop_text.{code}") for code in codes)


def test_all_fighters_can_be_written() -> None:
    """A name that two cards share is written by its id, so that any troop comes back."""
    for profile in shipped.load().profiles.values():
        if not profile.level:
            draft = Draft("", "faction", profile.faction, (profile.id,))
            assert read_draft(draft_text(draft), words()) == draft
