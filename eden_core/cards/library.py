"""A set of cards by id: those that ship, or those that a player brought."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from eden_core.cards.records import Ability, Mission, Profile, Shape, Tactic, Troop

__all__ = ["Library"]


@dataclass(frozen=True)
class Library:
    """All cards by id, in the order of the files' names and of the tables in each."""

    profiles: dict[str, Profile] = field(default_factory=dict)
    abilities: dict[str, Ability] = field(default_factory=dict)
    missions: dict[str, Mission] = field(default_factory=dict)
    tactics: dict[str, Tactic] = field(default_factory=dict)
    pieces: dict[str, Shape] = field(default_factory=dict)
    troops: dict[str, Troop] = field(default_factory=dict)
    npfs: dict[str, Profile] = field(default_factory=dict)
    reprints: dict[str, dict[str, int]] = field(default_factory=dict)  # edition -> profile's id -> its value there
    scenery_lists: dict[str, tuple[Shape, ...]] = field(default_factory=dict)  # edition -> its ready-made pieces (TER)
    terrain: tuple[Shape, ...] = ()  # those of the edition as which this is printed

    def printed_in(self, edition: str) -> Library:
        """The cards as an edition prints them: some fighters' values differ (MAT-3), and its scenery (TER-5)."""
        values, terrain = self.reprints.get(edition, {}), self.scenery_lists.get(edition, ())
        profiles = {id: card._replace(value=values.get(id, card.value)) for id, card in self.profiles.items()}
        troops = {
            id: troop._replace(profiles=tuple(profiles[card.id] for card in troop.profiles))
            for id, troop in self.troops.items()
        }
        return replace(self, profiles=profiles, troops=troops, terrain=terrain)

    def abilities_of(
        self, troops: Iterable[Troop], missions: Iterable[Mission], npfs: Iterable[Profile] = ()
    ) -> tuple[Ability, ...]:
        """ABI: the abilities that troops, missions and NPFs name, each once, as a set-up has them."""
        named = [name for troop in troops for profile in troop.profiles for name in profile.abilities]
        named += [name for mission in missions for name in mission.abilities]
        named += [name for profile in npfs for name in profile.abilities]
        return tuple(self.abilities[name] for name in dict.fromkeys(named) if name in self.abilities)
