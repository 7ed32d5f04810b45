"""The only writers of a match's state: each effect changes one thing and emits one event.

Effects check nothing: legality was judged before (`why_not`), and steps decide what is due.
"""

from __future__ import annotations

from collections.abc import Sequence

from eden_core.cards.records import LIMBS
from eden_core.cards.vocabulary import WEATHER
from eden_core.engine.match import (
    BURN,
    COUNTS_AS_ACTIVATED,
    FEAR,
    INCAPACITATED,
    MARKERS,
    NPF,
    ON_FIELD,
    POISON,
    RAGE,
    REMOVED,
    SLOWDOWN,
    Due,
    Fighter,
    Match,
    Modifier,
)
from eden_core.engine.messages import NOWHERE, Point, Spot
from eden_core.rules.effects.field import (
    add_marker,
    add_zone,
    attack_piece,
    burn_piece,
    buy_piece,
    devastate,
    gain_scenery_points,
    infest,
    place_npf,
    place_piece,
    take_from_pool,
)

__all__ = [
    "activate",
    "activate_npf",
    "add_marker",
    "add_zone",
    "attack_piece",
    "burn_piece",
    "buy_piece",
    "choose_half",
    "claim",
    "count_action",
    "count_use",
    "deploy",
    "devastate",
    "drop",
    "end_activation",
    "end_match",
    "end_npf_activation",
    "fall_due",
    "gain_ap",
    "gain_scenery_points",
    "gain_sp",
    "grant",
    "heal",
    "hear",
    "hide",
    "incapacitate",
    "infest",
    "lay_mission",
    "leave_out",
    "lose_cp",
    "mark",
    "modify",
    "name_leader",
    "pay_ap",
    "pay_sp",
    "place_npf",
    "place_piece",
    "raise_up",
    "ready",
    "refresh",
    "remove",
    "remove_fallen",
    "reveal_mission",
    "score",
    "set_first_player",
    "set_phase",
    "set_weather",
    "show_tactic",
    "start_round",
    "take",
    "take_from_pool",
    "take_hand",
    "unmark",
    "use_ability",
    "use_seal",
    "walk",
]


def _fighter(match: Match, fighter: str, **changes: object) -> Fighter:
    new = match.fighters[fighter]._replace(**changes)  # type: ignore[arg-type]
    match.fighters[fighter] = new
    return new


def _side(match: Match, player: int, **changes: object) -> None:
    match.sides[player] = match.sides[player]._replace(**changes)  # type: ignore[arg-type]


def _table(match: Match, **changes: object) -> None:
    match.table = match.table._replace(**changes)  # type: ignore[arg-type]


# --- the table ---


def set_phase(match: Match, phase: str, rule: str) -> None:
    """The phase that begins: preparation, first_player, tactical, activation, intendancy or finished."""
    _table(match, phase=phase, passes=0)
    match.emit("phase_began", rule, phase=phase, round=match.table.round)


def set_first_player(match: Match, player: int, rule: str) -> None:
    """Who is first player now."""
    if match.table.first_player != player:
        _table(match, first_player=player)
        match.emit("first_player_set", rule, player=player)


def start_round(match: Match, number: int) -> None:
    """RND-3: the round's number; nobody has played a tactical card in it."""
    for player in (1, 2):
        _side(match, player, played_now=0)
    _table(match, round=number, activations=0, passes=0, last_activated_by=0)
    match.emit("round_began", "RND-3", round=number)


def set_weather(match: Match, faces: tuple[int, ...]) -> None:
    """WEA-1: what two dice say of the weather is in play, besides what is already; normal weather changes nothing."""
    word = WEATHER.get(sum(faces), "")
    found = {*match.table.weather, word}
    _table(match, weather=tuple(each for each in dict.fromkeys(WEATHER.values()) if each in found))
    match.emit("weather_rolled", "WEA-1", faces=faces, total=sum(faces), weather=word or "normal")


def count_pass(match: Match, player: int, passes: int) -> None:
    """ACT-4: how many passes stand in a row; `player` is who passed (0: none, the row is broken)."""
    _table(match, passes=passes)
    if player:
        match.emit("passed", "ACT-4", player=player)


def change_rounds(match: Match, by: int, card: str) -> None:
    """A mission makes the match longer or shorter (GEN-3)."""
    _table(match, rounds=max(1, match.table.rounds + by))
    match.emit("rounds_changed", "GEN-3", rounds=match.table.rounds, card=card)


def prove_fault(match: Match, player: int, rule: str, value: str) -> None:
    """A secret that opened as something illegal: its owner has lost the match."""
    match.emit("fault_proved", rule, player=player, value=value)


def end_match(match: Match, winner: int, rule: str, fault: int = 0) -> None:
    """RND-2: the winner, 0 for a draw; `fault` is a player whose secret was proved false."""
    _table(match, winner=winner, phase="finished", active="", fault=fault)
    match.emit("match_ended", rule, winner=winner, vp=(match.sides[1].vp, match.sides[2].vp), fault=fault)


# --- players ---


def gain_sp(match: Match, player: int, amount: int, rule: str) -> None:
    """Strategy points gained."""
    if amount:
        _side(match, player, sp=match.sides[player].sp + amount)
        match.emit("sp_gained", rule, player=player, amount=amount, sp=match.sides[player].sp)


def pay_sp(match: Match, player: int, amount: int, rule: str) -> None:
    """Strategy points spent or lost."""
    if amount:
        _side(match, player, sp=match.sides[player].sp - amount)
        match.emit("sp_lost", rule, player=player, amount=amount, sp=match.sides[player].sp)


def score(match: Match, player: int, vp: int, rule: str, card: str = "") -> None:
    """Victory points scored or lost; ITD-10: a score below 0 becomes 0 at once."""
    total = max(0, match.sides[player].vp + vp)
    if total != match.sides[player].vp:
        _side(match, player, vp=total)
        match.emit("scored", rule, player=player, vp=vp, total=total, card=card)


def name_leader(match: Match, player: int, fighter: str) -> None:
    """PREP-4."""
    _side(match, player, leader=fighter)
    match.emit("leader_named", "PREP-4", player=player, fighter=fighter)


def use_seal(match: Match, player: int) -> None:
    """GEN-6: a bid is sealed; each secret has its own number, hence nonce."""
    _side(match, player, seals=match.sides[player].seals + 1)
    match.emit("bid_sealed", "GEN-6", player=player)


def lay_mission(match: Match, player: int, digest: bytes, deployment: str) -> None:
    """PREP-5: a mission face down; its deployment type shows."""
    side = match.sides[player]
    _side(match, player, sealed_mission=digest, deployment=deployment, mission_seal=side.seals, seals=side.seals + 1)
    match.emit("mission_chosen", "PREP-5", player=player, deployment=deployment)


def reveal_mission(match: Match, player: int, mission: str, deployment: str, rule: str) -> None:
    """A mission shown: chosen face up (PREP-5), or opened at the end."""
    _side(match, player, mission=mission, deployment=deployment, sealed_mission=b"")
    match.emit("mission_revealed", rule, player=player, mission=mission, deployment=deployment)


def claim(match: Match, player: int, vp: int, counts: tuple[int, ...], when: int) -> None:
    """ITD-10: what a face-down mission is said to score, kept with the counts for the audit."""
    _side(match, player, claims=(*match.sides[player].claims, (when, vp, *counts)))
    match.emit("claimed", "ITD-10", player=player, vp=vp)


def choose_half(match: Match, player: int, half: str) -> None:
    """PREP-7."""
    _side(match, player, half=half)
    match.emit("half_chosen", "PREP-7", player=player, half=half)


def take_hand(match: Match, player: int, digests: tuple[bytes, ...]) -> None:
    """PREP-8: the tactical cards, each sealed by itself."""
    side = match.sides[player]
    _side(match, player, hand=digests, hand_seal=side.seals, seals=side.seals + len(digests))
    match.emit("hand_taken", "PREP-8", player=player, cards=len(digests))


def show_tactic(match: Match, player: int, index: int, card: str, target: str, outline: tuple[Point, ...]) -> None:
    """TAC-1: a card leaves the hand and is seen, with what it aims at: a fighter, or the outline of a place."""
    side = match.sides[player]
    hand = (*side.hand[:index], b"", *side.hand[index + 1 :])
    _side(match, player, hand=hand, played=(*side.played, card), played_now=1)
    match.emit("tactic_played", "TAC-1", player=player, card=card, target=target, outline=outline)


# --- fighters ---


def deploy(match: Match, fighter: str, at: Point) -> None:
    """PREP-7."""
    _fighter(match, fighter, at=at, status=ON_FIELD)
    match.emit("deployed", "PREP-7", fighter=fighter, at=at)


def walk(match: Match, fighter: str, path: Sequence[Point], code: str, rule: str, target: str = "") -> None:
    """MOVE-1, MOVE-4: along a path; `code` is `moved`, `charged` or, by an effect, `pushed`."""
    start = match.fighters[fighter].at
    if path:
        _fighter(match, fighter, at=path[-1])
    values = {"target": target} if target else {}
    match.emit(code, rule, fighter=fighter, path=(start, *path), **values)


def charge_became_move(match: Match, fighter: str, back: int) -> None:
    """ACN-5: a charge that touched nobody costs what a Move costs and counts as a Move."""
    old = match.fighters[fighter]
    _fighter(match, fighter, charges=old.charges - 1, moves=old.moves + 1, ap=old.ap + back)
    match.emit("charge_became_move", "ACN-5", fighter=fighter, ap=old.ap + back)


def activate(match: Match, fighter: str) -> None:
    """ACT-2: the fighter is activated and its player becomes first player."""
    player = match.fighters[fighter].player
    _fighter(match, fighter, activated=1)
    _table(match, active=fighter, activations=match.table.activations + 1, last_activated_by=player, passes=0)
    match.emit("activated", "ACT-2", fighter=fighter, player=player)


def count_as_activated(match: Match, fighter: str) -> None:
    """ACT-6: left with 0 AP before its activation."""
    _fighter(match, fighter, activated=COUNTS_AS_ACTIVATED)
    match.emit("counted_as_activated", "ACT-6", fighter=fighter)


def end_activation(match: Match) -> None:
    """ACT-8."""
    fighter = match.table.active
    _table(match, active="")
    match.emit("activation_ended", "ACT-8", fighter=fighter)


def leave_out(match: Match, fighter: str) -> None:
    """PREP-7: a fighter for whom there is no room stays out of the match (WND-3: removed, not incapacitated)."""
    _fighter(match, fighter, status=REMOVED)
    match.emit("left_out", "PREP-7", fighter=fighter, player=match.fighters[fighter].player)


def gain_ap(match: Match, fighter: str, amount: int, rule: str) -> None:
    """Action points gained."""
    if amount:
        new = _fighter(match, fighter, ap=match.fighters[fighter].ap + amount)
        match.emit("ap_gained", rule, fighter=fighter, amount=amount, ap=new.ap)


def pay_ap(match: Match, fighter: str, amount: int, rule: str) -> None:
    """Action points paid or lost, never below 0."""
    left = max(0, match.fighters[fighter].ap - amount)
    paid = match.fighters[fighter].ap - left
    if paid:
        _fighter(match, fighter, ap=left)
        match.emit("ap_lost", rule, fighter=fighter, amount=paid, ap=left)


def count_action(match: Match, fighter: str, what: str) -> None:
    """Counts one of `attacks`, `moves`, `charges` against its limit of the round (ACN-1)."""
    _fighter(match, fighter, **{what: getattr(match.fighters[fighter], what) + 1})


def count_use(match: Match, fighter: str, equipment: str) -> None:
    """Counts a use of a piece of equipment, of the round and of the match (GEN-7)."""
    old = match.fighters[fighter]
    _fighter(
        match, fighter, used_round=_counted(old.used_round, equipment), used_match=_counted(old.used_match, equipment)
    )


def _counted(uses: tuple[tuple[str, int], ...], what: str) -> tuple[tuple[str, int], ...]:
    counts = dict(uses)
    counts[what] = counts.get(what, 0) + 1
    return tuple(sorted(counts.items()))


def new_limits(match: Match, fighter: str) -> None:
    """ITD-13: per-round counts start anew (no event: the round's beginning tells it)."""
    _fighter(match, fighter, attacks=0, moves=0, charges=0, activated=0, hurt=0, used_round=())


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
    _fighter(match, fighter, markers=(*markers[:marker], markers[marker] + by, *markers[marker + 1 :]))


def lose_cp(match: Match, fighter: str, limb: int, amount: int, rule: str, code: str = "wounded") -> int:
    """WND-1, WND-4: ticks CP of a limb, white ones first, as many as it has; what was lost. Nobody is removed yet."""
    old = match.fighters[fighter]
    card = old.profile.limbs[limb]
    amount = min(amount, card.white + card.red - old.lost[limb])
    if amount <= 0:
        return 0
    lost = (*old.lost[:limb], old.lost[limb] + amount, *old.lost[limb + 1 :])
    _fighter(match, fighter, lost=lost, hurt=old.hurt + amount)
    match.emit(code, rule, fighter=fighter, limb=LIMBS[limb], amount=amount, left=card.white + card.red - lost[limb])
    return amount


def heal(match: Match, fighter: str, limb: int, amount: int, rule: str) -> None:
    """WND-2: unticks CP of a limb; one with nothing to heal takes no effect."""
    old = match.fighters[fighter]
    amount = min(amount, old.lost[limb])
    if amount:
        lost = (*old.lost[:limb], old.lost[limb] - amount, *old.lost[limb + 1 :])
        _fighter(match, fighter, lost=lost)
        match.emit("healed", rule, fighter=fighter, limb=LIMBS[limb], amount=amount)


def hide(match: Match, fighter: str, piece: str) -> None:
    """TER-HID: hidden in a piece, or ("") no longer."""
    if match.fighters[fighter].hidden != piece:
        _fighter(match, fighter, hidden=piece)
        match.emit("hidden" if piece else "found", "TER-HID", fighter=fighter, piece=piece)


def raise_up(match: Match, fighter: str, piece: str) -> None:
    """TER-ELE: up on a piece, or ("") down on the ground."""
    if match.fighters[fighter].raised != piece:
        _fighter(match, fighter, raised=piece)
        match.emit("raised" if piece else "came_down", "TER-ELE", fighter=fighter, piece=piece)


def is_down(fighter: Fighter) -> bool:
    """MAT-5: a limb's last CP is ticked."""
    return any(lost >= limb.white + limb.red for lost, limb in zip(fighter.lost, fighter.profile.limbs))


def remove_fallen(match: Match, by: str = "", source: str = "", unscored: int = 0) -> None:
    """WND-3: everyone with a limb's last CP ticked is incapacitated and leaves the field (GEN-4: all at once); `by` is
    who attacked, `source` whose ability it was otherwise (NPF-3); `unscored` as `incapacitate` takes it."""
    for old in list(match.fighters.values()):
        if old.status == ON_FIELD and is_down(old):
            incapacitate(match, old.id, by, source, unscored)


def incapacitate(match: Match, fighter: str, by: str = "", source: str = "", unscored: int = 0) -> None:
    """WND-3: incapacitated and off the field for the match; NPF-3: a fighter's own kill of an NPF scores its level;
    WEA-13: `unscored` is 1 where missions leave the loss out.
    """
    old = match.fighters[fighter]
    drop(match, fighter)
    _fighter(match, fighter, status=INCAPACITATED, at=NOWHERE, ap=0, raised="", hidden="", unscored=unscored)
    if match.sides.get(old.player) is not None and match.sides[old.player].leader == old.id:
        _side(match, old.player, leader_fell=match.table.round)
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


# --- NPFs ---


def activate_npf(match: Match, fighter: str, player: int) -> None:
    """NPF-4: an NPF is activated by a player."""
    _fighter(match, fighter, activated=1)
    _table(match, npf=fighter, npf_player=player)
    match.emit("npf_activated", "NPF-4", fighter=fighter, player=player)


def end_npf_activation(match: Match) -> None:
    """NPF-4: it has done its one action."""
    fighter = match.table.npf
    _table(match, npf="", npf_player=0)
    match.emit("activation_ended", "NPF-4", fighter=fighter)


# --- abilities ---


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


def fall_due(match: Match, on: str, fighter: str, other: str = "", attack: str = "", at: Spot = ()) -> None:
    """Something happened of which abilities must hear, if any listens (no event: what happened told itself)."""
    if on in match.hears:
        match.due += (Due(on, fighter, other, attack, at),)


def hear(match: Match) -> tuple[Due, ...]:
    """All that is due, taken off (no event)."""
    due, match.due = match.due, ()
    return due


def refresh(match: Match, fighter: str) -> None:
    """GEN-7: the limits of a fighter's actions start anew."""
    _fighter(match, fighter, attacks=0, moves=0, charges=0)
    match.emit("refreshed", "GEN-7", fighter=fighter)


def ready(match: Match, fighter: str) -> None:
    """ACT-6: a fighter may be activated again this round."""
    if match.fighters[fighter].activated:
        _fighter(match, fighter, activated=0)
        match.emit("readied", "ACT-6", fighter=fighter)


def remove(match: Match, fighter: str) -> None:
    """WND-3: removed from the field by an effect, not incapacitated."""
    drop(match, fighter)
    at = match.fighters[fighter].at
    _fighter(match, fighter, status=REMOVED, at=NOWHERE, ap=0, raised="", hidden="")
    match.modifiers = tuple(m for m in match.modifiers if m.fighter != fighter)
    match.emit("removed", "WND-3", fighter=fighter, at=at, player=match.fighters[fighter].player)


def take(match: Match, fighter: str, marker: str) -> None:
    """CON-3: a marker in contact is picked up and leaves the field."""
    taken = match.markers.pop(marker)
    _fighter(match, fighter, carries=(*match.fighters[fighter].carries, taken))
    match.emit("taken", "CON-3", fighter=fighter, marker=marker, kind=taken.kind)


def drop(match: Match, fighter: str) -> None:
    """What a fighter carries lies where it stood."""
    old = match.fighters[fighter]
    if old.carries and old.at:
        for marker in old.carries:
            match.markers[marker.id] = marker._replace(at=old.at)
            match.emit("dropped", "CON-3", fighter=fighter, marker=marker.id, kind=marker.kind, at=old.at)
        _fighter(match, fighter, carries=())


def end_round_effects(match: Match) -> None:
    """ITD-11, MAT-9: effects until the end of the round end."""
    left = tuple(m for m in match.modifiers if m.until != "round")
    zones = {name: zone for name, zone in match.zones.items() if zone.until != "round"}
    if left != match.modifiers or len(zones) < len(match.zones):
        match.modifiers, match.zones = left, zones
        match.emit("effects_ended", "ITD-11")


assert tuple(range(5)) == (BURN, FEAR, POISON, RAGE, SLOWDOWN)  # `mark` and `unmark` take these
