"""The prompts of the preparation and of the tactical phase, one function a kind of decision."""

from __future__ import annotations

from eden_core.engine import flow
from eden_core.engine.match import PSI, characteristic, on_field
from eden_core.engine.messages import Decision
from eden_core.rules.cards import tactics
from eden_core.rules.common.weather import tactic_cost
from eden_core.rules.phases.preparation import hand_size
from web.match.wording import refusal_text
from web.prompts.prompt import Asker, Choice, Prompt

__all__ = ["KINDS", "aim", "hand_open", "no_room"]


def bid(asker: Asker, decision: Decision) -> Prompt:
    """GEN-6: 0 to the whole reserve."""
    words, number = asker.words, asker.plan.number
    choices = tuple(
        Choice(str(n), str(n), pressed=n == number, detail=words("ask.bid.option", n=n))
        for n in range(asker.match.sides[asker.owner].sp + 1)
    )
    label = words("ask.bid.go", n=number) if number >= 0 else words("ask.bid.pick")
    return asker.make(decision, choices=choices, layout="bids", primary=asker.go(label))


def first_player(asker: Asker, decision: Decision) -> Prompt:
    """PREP-3, RND-4: the bid's winner, or whose opponent lost the leader, says it."""
    choices = tuple(
        Choice(str(player), asker.words("ask.first_player.option", name=asker.session.player_name(player)))
        for player in (1, 2)
    )
    before = asker.match.table.round - 1
    fell = [player for player in (1, 2) if before > 0 and asker.match.sides[player].leader_fell == before]
    return asker.make(
        decision,
        choices=choices,
        why=asker.words("ask.first_player.chosen" if len(fell) == 1 else "ask.first_player.why"),
    )


def leader(asker: Asker, decision: Decision) -> Prompt:
    """PREP-4: who leads; the PSI is the hand's size."""
    words = asker.words
    choices = tuple(
        Choice(
            str(name),
            asker.session.name(str(name)),
            pressed=name == asker.plan.what,
            detail=words("ask.leader.option", psi=characteristic(asker.match, asker.match.fighters[str(name)], PSI)),
        )
        for name in decision.options
    )
    label = words("ask.leader.go", name=asker.session.name(asker.plan.what)) if asker.plan.what else words("ui.confirm")
    return asker.make(decision, choices=choices, primary=asker.go(label, icon="leader"))


def mission(asker: Asker, decision: Decision) -> Prompt:
    """PREP-5: the missions that this troop may use, as cards."""
    words = asker.words
    cards = {card.id: card for card in asker.match.setup.missions}
    choices = []
    for name in map(str, asker.session.options()):
        card = cards[name]
        kind = words("mission.revealed" if card.revealed else "mission.secret")
        keys = f"{kind} · {words('deployment.' + card.deployment)}"
        choices.append(
            Choice(
                name,
                words(f"mission.{name}.name"),
                words(f"mission.{name}.text"),
                pressed=name == asker.plan.what,
                keys=keys,
            )
        )
    chosen = cards.get(asker.plan.what)
    label = words("ask.mission.go.revealed" if chosen and chosen.revealed else "ask.mission.go.secret")
    return asker.make(decision, choices=tuple(choices), layout="hand", primary=asker.go(label, icon="mission"))


def place(asker: Asker, decision: Decision) -> Prompt:
    """PREP-6: which piece, where, how turned. What is paid for comes with the optional rules."""
    words = asker.words
    if decision.rule != "PREP-6":
        from web.prompts import placing as asks_place

        return (asks_place.infestation if decision.rule == "NPF-2" else asks_place.territory)(asker, decision)
    shapes = {shape.id: shape for shape in asker.match.setup.pool}
    choices = tuple(
        Choice(name, words(f"piece.{name}"), words(f"size.{shapes[name].size}"), pressed=name == asker.plan.what)
        for name in map(str, asker.session.options())
    )
    helpers = (
        Choice("place", words("help.place"), do="help"),
        Choice("place_all", words("help.place_all"), do="help"),
        Choice("left", words("help.turn_left"), do="turn", icon="left"),
        Choice("right", words("help.turn_right"), do="turn", icon="right"),
    )
    note = "" if asker.plan.at else words("ask.place.where")
    return asker.make(
        decision,
        choices=choices,
        helpers=helpers,
        note=note,
        primary=asker.go(words("ask.place.go")),
        others=no_room(asker, decision),
    )


def no_room(asker: Asker, decision: Decision) -> tuple[Choice, ...]:
    """Declining, once no place was found; the core judges it."""
    return (Choice("pass", asker.words(f"ask.{decision.kind}.pass"), do="decline"),) if asker.planner.stuck else ()


def half(asker: Asker, decision: Decision) -> Prompt:
    """PREP-7: which half; it is shown before it is taken."""
    choices = tuple(
        Choice(str(half), asker.words(f"half.{half}"), pressed=half == asker.plan.what) for half in decision.options
    )
    return asker.make(decision, choices=choices, primary=asker.go(asker.words("ui.confirm")))


def deploy(asker: Asker, decision: Decision) -> Prompt:
    """PREP-7: who, and where."""
    words, session = asker.words, asker.session
    deployment = asker.match.sides[asker.owner].deployment
    name = session.name(asker.plan.what)
    choices = tuple(
        Choice(str(option), session.name(str(option)), pressed=option == asker.plan.what)
        for option in session.options()
    )
    helpers = (
        Choice("deploy", words("help.deploy"), do="help"),
        Choice("deploy_all", words("help.deploy_all"), do="help"),
    )
    about = {**asker.about(decision), "name": name}
    return asker.make(
        decision,
        title=words("ask.deploy", **about),
        choices=choices,
        helpers=helpers,
        fighter=asker.plan.what,
        why=words(
            "ask.deploy.why", deployment=words(f"deployment.{deployment}"), help=words(f"deployment.{deployment}.help")
        ),
        note="" if asker.plan.at else words("ask.deploy.where", name=name),
        primary=asker.go(words("ask.deploy.go", name=name)),
        others=no_room(asker, decision),
    )


def hand(asker: Asker, decision: Decision) -> Prompt:
    """PREP-8: as many cards as the leader's PSI."""
    words, size = asker.words, hand_size(asker.match, asker.owner)
    choices = tuple(_card(asker, name, name, name in asker.plan.many) for name in map(str, asker.session.options()))
    left = size - len(asker.plan.many)
    primary = asker.go(words("ask.hand.left", n=left) if left else words("ask.hand.go", n=size), icon="card")
    about = {**asker.about(decision), "n": size, "cost": tactic_cost(asker.match)}
    return asker.make(
        decision,
        title=words("ask.hand", **about),
        why=words("ask.hand.why", **about),
        choices=choices,
        layout="hand",
        primary=primary,
        others=(Choice("hand", words("help.hand"), do="help"),),
    )


def _card(asker: Asker, id: str, name: str, pressed: bool, refusal: str = "") -> Choice:
    """A tactical card as a choice: name, keywords, why it can't be played now, text."""
    words, card = asker.words, tactics.find(asker.match, name)
    keys = []
    if card is not None:
        keys = [
            words(f"keyword.{word}")
            for word, on in (("tactical", card.tactical), ("first_round", card.first_round))
            if on
        ]
        keys += [words(f"when.{moment}") for moment in card.when]
        keys += [words("keyword.cancel", n=card.cancel)] if card.cancel else []
    return Choice(
        id,
        words(f"tactic.{name}.name"),
        words(f"tactic.{name}.text"),
        pressed=pressed,
        keys=" · ".join([*keys, refusal] if refusal else keys),
        enabled=not refusal,
    )


def tactic(asker: Asker, decision: Decision) -> Prompt:
    """TAC-1: to play none, or to look at the hand."""
    return asker.make(
        decision,
        why=_reserve(asker, decision),
        others=(Choice("look", asker.words("ask.tactic.look"), do="look", icon="eye"),),
        primary=Choice("pass", asker.words("ask.tactic.pass"), do="decline"),
    )


def _reserve(asker: Asker, decision: Decision) -> str:
    left = sum(map(bool, asker.match.sides[asker.owner].hand))
    return asker.words("ask.tactic.why", **asker.about(decision), cost=tactic_cost(asker.match), n=left)


def hand_open(asker: Asker, decision: Decision) -> Prompt:
    """TAC-1, TAC-3: the hand, before its owner's eyes alone: which card, on whom, where."""
    words, session, plan = asker.words, asker.session, asker.plan
    choices = tuple(
        _card(asker, str(index), name, index == plan.index, _why_not_now(asker, index))
        for index, name in session.hand()
        if plan.index in (-1, index)
    )  # once chosen, it alone
    card = tactics.find(asker.match, plan.what) if plan.index >= 0 else None
    note, primary = "", None
    helpers: tuple[Choice, ...] = ()
    if card is not None:
        note, helpers = aim(asker, card.target, card.place)
        primary = asker.go(
            words("ask.tactic.go", card=words(f"tactic.{card.id}.name")),
            words("sp.n", n=tactic_cost(asker.match)),
            "card",
        )
    passes = (Choice("pass", words("ask.tactic.pass"), do="decline"),) if decision.kind == "tactic" else ()
    return asker.make(
        decision,
        kind="tactic",
        title=words("ask.tactic", **asker.about(decision)),
        why=_reserve(asker, decision),
        rule="TAC-1" if decision.kind == "tactic" else "TAC-3",
        choices=choices,
        layout="hand",
        note=note,
        helpers=helpers,
        primary=primary,
        others=(*passes, Choice("unlook", words("ask.tactic.lay_down"), do="unlook")),
    )


def aim(asker: Asker, target: str, place: str) -> tuple[str, tuple[Choice, ...]]:
    """What a card or an ability still wants, and buttons for whom or where it is used."""
    words, plan = asker.words, asker.plan
    note = (
        words("ask.tactic.target")
        if target and not plan.target
        else (words("ask.tactic.where") if place and not plan.at else "")
    )
    helpers: tuple[Choice, ...] = ()
    if target:
        action = asker.planner.action()
        allowed = (
            action.targets
            if action is not None
            else tuple(
                f.id
                for f in on_field(asker.match)
                if target == "any" or (f.player == asker.owner) == (target == "ally")
            )
        )
        helpers = tuple(
            Choice(name, asker.session.name(name), do="aim", pressed=name == plan.target) for name in allowed
        )
    if place:
        helpers += (Choice("zone", words("help.place"), do="help"),)
    if place == "zone":
        helpers += (
            Choice("left", words("help.turn_left"), do="turn", icon="left"),
            Choice("right", words("help.turn_right"), do="turn", icon="right"),
        )
    return note, helpers


def _why_not_now(asker: Asker, index: int) -> str:
    """Why a card can't be played at this moment, whomever it is aimed at; "" if it can."""
    session, match = asker.session, asker.match
    vault = session.vaults[asker.owner]
    refusal = flow.why_not(match, asker.owner, vault.play(match, index))
    card = tactics.find(match, str(vault.cards[index].value))
    if refusal is None or card is None or (refusal.code == "not_a_place" and card.place):
        return ""
    if refusal.code == "not_a_target" and card.target:
        if card.place or any(flow.can(match, asker.owner, vault.play(match, index, f.id)) for f in on_field(match)):
            return ""
        return asker.words("ask.action.no_target")
    return refusal_text(asker.words, session, refusal)


def cancel(asker: Asker, decision: Decision) -> Prompt:
    """TAC-2: what the other side's card does, and what cancelling it costs."""
    words, card = asker.words, tactics.find(asker.match, decision.card)
    cost = card.cancel if card else 0
    about = {
        **asker.about(decision),
        "card": words(f"tactic.{decision.card}.name"),
        "text": words(f"tactic.{decision.card}.text"),
        "n": cost,
    }
    return asker.make(
        decision,
        title=words("ask.cancel", **about),
        why=words("ask.cancel.why", **about),
        choices=(Choice("cancel", words("ask.cancel.go"), cost=words("sp.n", n=cost), icon="cancel"),),
        primary=Choice("pass", words("ask.cancel.pass"), do="decline"),
    )


KINDS = {
    function.__name__: function
    for function in (bid, first_player, leader, mission, place, half, deploy, hand, tactic, cancel)
}
