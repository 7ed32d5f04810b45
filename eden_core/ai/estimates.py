"""A player's estimates: the missions in play, the worth of fighters, the harm of attacks (MAT-8, MEL, SHT, THR, BLA).

A player sees the public match and its own vault: of a face-down mission of the other it knows the deployment type
and what was claimed, and weighs the cards that fit. Values are whole numbers, one VP is `VP`. Where to stand is
`places`' business.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from eden_core.analysis import odds
from eden_core.analysis.odds import WHOLE, Table
from eden_core.cards.equipment import Mode
from eden_core.cards.records import Limb, Mission
from eden_core.engine.characteristics import characteristic, has
from eden_core.engine.match import FEAR, NPF, ON_FIELD, POISON, SPD, VIG, Fighter, Match, can_be_activated, opponent
from eden_core.engine.vault import Vault
from eden_core.rules.actions.melee import dodge_cost, dodge_dice, melee_cbt
from eden_core.rules.actions.shooting import kept_hits, shoot_dice, shot_strength
from eden_core.rules.cards import missions
from eden_core.rules.common.costs import ATTACKS_A_ROUND
from eden_core.rules.common.weapons import ranged_weapons, reach_of, why_not_weapon
from eden_core.rules.common.wounds import limb_at, protection

__all__ = ["VP", "Belief", "Outlook", "Shooter", "beliefs"]

VP = 1000  # the unit: a victory point
MOST_WOUNDS = 9
SECOND = 1750  # two attacks on one target against one, in thousandths: the first may do


class Belief(NamedTuple):
    """A mission that a side plays, with its weight in thousandths."""

    side: int
    weight: int
    card: Mission


class Shooter(NamedTuple):
    """A ranged weapon in hand: what one use takes from a target with nothing between, how far, how often."""

    weapon: str
    category: str
    value: int
    reach: int
    uses: int


def beliefs(match: Match, player: int, vault: Vault) -> tuple[Belief, ...]:
    """The missions in play as a player knows them, claims considered.

    They are its own, and the other's or those that may be it.
    """
    found = []
    for side in (player, opponent(player)):
        public = match.sides[side]
        card = missions.find(match, public.mission)
        if card is None and side == player and vault.mission is not None and public.sealed_mission:
            card = missions.find(match, str(vault.mission.value))
        if card is not None:
            found.append(Belief(side, 1000, card))
        elif public.sealed_mission:
            fits = [
                other
                for other in match.setup.missions
                if not other.revealed
                and other.deployment == public.deployment
                and missions.usable(match, side, other.symbol)
                and missions.audit(match, side, other)
            ]
            found += [Belief(side, 1000 // len(fits), other) for other in fits]
    return tuple(found)


def health(fighter: Fighter, lost: tuple[int, ...]) -> int:
    """The health left to a fighter with so many CP ticked, in thousandths; 0 when a limb is gone (MAT-5)."""
    return _left_of(fighter.profile.limbs, lost)


@lru_cache(maxsize=4096)
def _rows(limbs: tuple[Limb, ...], lost: tuple[int, ...], saved: tuple[int, ...], whole: int, first: int) -> Table:
    now = _left_of(limbs, lost)
    rows = []
    for limb in range(4):
        row = []
        for wounds in range(MOST_WOUNDS + 1):
            gone = max(0, wounds - saved[limb])
            after = tuple(n + gone if i == limb else n for i, n in enumerate(lost))
            row.append(whole * (now - _left_of(limbs, after)) // 1000 + (first if gone else 0))
        rows.append(tuple(row))
    return tuple(rows)


def _left_of(limbs: tuple[Limb, ...], lost: tuple[int, ...]) -> int:
    least, total = 1000, 0
    for limb, gone in zip(limbs, lost):
        whole = limb.white + limb.red
        if gone >= whole:
            return 0
        part = 1000 * (whole - gone) // whole
        total += part
        if part < least:
            least = part
    return 350 + 650 * (least + total // 4) // 2000


class Outlook:
    """One side's view of a match at one moment; made anew for each decision, worked out as it is asked."""

    def __init__(self, match: Match, player: int, known: tuple[Belief, ...]) -> None:
        self.match = match
        self.player = player
        self.known = known
        table = match.table
        self.left = max(1, table.rounds - max(1, table.round) + 1)  # rounds to score, this one among them
        self.fighters = [f for f in match.fighters.values() if f.status == ON_FIELD]
        self._worth: dict[str, tuple[int, int]] = {}
        self._tables: dict[tuple[str, bool], Table] = {}
        self._blows: dict[tuple[str, str, int], int] = {}
        self._trades: dict[tuple[str, str, int], int] = {}
        self._guns: dict[tuple[str, str], tuple[Shooter, ...]] = {}

    def after(self, match: Match, player: int, moved: str = "") -> Outlook:
        """Another side's view, or that of a match in which one fighter alone was moved and activated.

        What is worked out already is shared.
        """
        new = Outlook(match, player, self.known)
        new._worth, new._tables, new._blows, new._guns = self._worth, self._tables, self._blows, self._guns
        new._trades = {key: value for key, value in self._trades.items() if key[1] != moved} if moved else self._trades
        return new

    # --- worth ---

    def worth(self, fighter: Fighter) -> tuple[int, int]:
        """The loss of a side with a fighter, and what besides with its first CP lost this round or match."""
        found = self._worth.get(fighter.id)
        if found is None:
            found = self._worth[fighter.id] = self._weigh(fighter)
        return found

    def _weigh(self, fighter: Fighter) -> tuple[int, int]:
        if fighter.player == NPF:
            return fighter.profile.level * VP, 0
        match, side = self.match, fighter.player
        whole = fighter.profile.value * (13 * self.left - 6)
        first = 0
        if match.sides[side].leader == fighter.id:
            whole += 60 * self.left
        for belief in self.known:
            card, own = belief.card, belief.side == side
            able = missions.may_fulfil(fighter, card.symbol)
            for score in card.scores:
                times = 1 if score.when == "end" else self.left
                vp = belief.weight * score.vp
                count = score.count
                if own and able:
                    if count == "own_on_field":
                        whole += vp * times
                    elif count == "own_unhurt" and not any(fighter.lost):
                        first += vp
                    elif count == "own_leader_up" and match.sides[side].leader == fighter.id:
                        whole += vp * times
                    elif count == "own_in_enemy_half":
                        whole += vp * times // 2
                    elif count in ("carries", "carries_home"):
                        whole += vp * len(fighter.carries) if fighter.carries else vp // 6
                    elif count in ("holds_centre", "holds_sides"):
                        whole += vp * self.left // 10
                elif not own:
                    if count == "enemies_down":
                        whole += vp * times
                    elif count == "enemy_value_down":
                        whole += vp * fighter.profile.value // score.per * times
                    elif (count == "enemy_leader_down" and match.sides[side].leader == fighter.id) or (
                        count == "enemy_dearest_down" and fighter.profile.value == self._dearest(side)
                    ):
                        whole += vp * times
                    elif count == "enemies_hurt" and not fighter.hurt:
                        first += vp // score.per
        return whole, first

    def _dearest(self, side: int) -> int:
        return max((f.profile.value for f in self.match.fighters.values() if f.player == side), default=0)

    def table(self, fighter: Fighter, ranged: bool = False) -> Table:
        """The harm of wounds to each limb of a fighter, protection considered (WND-1, EQP-5)."""
        found = self._tables.get((fighter.id, ranged))
        if found is None:
            saved = tuple(protection(self.match, fighter, limb, ranged) for limb in range(4))
            found = self._tables[fighter.id, ranged] = _rows(
                fighter.profile.limbs, fighter.lost, saved, *self.worth(fighter)
            )
        return found

    def everywhere(self, fighter: Fighter, amount: int = 1) -> int:
        """The harm of CP lost in each limb (EQP-7, BLA-1)."""
        whole, first = self.worth(fighter)
        lost = tuple(n + amount for n in fighter.lost)
        return whole * (health(fighter, fighter.lost) - health(fighter, lost)) // 1000 + first

    def faces(self, fighter: Fighter) -> tuple[int, ...]:
        """MAT-4: the limb that each face of a location die hits."""
        return tuple(limb_at(fighter, face) for face in range(1, 7))

    def ap_worth(self, fighter: Fighter) -> int:
        """The worth of an AP to a fighter that may still be activated; little to others (ACT-8)."""
        if fighter.player == NPF:
            return 0
        return 40 + self.worth(fighter)[0] // 25 if can_be_activated(fighter) else 8

    # --- blows ---

    def blow(self, one: Fighter, other: Fighter, dodging: int = 0) -> int:
        """The harm of one attack in contact to a passive or dodging target (MEL-2, MEL-4)."""
        key = one.id, other.id, dodging
        found = self._blows.get(key)
        if found is None:
            match = self.match
            cbt = melee_cbt(match, one, "", other)
            table = self.table(other)
            if dodging:
                table = odds.weakened(table, dodge_dice(match, other), cbt)
            found = odds.melee(cbt, characteristic(match, other, VIG), table, self.faces(other))
            if not dodging:
                found += self._marks(one, other, cbt)
            self._blows[key] = found
        return found

    def _marks(self, one: Fighter, other: Fighter, cbt: int) -> int:
        """The harm that the markers of melee weapons add (EQP-6)."""
        total = sum(
            self.mode_marks(mode, other) for gear in one.profile.gear for mode in gear.modes if mode.category == "melee"
        )
        return total * odds.chance_of(cbt, characteristic(self.match, other, VIG)) // WHOLE if total else 0

    def mode_marks(self, mode: Mode, other: Fighter) -> int:
        """The harm of a weapon's markers to those who are given them (EQP-6)."""
        if not (mode.burn or mode.fear or mode.poison or mode.slowdown):
            return 0
        marks = self.match.ruleset.poison_and_slowdown_weapons
        return sum(
            self.mark_worth(other, kind) * amount
            for kind, amount in (
                ("burn", mode.burn),
                ("fear", mode.fear),
                ("poison", marks and mode.poison),
                ("slowdown", marks and mode.slowdown),
            )
        )

    def mark_worth(self, fighter: Fighter, kind: str) -> int:
        """The harm of a marker of a kind to a fighter (STA); rage gives as much as it takes."""
        if has(self.match, fighter, f"ignores_{kind}") or (self.left == 1 and kind == "slowdown"):
            return 0
        whole = self.worth(fighter)[0]
        if kind == "burn":
            return odds.melee(3, characteristic(self.match, fighter, VIG) + 1, self.table(fighter), self.faces(fighter))
        if kind == "fear":
            return 0 if fighter.markers[FEAR] else whole // 7
        if kind == "poison":
            return 0 if fighter.markers[POISON] else whole // 12
        return whole // 14 if kind == "slowdown" else 0

    def trade(self, one: Fighter, other: Fighter, ap: int) -> int:
        """The worth of an attack in contact to the first's side.

        The other, with so many AP, reacts as is best for it.
        """
        key = one.id, other.id, ap
        found = self._trades.get(key)
        if found is None:
            found = self._trades[key] = min(self.reactions(one, other, ap).values())
        return found

    def reactions(self, one: Fighter, other: Fighter, ap: int) -> dict[str, int]:
        """Each reaction open to a target with so many AP, and the worth of the attack then (MEL-2 to MEL-4)."""
        match = self.match
        plain = self.blow(one, other)
        found = {"passive": plain}
        if other.player == NPF:
            return (
                {"riposte": self._riposte(one, other, plain)}
                if match.ruleset.npf_ripostes and not other.markers[FEAR]
                else found
            )
        cost = dodge_cost(match, other)
        if ap >= cost and not has(match, one, "cant_be_dodged"):
            found["dodge"] = self.blow(one, other, 1) + cost * self.ap_worth(other)
        if (
            ap >= 1
            and other.attacks < ATTACKS_A_ROUND
            and not other.markers[FEAR]
            and not has(match, one, "cant_be_riposted")
        ):
            found["riposte"] = self._riposte(one, other, plain) + self.ap_worth(other)
        return found

    def _riposte(self, one: Fighter, other: Fighter, plain: int) -> int:
        """The worth of an attack that is met with a riposte (MEL-3).

        The winner of the opposition strikes first, the other only if it still stands.
        """
        match = self.match
        back = self.blow(other, one)
        first = odds.opposed(melee_cbt(match, one, "", other), melee_cbt(match, other, "", one))
        mine, theirs = max(1, self.worth(one)[0]), max(1, self.worth(other)[0])
        # The share in which a blow leaves nobody to answer: what it takes of all that there is to take, roughly.
        fells, falls = min(WHOLE, WHOLE * plain // theirs) // 2, min(WHOLE, WHOLE * back // mine) // 2
        ahead = plain - back * (WHOLE - fells) // WHOLE
        behind = plain * (WHOLE - falls) // WHOLE - back
        return (first * ahead + (WHOLE - first) * behind) // WHOLE

    # --- at range ---

    def guns(self, one: Fighter, other: Fighter) -> tuple[Shooter, ...]:
        """The ranged weapons that one may use, and what each use takes from the other with a clear view."""
        key = one.id, other.id
        found = self._guns.get(key)
        if found is None:
            found = self._guns[key] = tuple(
                self._gun(one, other, gear.name, mode)
                for gear, mode in ranged_weapons(one)
                if why_not_weapon(one, gear.name, mode) is None
            )
        return found

    def _gun(self, one: Fighter, other: Fighter, weapon: str, mode: Mode) -> Shooter:
        match = self.match
        uses = min(mode.per_round or 2, 2)
        if mode.per_match:
            uses = min(uses, mode.per_match - dict(one.used_match).get(weapon, 0))
        if mode.category == "shooting":
            dice = shoot_dice(match, one, "", weapon)
            return Shooter(weapon, mode.category, self.shot(one, other, mode, dice), reach_of(match, one, mode), uses)
        value = self.everywhere(other)
        if mode.category == "throwing":
            value = (
                value * odds.chance_of(mode.explosive, characteristic(match, other, VIG)) // WHOLE
                if mode.explosive
                else 0
            )
            return Shooter(
                weapon, mode.category, value + self.mode_marks(mode, other), reach_of(match, one, mode), uses
            )
        return Shooter(weapon, mode.category, value + self.mode_marks(mode, other), match.ruleset.blast_length, uses)

    def shot(self, one: Fighter, other: Fighter, mode: Mode, dice: int) -> int:
        """The harm of a shot with so many dice, its explosion and markers with it (SHT-2 to SHT-5)."""
        match = self.match
        difficulty, vigour = characteristic(match, other, SPD), characteristic(match, other, VIG)
        strength, keeps = shot_strength(match, one, mode), kept_hits(match)
        value = odds.shot(dice, difficulty, strength, vigour, self.table(other, True), self.faces(other), keeps)
        more = self.mode_marks(mode, other)
        if mode.explosive:
            more += self.everywhere(other) * odds.chance_of(mode.explosive, vigour) // WHOLE
        return value + (more * odds.chance_of(dice, difficulty) // WHOLE if more else 0)
