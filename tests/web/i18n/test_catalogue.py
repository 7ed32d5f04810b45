"""The catalogue is whole: every code that the core can send has words, in all five languages, with the same blanks."""

from __future__ import annotations

import ast
import json
import re
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from eden_core.cards import shipped
from eden_core.cards.records import CHARACTERISTICS, LIMBS
from eden_core.cards.scenery_rules import RULES, WORDS
from eden_core.cards.vocabulary import WEATHER
from eden_core.engine.match import MARKERS
from eden_core.ruleset import EDITIONS
from tests.web import codes
from web.app.first_page import first_page
from web.app.sheets import unreachable_sheet
from web.i18n.catalogue import GIVEN, LANGUAGES, Words, best_language, files_of
from web.rulebook.index import file_of
from web.setup.agreed import MACHINES

WEB = Path(__file__).resolve().parents[3] / "web"
BY_ITSELF = {"claim", "open"}  # decisions that the client answers without asking
OTHERS = tuple(language for language in LANGUAGES if language != "en")
# Texts that read as in English, and why; a star stands for any part of a key.
ALIKE = (
    ("names of people and factions", "fr de it pt", "profile.*.name faction.*"),
    ("a troop is called as its faction", "fr de it pt", "troop.*_starter.name"),
    ("the rulebook's abbreviations and dice", "fr it pt", "*.psi *.cbt *.vig ask.leader.option d6"),
    ("the rulebook's abbreviations", "de", "*.psi ask.leader.option ap sp ap.n sp.n effect.gain_ap"),
    ("keys and a unit", "fr de it pt", "ui.keys.7 ui.keys.8 ui.keys.10 ui.keys.11 ui.keys.12 ui.board_line peer.ms"),
    ("keys that bear their English names", "pt", "ui.keys.2 ui.keys.6"),
    (
        "the same word",
        "fr",
        "term.poison term.rage state.poison state.rage reaction.riposte"
        " roll.opposition roll.explosion roll.test modified.protection stigma.destruction stigma.protection"
        " terrain.*.name ui.module.infestation ui.module.level ask.buy.cost ask.buy.cost.1 ask.build.form.rectangle"
        " stigma.chaos type.brute ui.setup.value ui.setup.budget ui.troop.points ui.*.faction ui.library.missions ui.menu"
        " secrets.short end.mission end.total peer.check.secrets"
        " peer.check.signatures",
    ),
    (
        "the same word",
        "de",
        "ui.setup.name_hint ui.troop.symbol ui.*.stigma secrets.short end.mission stigma.chaos"
        " peer.relays.label solo.level.veteran",
    ),
    ("the same word", "it", "limb.torso ui.*.stigma ui.menu ui.card.leader"),
    ("the same word", "pt", "limb.torso ui.menu end.total peer.relays.label"),
)
# What the French rulebook calls otherwise: adversaire, allié, corps à corps, ligne centrale, pion, carte tactique,
# Affrontement, jet en opposition; weapons have a puissance, a die is a réussite, a location is modified.
NOT_FRENCH = re.compile(
    r"ennemi|\bamie?s?\b|mêlée|médiane|marqueurs? (?:de )?(?:brûlure|peur|poison|rage|ralent)"
    r"|cartes? tactiques|confrontation|jet d’opposition|\bforce \d|succès gardé"
    r"|déplacer (?:le dé|la localisation)",
    re.IGNORECASE,
)
# The quotation marks of each language.
QUOTES = {"en": "“”", "fr": "«»", "de": "„“", "it": "«»", "pt": "“”"}


@cache
def table(language: str) -> dict[str, str]:
    """A language's own table, the cards' included, of the very files that the client fetches."""
    found: dict[str, str] = {}
    for name in files_of(language):
        found.update(json.loads((WEB / name).read_text(encoding="utf-8")))
    return found


def blanks(text: str) -> set[str]:
    """What is filled in."""
    return set(re.findall(r"\{(\w+)\}", text))


def as_in_english(language: str) -> set[str]:
    """The keys whose words, beside what is filled in, are the English ones; a text without any letters has none."""
    english = table("en")
    return {
        key
        for key, text in table(language).items()
        if text == english.get(key) and re.search(r"[^\W\d_]", re.sub(r"\{\w+\}", "", text))
    }


def alike(language: str) -> list[str]:
    """The patterns of keys that may read as in English."""
    return [
        pattern for _, languages, patterns in ALIKE if language in languages.split() for pattern in patterns.split()
    ]


@cache
def needed() -> set[str]:
    """Every key that the core's codes and cards ask for."""
    library = shipped.load()
    keys = {f"event.{code}" for code in codes.events()} | {f"error.{code}" for code in codes.errors()}
    keys |= {f"ask.{kind}" for kind in codes.decisions() - BY_ITSELF} | {f"roll.{reason}" for reason in codes.rolls()}
    keys |= {f"limb.{name}" for name in LIMBS} | {f"char.{name}" for name in CHARACTERISTICS}
    keys |= {f"state.{name}" for name in MARKERS}
    keys |= {f"tactic.{name}.{part}" for name in library.tactics for part in ("name", "text")}
    keys |= {f"mission.{name}.{part}" for name in library.missions for part in ("name", "text")}
    keys |= {f"weather.{name}" for name in WEATHER.values()}
    return keys | {f"piece.{name}" for name in library.pieces} | {f"troop.{name}.name" for name in library.troops}


@cache
def said_in_code() -> set[str]:
    """Every key that the client's own code names as it stands."""
    keys: set[str] = set()
    for path in WEB.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
                name = ast.unparse(node.func)
                if name.endswith("words") and isinstance(node.args[0].value, str):
                    keys.add(node.args[0].value)
    return keys


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_has_words(language: str) -> None:
    """Nothing that can be said is missing, nor empty."""
    texts = table(language)
    assert not sorted((needed() | said_in_code()) - set(texts))
    assert not [key for key, text in texts.items() if not text.strip()]


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_is_complete(language: str) -> None:
    """All that is said in English is said in each language, and nothing else."""
    texts, english = set(table(language)), set(table("en"))
    assert (sorted(english - texts), sorted(texts - english)) == ([], [])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_page_speaks_by_its_own_file(language: str) -> None:
    """All that it says is in the file that is fetched before it, and nothing stands in two files."""
    first, *later = (json.loads((WEB / name).read_text(encoding="utf-8")) for name in files_of(language))
    asked: set[str] = set()

    class Listening(Words):
        def __call__(self, key: str, **values: object) -> str:
            asked.add(key)
            return super().__call__(key, **values)

    for light, offline in ((False, "ready"), (True, "none"), (True, "failed")):
        first_page(Listening(language, first), light, "others", True, offline, light)
    unreachable_sheet(Listening(language, first))
    assert asked == set(first) and files_of(language, False) == files_of(language)[:1]
    assert not [key for key in first for table in later if key in table]


@pytest.mark.parametrize("language", OTHERS)
def test_languages_have_the_same_blanks(language: str) -> None:
    """A translation fills in what the English fills in, all of it and nothing else."""
    english = table("en")
    assert not {key: text for key, text in table(language).items() if blanks(text) != blanks(english.get(key, ""))}


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_left_in_english(language: str) -> None:
    """What reads as in English is on the list, with its reason."""
    patterns = alike(language)
    assert not sorted(
        key for key in as_in_english(language) if not any(fnmatchcase(key, pattern) for pattern in patterns)
    )


@pytest.mark.parametrize("language", OTHERS)
def test_the_list_of_what_is_alike_is_short(language: str) -> None:
    """Whatever is on it does read as in English: a pattern left behind would hide the next text forgotten."""
    same = as_in_english(language)
    assert not [pattern for pattern in alike(language) if not any(fnmatchcase(key, pattern) for key in same)]


def sentences(entry: Any) -> list[str]:
    """Every text within a file's entry, keys apart."""
    if isinstance(entry, str):
        return [entry]
    return [text for inner in (entry.values() if isinstance(entry, dict) else entry) for text in sentences(inner)]


@cache
def all_said(language: str) -> list[str]:
    """All of a language's texts, the rules' included."""
    return [*table(language).values(), *sentences(json.loads((WEB / file_of(language)).read_text(encoding="utf-8")))]


@pytest.mark.parametrize("language", LANGUAGES)
def test_quotation_marks_are_the_languages_own(language: str) -> None:
    """Never straight ones, nor another language's."""
    foreign = set('"“”„«»‹›') - set(QUOTES[language])
    assert not [text for text in all_said(language) if foreign & set(text)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_apostrophes_are_round(language: str) -> None:
    """A straight one is left to code."""
    assert not [text for text in all_said(language) if "'" in text]


def test_french_says_the_rulebooks_words() -> None:
    """A synonym is a fault: a player looks the word up in the book."""
    assert not [text for text in all_said("fr") if NOT_FRENCH.search(text)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_special_rules_of_scenery_are_called_as_they_are_written(language: str) -> None:
    """TER-2: the name is the core's own notation; each has a meaning, and each look of a ready-made piece a name."""
    texts = table(language)
    assert {word: texts[f"terrain.{word}.name"] for word in RULES} == {word: WORDS[language][word][0] for word in RULES}
    likes = {shape.like for edition in EDITIONS for shape in shipped.load(edition).terrain}
    assert not {f"terrain.{word}.text" for word in RULES} - set(texts)
    assert not {f"scenery.{like}" for like in likes | {"built"}} - set(texts)


def test_a_name_that_eden_gave_is_shown_in_the_readers_language() -> None:
    """Players without a name, and the machine: in whatever language the match began. Any other name stays as it was
    typed.
    """
    keys = {f"solo.level.{level}" for level in MACHINES}
    names = {
        table(language)["ui.setup.name"].replace("{n}", str(n)): ("ui.setup.name", n)
        for language in LANGUAGES
        for n in (1, 2)
    }
    assert names | {table(language)[key]: (key, 0) for language in LANGUAGES for key in keys} == GIVEN
    english, nothing = Words("en", table("en")), Words("en")
    assert [english.given(name) for name in ("Joueur 2", "Kriegsherr", "Ana", "", "Player 3")] == [
        "Player 2",
        "Warlord",
        "Ana",
        "",
        "Player 3",
    ]
    assert Words("de", table("de")).given("Player 1") == "Spieler 1" and nothing.given("Joueur 1") == "Joueur 1"


def test_missing_words_fall_back_to_english() -> None:
    """A language that lacks a text borrows it."""
    german = Words("de", table("en"), {"ui.play": "Jetzt spielen"})
    assert german("ui.play") == "Jetzt spielen"
    assert german("event.moved", fighter="Yûri", length="3 cm") == "Yûri moves 3 cm."


def test_a_name_with_braces_stays_a_name() -> None:
    """Blanks are filled once: what a player typed is never read as a blank."""
    words = Words("en", {"a": "{player} and {other}"})
    assert words("a", player="{other}", other="Bob") == "{other} and Bob"


def test_lengths_are_rounded_up() -> None:
    """Against the mover, with the language's decimal sign."""
    assert Words("en").cm(101) == "1.1 cm" and Words("fr").cm(100) == "1,0 cm"


def test_the_browsers_language_is_taken() -> None:
    """The first that Eden speaks."""
    assert best_language(["sv", "fr-CH", "en"]) == "fr" and best_language(["sv"]) == "en"
