"""Decisions that need no search: secrets, leader, reactions, shifts, cards and the like (PREP, GEN-6, MEL, TAC).

Each is one function `(mind, match, vault, question)` in `CHOICES` by the decision's kind; what it answers is checked
by the player (`commander.py`), who falls back on a legal answer drawn at random. Where things are put down is
`deployment`'s business.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from eden_core.ai.action_values import SP_WORTH, effects_worth
from eden_core.ai.deployment import deployed, npf_placed, placed
from eden_core.ai.estimates import VP, Outlook
from eden_core.ai.player import Numbers
from eden_core.analysis import odds
from eden_core.cards.records import Mission
from eden_core.cards.records import Tactic as Card
from eden_core.engine.characteristics import characteristic
from eden_core.engine.flow import can, options
from eden_core.engine.match import NPF, PSI, RAGE, VIG, Fighter, Match, on_field, opponent
from eden_core.engine.messages import PASS, Answer, Decision, Npf, Pick, PickMany, Place, Spot, Tactic
from eden_core.engine.vault import Vault
from eden_core.rules.actions.melee import Assault, cbt_with, dodge_dice
from eden_core.rules.actions.shooting import Shooting, shot_strength
from eden_core.rules.cards import missions, tactics
from eden_core.rules.cards.abilities import ResolveTriggers
from eden_core.rules.cards.card_effects import TACTIC
from eden_core.rules.cards.tactics import PlayTactic
from eden_core.rules.common.weapons import mode_of
from eden_core.rules.common.weather import tactic_cost
from eden_core.rules.npfs.behaviour import npf_actions, prowl_length
from eden_core.rules.phases.preparation import hand_size

__all__ = ["CHOICES", "Mind", "best_card", "mission_hope"]


class Mind(Protocol):
    """The part of a player that a choice may ask."""

    player: int
    numbers: Numbers

    @property
    def choosy(self) -> int: ...
    def outlook(self, match: Match, vault: Vault) -> Outlook: ...
    def say(self, code: str, **values: str | int) -> None: ...


Choice = Callable[[Mind, Match, Vault, Decision], Answer | None]
# Hopes of a mission, in thousandths: what of each count a troop may look forward to, by fighter and in all its rounds.
# They say
# how much better a side did with the mission than the other, as measured over 500 matches of veterans who drew any of
# them.
HOPES = {
    "holds_centre": (0, 350),
    "holds_sides": (0, 1020),
    "keeps_centre_clear": (0, 200),
    "carries": (0, 90),
    "carries_home": (0, 70),
    "enemies_down": (530, 0),
    "enemies_hurt": (0, 1320),
    "enemies_afraid": (0, 20),
    "own_on_field": (650, 0),
    "own_unhurt": (100, 0),
    "own_in_enemy_half": (365, 0),
}
ONCE = {"enemy_leader_down": 680, "enemy_dearest_down": 660, "own_leader_up": 500}
VALUE_DOWN = 710  # of each point of the other troop's value


# --- secrets ---


def _bid(mind: Mind, match: Match, vault: Vault, question: Decision) -> Answer:
    """A bid (GEN-6): SP that cards will need are kept, of the rest a little is bid, never to be foreseen."""
    sp = match.sides[mind.player].sp
    rounds = max(0, match.table.rounds - match.table.round)
    kept = tactic_cost(match) * min(rounds, sum(map(bool, match.sides[mind.player].hand)) if match.table.round else 4)
    most = min(sp, 1 + max(0, sp - kept) // (rounds + 1))
    amount = mind.numbers.below(most + 1) if match.table.round else min(sp, mind.numbers.below(3))
    mind.say("bid", amount=amount, reserve=sp)
    return vault.seal_bid(match, amount)


def _open(mind: Mind, match: Match, vault: Vault, question: Decision) -> Answer:
    mind.say("open")
    return vault.open(match)


def _claim(mind: Mind, match: Match, vault: Vault, question: Decision) -> Answer:
    claimed = missions.true_claim(match, mind.player, vault, question.card)
    mind.say("claim", vp=claimed)
    return Pick(claimed)


def mission_hope(match: Match, player: int, card: Mission) -> int:
    """PREP-5: the VP that a mission may bring a troop, by its counts; in thousandths."""
    mine, theirs = match.setup.troops[player - 1], match.setup.troops[opponent(player) - 1]
    rounds = match.table.rounds + card.rounds
    able = [p for p in mine.profiles if not card.symbol or card.symbol in (p.faction, p.stigma)]
    total = 0
    for score in card.scores:
        if score.count in ONCE:
            hope = ONCE[score.count]
        elif score.count == "enemy_value_down":
            hope = VALUE_DOWN * sum(p.value for p in theirs.profiles)
        else:
            each, a_round = HOPES.get(score.count, (0, 0))
            hope = each * (len(able) if score.count.startswith("own") else len(theirs.profiles)) + a_round * 5
        if score.when == "round" and HOPES.get(score.count, (1, 0))[0]:
            hope = hope * rounds // 2
        total += hope * score.vp // score.per
    return total


def _mission(mind: Mind, match: Match, vault: Vault, question: Decision) -> Answer | None:
    cards = [card for card in match.setup.missions if card.id in options(match)]
    if not cards:
        return None
    hopes = {card.id: mission_hope(match, mind.player, card) for card in cards}
    least = max(hopes.values()) * mind.choosy // 1000
    fits = [card for card in cards if hopes[card.id] >= least]
    chosen = fits[mind.numbers.below(len(fits))]
    mind.say("mission", mission=chosen.id, vp=hopes[chosen.id] // VP)
    return Pick(chosen.id) if chosen.revealed else vault.seal_mission(match, chosen)


def _hand(mind: Mind, match: Match, vault: Vault, question: Decision) -> Answer:
    """PREP-8: the cards that promise most as the troops stand."""
    outlook = mind.outlook(match, vault)
    worth = {card.id: _card_worth(match, outlook, mind.player, card) for card in match.setup.tactics}
    names = sorted((str(name) for name in options(match)), key=lambda name: -worth[name])
    chosen = names[: hand_size(match, mind.player)]
    mind.say("hand", cards=len(chosen))
    return vault.seal_hand(match, chosen)


def _card_worth(match: Match, outlook: Outlook, player: int, card: Card) -> int:
    leader = match.sides[player].leader
    whom = {
        "ally": on_field(match, player),
        "enemy": on_field(match, opponent(player)),
        "any": on_field(match),
        "": [],
    }[card.target]
    spots = [f.at for f in on_field(match, opponent(player))] if card.place == "point" else [()]
    worth = max(
        (
            effects_worth(outlook, card.effects, player, leader, name, at, TACTIC)
            for name in ([f.id for f in whom] or [""])
            for at in spots
        ),
        default=0,
    )
    if card.when and not card.tactical:
        worth = worth * 2 // 3
    return worth * 3 // 4 if card.cancel else worth


# --- cards ---


def best_card(mind: Mind, match: Match, vault: Vault, moment: str) -> Answer | None:
    """TAC-1, TAC-3: the card of the hand that is worth most now, if it is worth its cost."""
    player = mind.player
    if not tactics.may_play(match, player):
        return None
    outlook: Outlook | None = None
    best: tuple[int, Tactic] | None = None
    leader = match.sides[player].leader
    cost = tactic_cost(match) * SP_WORTH
    for index, name in vault.hand(match):
        card = tactics.find(match, name)
        if card is None or card.tactical != (moment == "tactic") or (not card.tactical and moment not in card.when):
            continue
        outlook = outlook or mind.outlook(match, vault)
        whom = {
            "ally": on_field(match, player),
            "enemy": on_field(match, opponent(player)),
            "any": on_field(match),
            "": [],
        }[card.target]
        for target in [f.id for f in whom] or [""]:
            for at in _spots(match, player, card):
                worth = effects_worth(outlook, card.effects, player, leader, target, at, TACTIC)
                if card.cancel and match.sides[opponent(player)].sp >= card.cancel:
                    worth = worth * 3 // 4
                if worth <= cost or (best is not None and worth <= best[0]):
                    continue
                given = vault.play(match, index, target, at)
                if can(match, player, given):
                    best = worth, given
    if best is None:
        return None
    mind.say("card", card=best[1].card, target=best[1].target, worth=best[0])
    return best[1]


def _spots(match: Match, player: int, card: Card) -> Sequence[Spot]:
    if not card.place:
        return [()]
    enemies = [f.at for f in on_field(match, opponent(player))]
    if card.place == "point":
        return enemies
    width, height = match.setup.field
    middle = width // 2, height // 2
    return [((x + middle[0]) // 2, (y + middle[1]) // 2) for x, y in enemies] + [middle]


def _tactic(mind: Mind, match: Match, vault: Vault, question: Decision) -> Answer:
    card = best_card(mind, match, vault, "tactic")
    if card is None:
        mind.say("no_card")
    return card or Pick(PASS)


def _cancel(mind: Mind, match: Match, vault: Vault, question: Decision) -> Answer:
    """TAC-2: a card is cancelled when it would take more than the SP are worth."""
    frame, card = match.frames[-1], tactics.find(match, question.card)
    if card is None or not isinstance(frame, PlayTactic):
        return Pick(PASS)
    taken = -effects_worth(
        mind.outlook(match, vault),
        card.effects,
        frame.player,
        match.sides[frame.player].leader,
        frame.play.target,
        frame.play.at,
        TACTIC,
    )
    wanted = taken > SP_WORTH * card.cancel * 3 // 2
    mind.say("cancel" if wanted else "no_cancel", card=card.id, worth=taken)
    return Pick("cancel" if wanted else PASS)


def _pay(mind: Mind, match: Match, vault: Vault, question: Decision) -> Answer:
    """ABI-1: an ability with a cost, when it is worth it."""
    frame = match.frames[-1]
    if not isinstance(frame, ResolveTriggers) or not frame.queue:
        return Pick(PASS)
    owner, name, index, other, _, at = frame.queue[0]
    trigger = match.abilities[name].triggers[index]
    outlook = mind.outlook(match, vault)
    fighter = match.fighters[owner]
    worth = effects_worth(outlook, trigger.effects, fighter.player, owner, "", at, other=other)
    worth -= trigger.ap * outlook.ap_worth(fighter) + trigger.sp * SP_WORTH
    mind.say("pay" if worth > 0 else "no_pay", ability=name, worth=worth)
    return Pick("pay" if worth > 0 else PASS)


# --- fighting ---


def _reaction(mind: Mind, match: Match, vault: Vault, question: Decision) -> Answer | None:
    """MEL-1: the reaction that leaves the attacker least."""
    card = best_card(mind, match, vault, "reaction")
    if card is not None:
        return card
    outlook = mind.outlook(match, vault)
    me, other = match.fighters[question.fighter], match.fighters[question.target]
    values = outlook.reactions(other, me, me.ap)
    open_ = [str(option) for option in question.options if str(option) in values]
    if not open_:
        return None
    chosen = min(open_, key=lambda word: values[word])
    mind.say(
        "reaction",
        reaction=chosen,
        target=other.id,
        worth=values["passive"] - values[chosen] if "passive" in values else 0,
    )
    return Pick(chosen)


def _shift(mind: Mind, match: Match, vault: Vault, question: Decision) -> Answer | None:
    """ROLL-6: the limb where the successes left take most (from one's own fighter: least)."""
    frame, outlook = match.frames[-1], mind.outlook(match, vault)
    victim = match.fighters[question.target]
    face = int(question.card)
    faces = outlook.faces(victim)
    if isinstance(frame, Assault):
        table, hits = outlook.table(victim), frame.hits
        if frame.dodging:
            one = match.fighters[frame.initiator]
            table = odds.weakened(table, dodge_dice(match, victim), cbt_with(match, one, frame.weapon, victim))
    elif isinstance(frame, Shooting):
        one = match.fighters[frame.initiator]
        mode = mode_of(one, frame.weapon, "shooting")
        strength = shot_strength(match, one, mode)
        table, hits = (
            odds.shot_table(outlook.table(victim, True), strength, characteristic(match, victim, VIG)),
            frame.hits,
        )
    else:
        return None
    sign = -1 if victim.player == mind.player else 1

    def taken(by: int) -> tuple[int, int]:
        row = table[faces[face + by - 1]]
        return sign * row[min(hits - abs(by), len(row) - 1)], -abs(by)

    chosen = max((int(option) for option in question.options), key=taken)
    mind.say("shift", by=chosen, target=victim.id, worth=taken(chosen)[0])
    return Pick(chosen)


def _strike(mind: Mind, match: Match, vault: Vault, question: Decision) -> Answer:
    """DIS-2: whoever takes most strikes at the one who leaves, if that is worth the AP."""
    outlook, leaver = mind.outlook(match, vault), match.fighters[question.target]
    sign = -1 if leaver.player == mind.player else 1
    values = [
        (
            sign * outlook.blow(match.fighters[str(name)], leaver) - outlook.ap_worth(match.fighters[str(name)]),
            str(name),
        )
        for name in question.options
        if name != PASS
    ]
    value, name = max(values, key=lambda pair: pair[0])
    mind.say("strike" if value > 0 else "no_strike", fighter=name, target=leaver.id, worth=value)
    return Pick(name if value > 0 else PASS)


def _order(mind: Mind, match: Match, vault: Vault, question: Decision) -> Answer:
    """GEN-4: the other side's first, the dearest of them; one's own last."""
    outlook = mind.outlook(match, vault)

    def dear(name: str) -> tuple[bool, int]:
        fighter = match.fighters.get(name)
        if fighter is None:
            return True, 0
        own = fighter.player == mind.player
        return own, outlook.worth(fighter)[0] if own else -outlook.worth(fighter)[0]

    mind.say("order")
    return PickMany(tuple(sorted((str(name) for name in question.options), key=dear)))


def _remove_rage(mind: Mind, match: Match, vault: Vault, question: Decision) -> Answer:
    """ITD-6: rage is kept by those who mean to fight, one marker of it."""
    calm = []
    for name in map(str, question.options):
        fighter = match.fighters[name]
        own = fighter.player == mind.player
        if (not own and fighter.player == NPF) or fighter.markers[RAGE] > 1 or match.table.round >= match.table.rounds:
            calm.append(name)
    mind.say("remove_rage", count=len(calm))
    return PickMany(tuple(calm))


# --- sides ---


def _first_player(mind: Mind, match: Match, vault: Vault, question: Decision) -> Answer | None:
    mind.say("first_player")
    return Pick(mind.player) if mind.player in question.options else None


def _leader(mind: Mind, match: Match, vault: Vault, question: Decision) -> Answer:
    """PREP-4: a large hand, and one who will live to play it."""

    def fit(name: str) -> int:
        profile = match.fighters[name].profile
        stands = sum(limb.white + limb.red for limb in profile.limbs) + 2 * profile.limbs[VIG].normal
        return (
            10 * min(profile.limbs[PSI].normal, 4)
            + stands
            + (3 if any(mode.category == "shooting" for gear in profile.gear for mode in gear.modes) else 0)
        )

    chosen = max((str(name) for name in question.options), key=fit)
    mind.say("leader", fighter=chosen)
    return Pick(chosen)


def _half(mind: Mind, match: Match, vault: Vault, question: Decision) -> Answer | None:
    """PREP-7: halves that lie alike to the spots of one's own mission; one of them is drawn."""
    known = [belief for belief in mind.outlook(match, vault).known if belief.side == mind.player]
    sides = any(marker.where == "sides" for belief in known for marker in belief.card.markers)
    fits = [half for half in question.options if not sides or half in ("bottom", "top")] or list(question.options)
    chosen = fits[mind.numbers.below(len(fits))]
    mind.say("half", half=str(chosen))
    return Pick(chosen)


def _npf(mind: Mind, match: Match, vault: Vault, question: Decision) -> Answer | None:
    """NPF-4: the attack that hurts the other side most; else a prowl toward its nearest fighter."""
    outlook = mind.outlook(match, vault)
    best: tuple[int, Npf] | None = None
    for name in map(str, question.options):
        npf = match.fighters[name]
        for option in npf_actions(match, name):
            for target in option.targets:
                other = match.fighters[target]
                worth = outlook.trade(npf, other, other.ap) * (-1 if other.player == mind.player else 1)
                if best is None or worth > best[0]:
                    best = worth, Npf(name, option.action, target)
            if not option.targets and (best is None or best[0] < 0):
                given = _prowl(match, mind.player, npf)
                if can(match, mind.player, given):
                    best = 0, given
    if best is None:
        return None
    mind.say("npf", npf=best[1].npf, action=best[1].action, target=best[1].target)
    return best[1]


def _prowl(match: Match, player: int, npf: Fighter) -> Npf:
    x, y = npf.at
    near = sorted(on_field(match, opponent(player)), key=lambda f: (f.at[0] - x) ** 2 + (f.at[1] - y) ** 2)
    for enemy in near[:2]:
        ex, ey = enemy.at
        length = max(1, abs(ex - x) + abs(ey - y))
        for far in (prowl_length(match) * 7 // 10, prowl_length(match) // 3):
            given = Npf(npf.id, "prowl", "", (x + (ex - x) * far // length, y + (ey - y) * far // length))
            if can(match, player, given):
                return given
    return Npf(npf.id, "prowl", "", (x, y))


def _place(mind: Mind, match: Match, vault: Vault, question: Decision) -> Answer | None:
    given = npf_placed(match, mind.player) if question.rule == "NPF-2" else placed(match, mind.player)
    if given is not None:
        mind.say("place", what=given.what)
    return given


def _deploy(mind: Mind, match: Match, vault: Vault, question: Decision) -> Answer | None:
    given: Place | None = deployed(match, mind.player, mind.outlook(match, vault))
    if given is not None:
        mind.say("deploy", fighter=given.what)
    return given


CHOICES: dict[str, Choice] = {
    "bid": _bid,
    "open": _open,
    "claim": _claim,
    "mission": _mission,
    "hand": _hand,
    "tactic": _tactic,
    "cancel": _cancel,
    "pay": _pay,
    "reaction": _reaction,
    "shift": _shift,
    "strike": _strike,
    "order": _order,
    "remove_rage": _remove_rage,
    "first_player": _first_player,
    "leader": _leader,
    "half": _half,
    "npf": _npf,
    "place": _place,
    "deploy": _deploy,
}
