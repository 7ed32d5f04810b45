"""Effects on fighters, NPFs among them."""

from __future__ import annotations

from collections.abc import Sequence

from eden_core.cards.equipment import LIMBS
from eden_core.engine.match import (
    COUNTS_AS_ACTIVATED,
    INCAPACITATED,
    MARKERS,
    NPF,
    ON_FIELD,
    REMOVED,
    Fighter,
    Match,
    Modifier,
)
from eden_core.engine.messages import NOWHERE, Point, Spot
from eden_core.rules.effects.due import fall_due
from eden_core.rules.effects.players import score
from eden_core.rules.effects.writing import change_fighter, change_side, change_table

__all__ = [
    "activate",
    "activate_npf",
    "charge_became_move",
    "count_action",
    "count_as_activated",
    "count_use",
    "deploy",
    "drop",
    "end_activation",
    "end_npf_activation",
    "gain_ap",
    "grant",
    "heal",
    "hide",
    "incapacitate",
    "is_down",
    "leave_out",
    "lose_cp",
    "mark",
    "modify",
    "new_limits",
    "pay_ap",
    "raise_up",
    "ready",
    "refresh",
    "remove",
    "remove_fallen",
    "take",
    "unmark",
    "use_ability",
    "walk",
]


def deploy(match: Match, fighter: str, at: Point) -> None:
    """Put a fighter on the field (PREP-7)."""
    change_fighter(match, fighter, at=at, status=ON_FIELD)
    match.emit("deployed", "PREP-7", fighter=fighter, at=at)


def walk(match: Match, fighter: str, path: Sequence[Point], code: str, rule: str, target: str = "") -> None:
    """Along a path; `code` is `moved`, `charged` or, by an effect, `pushed` (MOVE-1, MOVE-4)."""
    start = match.fighters[fighter].at
    if path:
        change_fighter(match, fighter, at=path[-1])
    values = {"target": target} if target else {}
    match.emit(code, rule, fighter=fighter, path=(start, *path), **values)


def charge_became_move(match: Match, fighter: str, back: int) -> None:
    """A charge that touched nobody costs what a Move costs and counts as a Move (ACN-5)."""
    old = match.fighters[fighter]
    change_fighter(match, fighter, charges=old.charges - 1, moves=old.moves + 1, ap=old.ap + back)
    match.emit("charge_became_move", "ACN-5", fighter=fighter, ap=old.ap + back)


def activate(match: Match, fighter: str) -> None:
    """The fighter is activated and its player becomes first player (ACT-2)."""
    player = match.fighters[fighter].player
    change_fighter(match, fighter, activated=1)
    change_table(match, active=fighter, activations=match.table.activations + 1, last_activated_by=player, passes=0)
    match.emit("activated", "ACT-2", fighter=fighter, player=player)


def count_as_activated(match: Match, fighter: str) -> None:
    """Left with 0 AP before its activation (ACT-6)."""
    change_fighter(match, fighter, activated=COUNTS_AS_ACTIVATED)
    match.emit("counted_as_activated", "ACT-6", fighter=fighter)


def end_activation(match: Match) -> None:
    """End the activation of the active fighter (ACT-8)."""
    fighter = match.table.active
    change_table(match, active="")
    match.emit("activation_ended", "ACT-8", fighter=fighter)


def leave_out(match: Match, fighter: str) -> None:
    """PREP-7: a fighter for whom there is no room stays out of the match (WND-3: removed, not incapacitated)."""
    change_fighter(match, fighter, status=REMOVED)
    match.emit("left_out", "PREP-7", fighter=fighter, player=match.fighters[fighter].player)


def gain_ap(match: Match, fighter: str, amount: int, rule: str) -> None:
    """Action points gained."""
    if amount:
        new = change_fighter(match, fighter, ap=match.fighters[fighter].ap + amount)
        match.emit("ap_gained", rule, fighter=fighter, amount=amount, ap=new.ap)


def pay_ap(match: Match, fighter: str, amount: int, rule: str) -> None:
    """Action points paid or lost, never below 0."""
    left = max(0, match.fighters[fighter].ap - amount)
    paid = match.fighters[fighter].ap - left
    if paid:
        change_fighter(match, fighter, ap=left)
        match.emit("ap_lost", rule, fighter=fighter, amount=paid, ap=left)


def count_action(match: Match, fighter: str, what: str) -> None:
    """Counts one of `attacks`, `moves`, `charges` against its limit of the round (ACN-1)."""
    change_fighter(match, fighter, **{what: getattr(match.fighters[fighter], what) + 1})


def count_use(match: Match, fighter: str, equipment: str) -> None:
    """Counts a use of a piece of equipment, of the round and of the match (GEN-7)."""
    old = match.fighters[fighter]
    change_fighter(
        match, fighter, used_round=_counted(old.used_round, equipment), used_match=_counted(old.used_match, equipment)
    )


def _counted(uses: tuple[tuple[str, int], ...], what: str) -> tuple[tuple[str, int], ...]:
    counts = dict(uses)
    counts[what] = counts.get(what, 0) + 1
    return tuple(sorted(counts.items()))


def new_limits(match: Match, fighter: str) -> None:
    """ITD-13: per-round counts start anew (no event: the round's beginning tells it)."""
    change_fighter(match, fighter, attacks=0, moves=0, charges=0, activated=0, hurt=0, used_round=())


def mark(match: Match, fighter: str, marker: int, amount: int, rule: str) -> None:
    """EQP-6, STA: markers given."""
    if amount:
        _change_markers(match, fighter, marker, amount)
        match.emit("marked", rule, fighter=fighter, marker=MARKERS[marker], amount=amount)


def unmark(match: Match, fighter: str, marker: int, amount: int, rule: str) -> None:
    """Markers removed, as many as there are at the most."""
    amount = min(amount, match.fighters[fighter].markers[marker])
    if amount > 0:
        _change_markers(match, fighter, marker, -amount)
        match.emit("unmarked", rule, fighter=fighter, marker=MARKERS[marker], amount=amount)


def _change_markers(match: Match, fighter: str, marker: int, by: int) -> None:
    markers = match.fighters[fighter].markers
    change_fighter(match, fighter, markers=(*markers[:marker], markers[marker] + by, *markers[marker + 1 :]))


def lose_cp(match: Match, fighter: str, limb: int, amount: int, rule: str, code: str = "wounded") -> int:
    """WND-1, WND-4: ticks CP of a limb, white ones first, as many as it has; what was lost. Nobody is removed yet."""
    old = match.fighters[fighter]
    card = old.profile.limbs[limb]
    amount = min(amount, card.white + card.red - old.lost[limb])
    if amount <= 0:
        return 0
    lost = (*old.lost[:limb], old.lost[limb] + amount, *old.lost[limb + 1 :])
    change_fighter(match, fighter, lost=lost, hurt=old.hurt + amount)
    match.emit(code, rule, fighter=fighter, limb=LIMBS[limb], amount=amount, left=card.white + card.red - lost[limb])
    return amount


def heal(match: Match, fighter: str, limb: int, amount: int, rule: str) -> None:
    """Unticks CP of a limb; one with nothing to heal takes no effect (WND-2)."""
    old = match.fighters[fighter]
    amount = min(amount, old.lost[limb])
    if amount:
        lost = (*old.lost[:limb], old.lost[limb] - amount, *old.lost[limb + 1 :])
        change_fighter(match, fighter, lost=lost)
        match.emit("healed", rule, fighter=fighter, limb=LIMBS[limb], amount=amount)


def hide(match: Match, fighter: str, piece: str) -> None:
    """Hidden in a piece, or ("") no longer (TER-HID)."""
    if match.fighters[fighter].hidden != piece:
        change_fighter(match, fighter, hidden=piece)
        match.emit("hidden" if piece else "found", "TER-HID", fighter=fighter, piece=piece)


def raise_up(match: Match, fighter: str, piece: str) -> None:
    """Up on a piece, or ("") down on the ground (TER-ELE)."""
    if match.fighters[fighter].raised != piece:
        change_fighter(match, fighter, raised=piece)
        match.emit("raised" if piece else "came_down", "TER-ELE", fighter=fighter, piece=piece)


def is_down(fighter: Fighter) -> bool:
    """A limb's last CP is ticked (MAT-5)."""
    return any(lost >= limb.white + limb.red for lost, limb in zip(fighter.lost, fighter.profile.limbs))


def remove_fallen(match: Match, by: str = "", source: str = "", unscored: int = 0) -> None:
    """Incapacitate everyone with a limb's last CP ticked, all at once (WND-3, GEN-4).

    `by` is the attacker, `source` the fighter whose ability it was otherwise (NPF-3); `unscored` as `incapacitate`
    takes it.
    """
    for old in list(match.fighters.values()):
        if old.status == ON_FIELD and is_down(old):
            incapacitate(match, old.id, by, source, unscored)


def incapacitate(match: Match, fighter: str, by: str = "", source: str = "", unscored: int = 0) -> None:
    """Take a fighter off the field for the match (WND-3).

    A fighter's own kill of an NPF scores its level (NPF-3); `unscored` is 1 where missions leave the loss out (WEA-13).
    """
    old = match.fighters[fighter]
    drop(match, fighter)
    change_fighter(match, fighter, status=INCAPACITATED, at=NOWHERE, ap=0, raised="", hidden="", unscored=unscored)
    if match.sides.get(old.player) is not None and match.sides[old.player].leader == old.id:
        change_side(match, old.player, leader_fell=match.table.round)
    match.modifiers = tuple(m for m in match.modifiers if m.fighter != old.id)
    match.emit("incapacitated", "WND-3", fighter=old.id, at=old.at, player=old.player)
    killer = match.fighters.get(by or source)
    if old.player == NPF and killer is not None and killer.player != NPF:
        score(match, killer.player, old.profile.level, "NPF-3")
    if by:
        fall_due(match, "takes_down", by, old.id)
    fall_due(match, "falls", old.id, by, at=old.at)
    fall_due(match, "ally_falls", old.id)
    fall_due(match, "enemy_falls", old.id)


def modify(match: Match, fighter: str, what: str, amount: int, until: str) -> None:
    """A card's change to a characteristic, or to what stands beside it (STA-6)."""
    match.modifiers += (Modifier(fighter, what, amount, until),)
    match.emit("modified", "GEN-3", fighter=fighter, what=what, amount=amount, until=until)


def grant(match: Match, fighter: str, what: str, until: str) -> None:
    """A property given by a card."""
    match.modifiers += (Modifier(fighter, what, 0, until),)
    match.emit("granted", "GEN-3", fighter=fighter, what=what, until=until)


def activate_npf(match: Match, fighter: str, player: int) -> None:
    """An NPF is activated by a player (NPF-4)."""
    change_fighter(match, fighter, activated=1)
    change_table(match, npf=fighter, npf_player=player)
    match.emit("npf_activated", "NPF-4", fighter=fighter, player=player)


def end_npf_activation(match: Match) -> None:
    """It has done its one action (NPF-4)."""
    fighter = match.table.npf
    change_table(match, npf="", npf_player=0)
    match.emit("activation_ended", "NPF-4", fighter=fighter)


def use_ability(match: Match, fighter: str, ability: str, target: str, at: Spot) -> None:
    """ABI-1, ABI-2: an ability is used, and counts against its limits (GEN-7)."""
    count_use(match, fighter, f"ability:{ability}")
    match.emit(
        "ability_used",
        "ABI-2" if match.abilities[ability].action else "ABI-1",
        fighter=fighter,
        ability=ability,
        target=target,
        at=at,
    )


def refresh(match: Match, fighter: str) -> None:
    """The limits of a fighter's actions start anew (GEN-7)."""
    change_fighter(match, fighter, attacks=0, moves=0, charges=0)
    match.emit("refreshed", "GEN-7", fighter=fighter)


def ready(match: Match, fighter: str) -> None:
    """A fighter may be activated again this round (ACT-6)."""
    if match.fighters[fighter].activated:
        change_fighter(match, fighter, activated=0)
        match.emit("readied", "ACT-6", fighter=fighter)


def remove(match: Match, fighter: str) -> None:
    """Removed from the field by an effect, not incapacitated (WND-3)."""
    drop(match, fighter)
    at = match.fighters[fighter].at
    change_fighter(match, fighter, status=REMOVED, at=NOWHERE, ap=0, raised="", hidden="")
    match.modifiers = tuple(m for m in match.modifiers if m.fighter != fighter)
    match.emit("removed", "WND-3", fighter=fighter, at=at, player=match.fighters[fighter].player)


def take(match: Match, fighter: str, marker: str) -> None:
    """A marker in contact is picked up and leaves the field (CON-3)."""
    taken = match.markers.pop(marker)
    change_fighter(match, fighter, carries=(*match.fighters[fighter].carries, taken))
    match.emit("taken", "CON-3", fighter=fighter, marker=marker, kind=taken.kind)


def drop(match: Match, fighter: str) -> None:
    """Leave what a fighter carries where it stood."""
    old = match.fighters[fighter]
    if old.carries and old.at:
        for marker in old.carries:
            match.markers[marker.id] = marker._replace(at=old.at)
            match.emit("dropped", "CON-3", fighter=fighter, marker=marker.id, kind=marker.kind, at=old.at)
        change_fighter(match, fighter, carries=())
