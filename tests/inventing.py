"""Random cards: abilities and tactical cards drawn from the whole vocabulary, each word equally likely.

Shipped cards use only a part of what cards may say; a soak over invented cards covers the rest, in combinations
that no author would think of.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from eden_core.cards.reading import ability_from, tactic_from
from eden_core.cards.records import Ability, Tactic
from eden_core.cards.vocabulary import CONDITIONS, EFFECTS, MODIFIED, MOMENTS, PROPERTIES, TRIGGERS
from eden_core.engine.match import Setup
from eden_core.errors import Malformed

__all__ = ["with_inventions"]

Below = Callable[[int], int]
Card = TypeVar("Card", Ability, Tactic)
MOST = 3  # maximum amount of an effect: large enough to matter, too small to end the match at once


class _Inventor:
    """Draws tables of cards, not all of them valid."""

    def __init__(self, below: Below) -> None:
        self.below = below

    def one(self, items: Sequence[Any]) -> Any:
        """Draw an item."""
        return items[self.below(len(items))]

    def number(self, low: int, high: int) -> int:
        """Draw a number between bounds, preferring small ones."""
        return low + self.below(max(1, min(high, low + 2 * MOST if low < 0 else MOST) - low + 1))

    def conditions(self) -> list[str]:
        """Draw no condition, mostly, or one."""
        if self.below(4):
            return []
        word = self.one(sorted(CONDITIONS))
        follows = CONDITIONS[word]
        if follows is None:
            text = word
        elif follows and isinstance(follows[0], int):
            text = f"{word} {self.number(int(follows[0]), int(follows[1]))}"
        else:
            text = f"{word} {self.one(follows or ('human', 'brute'))}"
        return [self.one(("", "", "not ")) + self.one(("", "other ")) + text]

    def effect(self, ons: Sequence[str]) -> dict[str, Any]:
        """Draw an effect that its word allows."""
        do = self.one(sorted(EFFECTS))
        word = EFFECTS[do]
        table: dict[str, Any] = {"do": do, "on": self.one([on for on in word.on if on in ons] or word.on)}
        if word.amount[1]:
            table["amount"] = self.number(*word.amount) or 1
        beside = {"what": self.one(word.what), "until": self.one(word.until)}
        table |= {name: value for name, value in beside.items() if value}
        if table["on"] in ("allies", "enemies", "all") and self.below(2):
            table |= {"within": 5 + 5 * self.below(5), "itself": bool(self.below(2)), "where": self.conditions()}
        if table["on"] not in ("player", "opponent", "place") and not self.below(5):
            table |= {"test": self.one(("psi", "cbt", "vig", "spd")), "difficulty": 2 + self.below(5)}
        return table

    def effects(self, *ons: str) -> list[dict[str, Any]]:
        """Draw one effect or two."""
        return [self.effect(ons) for _ in range(1 + self.below(2))]

    def aim(self) -> dict[str, Any]:
        """Draw what a card is aimed at: fighters or a place."""
        aims: tuple[dict[str, Any], ...] = (
            {"target": "ally"},
            {"target": "enemy"},
            {"target": "any"},
            {"place": "zone"},
            {"place": "point"},
            {"target": "any", "place": "point"},
            {},
        )
        return aims[self.below(len(aims))]

    def ons(self, aim: dict[str, Any]) -> tuple[str, ...]:
        """Return the fighters that effects of a card with this aim may apply to."""
        return (
            "allies",
            "enemies",
            "all",
            "player",
            "opponent",
            *(["target"] if "target" in aim else []),
            *(["place"] if "place" in aim else []),
        )

    def ability(self, number: int) -> dict[str, Any]:
        """Draw an ability: an action, a trigger, a standing effect or a property, used at most twice a round."""
        table: dict[str, Any] = {"id": f"invented_{number}", "per_round": 1 + self.below(2)}
        kind = self.below(5)
        if kind < 2:
            aim = self.aim()
            table |= aim | {
                "action": True,
                "ap": self.below(2),
                "sp": self.below(2),
                "if": self.conditions(),
                "effects": self.effects("self", *self.ons(aim)),
            }
            if aim:
                table |= {"range": 10 * self.below(5), "sight": bool(self.below(3))}
        elif kind < 4:
            table["triggers"] = [
                {
                    "on": self.one(sorted(TRIGGERS)),
                    "if": self.conditions(),
                    "ap": self.one((0, 0, 1)),
                    "sp": self.one((0, 0, 1)),
                    "ordered": not self.below(3),
                    "effects": self.effects("self", "other", "allies", "enemies", "all", "player", "opponent"),
                }
            ]
        elif self.below(2):
            table["standing"] = [
                {
                    "what": self.one(MODIFIED),
                    "amount": self.one((-2, -1, 1, 2)),
                    **self.one(({}, {"on": "allies", "within": 10}, {"on": "enemies", "within": 10})),
                    "if": self.conditions(),
                }
            ]
        else:
            table["has"] = [self.one(sorted(PROPERTIES))]
        return table

    def tactic(self, number: int) -> dict[str, Any]:
        """Draw a tactical card, of the tactical phase or of another moment."""
        aim = self.aim()
        table: dict[str, Any] = {
            "id": f"devised_{number}",
            "cancel": self.below(3),
            "effects": self.effects(*self.ons(aim)),
        }
        return table | aim | ({"tactical": True} if not self.below(3) else {"when": [self.one(MOMENTS)]})

    def sound(self, read: Callable[[object], Card], draw: Callable[[int], dict[str, Any]], number: int) -> Card:
        """Return the first drawn card that is valid."""
        while True:
            try:
                return read(draw(number))
            except Malformed:
                continue


def with_inventions(below: Below, setup: Setup) -> Setup:
    """Return a set-up whose fighters have one of a few invented abilities more, and invented tactical cards."""
    inventor = _Inventor(below)
    abilities = tuple(inventor.sound(ability_from, inventor.ability, number) for number in range(2 + below(5)))
    tactics = tuple(inventor.sound(tactic_from, inventor.tactic, number) for number in range(2 + below(5)))
    one, two = (
        troop._replace(
            profiles=tuple(
                # A new id, as a card with a shipped card's id is taken for that card.
                profile._replace(
                    id=f"{profile.id}_able", abilities=(*profile.abilities[:4], inventor.one(abilities).id)
                )
                for profile in troop.profiles
            )
        )
        for troop in setup.troops
    )
    named = {name for profile in (*one.profiles, *two.profiles, *setup.npfs) for name in profile.abilities}
    named |= {name for mission in setup.missions for name in mission.abilities}
    return setup._replace(
        troops=(one, two),
        tactics=tactics,
        abilities=tuple(ability for ability in (*setup.abilities, *abilities) if ability.id in named),
    )
