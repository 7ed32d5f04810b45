"""The prompts of the preparation, one function for each kind of decision."""

from __future__ import annotations

from eden_core.engine.characteristics import characteristic
from eden_core.engine.match import PSI
from eden_core.engine.messages import Decision
from web.prompts.prompt import Asker, Prompt, no_room
from web.ui.controls import Choice

__all__ = ["bid", "deploy", "first_player", "half", "leader", "mission", "place"]


def bid(asker: Asker, decision: Decision) -> Prompt:
    """Return the prompt for a bid between 0 and the whole reserve (GEN-6)."""
    words, number = asker.words, asker.plan.number
    choices = tuple(
        Choice(str(n), str(n), pressed=n == number, detail=words("ask.bid.option", n=n))
        for n in range(asker.match.sides[asker.owner].sp + 1)
    )
    label = words("ask.bid.go", n=number) if number >= 0 else words("ask.bid.pick")
    return asker.make(decision, choices=choices, layout="bids", primary=asker.go(label))


def first_player(asker: Asker, decision: Decision) -> Prompt:
    """Return the prompt to choose the first player (PREP-3, RND-4).

    The winner of the bid chooses, or the player whose opponent lost the leader.
    """
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
    """Return the prompt to choose the leader, whose PSI is the size of the hand (PREP-4)."""
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
    """Return the prompt with the missions that the troop may use, as cards (PREP-5)."""
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
    """Return the prompt to choose, place and turn a piece of scenery (PREP-6)."""
    words = asker.words
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


def half(asker: Asker, decision: Decision) -> Prompt:
    """Return the prompt to choose a half of the field, which is shown before it is confirmed (PREP-7)."""
    choices = tuple(
        Choice(str(half), asker.words(f"half.{half}"), pressed=half == asker.plan.what) for half in decision.options
    )
    return asker.make(decision, choices=choices, primary=asker.go(asker.words("ui.confirm")))


def deploy(asker: Asker, decision: Decision) -> Prompt:
    """Return the prompt to choose a fighter and deploy it (PREP-7)."""
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
