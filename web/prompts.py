"""The prompt as a value: who must do what and why, the choices, the one primary action. Words, but no elements."""

from __future__ import annotations

from typing import Callable, NamedTuple

from eden_core.match import PSI, RAGE, SPD, Match, characteristic, enemies_in_contact, is_free, on_field
from eden_core.messages import PASS, Decision
from eden_core.profile import LIMBS
from eden_core.rules import tactics
from eden_core.rules.explosions import explosion_victims
from eden_core.rules.melee import limb_at
from eden_core.rules.preparation import hand_size
from eden_core.rules.sight import sight
from eden_core.rules.throwing import blast_victims

from .describe import refusal_text, roll_text
from .odds import Odds, melee_odds, shot_odds
from .planning import Planner
from .session import Session
from .words import Words

__all__ = ["Choice", "Prompt", "ask"]


class Choice(NamedTuple):
    """A button: what it does (`do`), what it stands for (`id`), and how it reads."""

    id: str
    label: str
    detail: str = ""
    icon: str = ""
    cost: str = ""
    pressed: bool | None = None
    do: str = "choose"
    keys: str = ""              # of a card: its keywords
    enabled: bool = True


class Prompt(NamedTuple):
    """All that the prompt bar shows."""

    kind: str
    owner: int
    title: str
    why: str
    rule: str
    fighter: str = ""
    choices: tuple[Choice, ...] = ()
    layout: str = "row"         # "row", "bids" or "hand"
    primary: Choice | None = None
    others: tuple[Choice, ...] = ()
    helpers: tuple[Choice, ...] = ()
    note: str = ""
    odds: Odds | None = None
    refusal: tuple[str, str] = ("", "")
    toggle: str = ""            # the label of "no more interrupts this round"
    toggled: bool = False


class _Asker:
    """Makes the prompt of one moment."""

    def __init__(self, words: Words, session: Session, planner: Planner) -> None:
        self.words, self.session, self.planner = words, session, planner
        self.match: Match = session.match
        self.plan = planner.plan
        self.owner = session.asked

    def prompt(self) -> Prompt:
        """The prompt for the pending question."""
        words, decision = self.words, self.session.decision
        if self.session.is_over:
            return Prompt("end", 0, words("ask.end"), "", "RND-2", primary=Choice("rematch", words("end.rematch"), do="rematch"),
                          others=(Choice("result", words("end.result"), do="result", icon="laurels"),))
        if decision is None:
            return self._roll()
        maker: Callable[[Decision], Prompt] = getattr(self, f"_{decision.kind}")
        made = maker(decision)
        refusal = self.planner.refusal or self.planner.why_not()
        if refusal is None:
            return made
        return made._replace(refusal=(refusal_text(words, self.session, refusal), refusal.rule))

    def _roll(self) -> Prompt:
        words, roll = self.words, self.session.roll_shown()
        if roll is None:
            return Prompt("roll", 0, self.words("ask.roll"), "", "")
        roller = self.match.fighters.get(roll.fighter)
        dice = words("odds.dice", n=roll.dice, d=roll.difficulty) if roll.difficulty else words("d6", n=roll.dice)
        return Prompt("roll", roller.player if roller else 0, roll_text(words, self.session, roll), dice, roll.rule, roll.fighter)

    def _make(self, decision: Decision, **more: object) -> Prompt:
        words, kind = self.words, decision.kind
        values = self._about(decision)
        base = Prompt(kind, self.owner, words(f"ask.{kind}", **values), words(f"ask.{kind}.why", **values), decision.rule,
                      decision.fighter)
        return base._replace(**more)  # type: ignore[arg-type]

    def _about(self, decision: Decision) -> dict[str, object]:
        session, side = self.session, self.match.sides[self.owner]
        return {"player": session.player_name(self.owner), "other": session.player_name(3 - self.owner), "sp": side.sp,
                "name": session.name(decision.fighter), "target": session.name(decision.target)}

    def _go(self, label: str, cost: str = "", icon: str = "") -> Choice:
        return Choice("commit", label, do="commit", cost=cost, icon=icon, enabled=self.planner.is_ready())

    def _spd(self, fighter: str) -> int:
        return characteristic(self.match, self.match.fighters[fighter], SPD)

    # --- preparation -------------------------------------------------------------------------------------------------

    def _bid(self, decision: Decision) -> Prompt:
        words, number = self.words, self.plan.number
        choices = tuple(Choice(str(n), str(n), pressed=n == number, detail=words("ask.bid.option", n=n))
                        for n in range(self.match.sides[self.owner].sp + 1))
        label = words("ask.bid.go", n=number) if number >= 0 else words("ask.bid.pick")
        return self._make(decision, choices=choices, layout="bids", primary=self._go(label))

    def _first_player(self, decision: Decision) -> Prompt:
        choices = tuple(Choice(str(player), self.words("ask.first_player.option", name=self.session.player_name(player)))
                        for player in (1, 2))
        before = self.match.table.round - 1
        fell = [player for player in (1, 2) if before > 0 and self.match.sides[player].leader_fell == before]
        return self._make(decision, choices=choices, why=self.words("ask.first_player.chosen" if len(fell) == 1 else "ask.first_player.why"))

    def _leader(self, decision: Decision) -> Prompt:
        words = self.words
        choices = tuple(Choice(str(name), self.session.name(str(name)), pressed=name == self.plan.what, detail=words(
            "ask.leader.option", psi=characteristic(self.match, self.match.fighters[str(name)], PSI))) for name in decision.options)
        label = words("ask.leader.go", name=self.session.name(self.plan.what)) if self.plan.what else words("ui.confirm")
        return self._make(decision, choices=choices, primary=self._go(label, icon="leader"))

    def _mission(self, decision: Decision) -> Prompt:
        words = self.words
        cards = {card.id: card for card in self.match.setup.missions}
        choices = []
        for name in map(str, self.session.options()):
            card = cards[name]
            keys = f"{words('mission.revealed' if card.revealed else 'mission.secret')} · {words('deployment.' + card.deployment)}"
            choices.append(Choice(name, words(f"mission.{name}.name"), words(f"mission.{name}.text"), pressed=name == self.plan.what,
                                  keys=keys))
        chosen = cards.get(self.plan.what)
        label = words("ask.mission.go.revealed" if chosen and chosen.revealed else "ask.mission.go.secret")
        return self._make(decision, choices=tuple(choices), layout="hand", primary=self._go(label, icon="mission"))

    def _place(self, decision: Decision) -> Prompt:
        words = self.words
        shapes = {shape.id: shape for shape in self.match.setup.pool}
        choices = tuple(Choice(name, words(f"piece.{name}"), words(f"size.{shapes[name].size}"), pressed=name == self.plan.what)
                        for name in map(str, self.session.options()))
        helpers = (Choice("place", words("help.place"), do="help"), Choice("place_all", words("help.place_all"), do="help"),
                   Choice("left", words("help.turn_left"), do="turn", icon="left"), Choice("right", words("help.turn_right"), do="turn", icon="right"))
        note = "" if self.plan.at else words("ask.place.where")
        return self._make(decision, choices=choices, helpers=helpers, note=note, primary=self._go(words("ask.place.go")),
                          others=self._no_room(decision))

    def _no_room(self, decision: Decision) -> tuple[Choice, ...]:
        return (Choice("pass", self.words(f"ask.{decision.kind}.pass"), do="decline"),) if self.planner.stuck else ()

    def _half(self, decision: Decision) -> Prompt:
        choices = tuple(Choice(str(half), self.words(f"half.{half}"), pressed=half == self.plan.what) for half in decision.options)
        return self._make(decision, choices=choices, primary=self._go(self.words("ui.confirm")))

    def _deploy(self, decision: Decision) -> Prompt:
        words, session = self.words, self.session
        deployment = self.match.sides[self.owner].deployment
        name = session.name(self.plan.what)
        choices = tuple(Choice(str(option), session.name(str(option)), pressed=option == self.plan.what)
                        for option in session.options())
        helpers = (Choice("deploy", words("help.deploy"), do="help"), Choice("deploy_all", words("help.deploy_all"), do="help"))
        about = {**self._about(decision), "name": name}
        return self._make(
            decision, title=words("ask.deploy", **about), choices=choices, helpers=helpers, fighter=self.plan.what,
            why=words("ask.deploy.why", deployment=words(f"deployment.{deployment}"), help=words(f"deployment.{deployment}.help")),
            note="" if self.plan.at else words("ask.deploy.where", name=name),
            primary=self._go(words("ask.deploy.go", name=name)), others=self._no_room(decision))

    def _hand(self, decision: Decision) -> Prompt:
        words, size = self.words, hand_size(self.match, self.owner)
        choices = tuple(self._card(name, name, name in self.plan.many) for name in map(str, self.session.options()))
        left = size - len(self.plan.many)
        primary = self._go(words("ask.hand.left", n=left) if left else words("ask.hand.go", n=size), icon="card")
        about = {**self._about(decision), "n": size}
        return self._make(decision, title=words("ask.hand", **about), choices=choices, layout="hand", primary=primary,
                          others=(Choice("hand", words("help.hand"), do="help"),))

    def _card(self, id: str, name: str, pressed: bool, enabled: bool = True) -> Choice:
        words, card = self.words, tactics.find(self.match, name)
        keys = []
        if card is not None:
            keys = [word for word, on in (("Tactical", card.tactical), ("First round", card.first_round)) if on]
            keys = [words(f"keyword.{word.lower().replace(' ', '_')}") for word in keys]
            keys += [words("keyword.cancel", n=card.cancel)] if card.cancel else []
        return Choice(id, words(f"tactic.{name}.name"), words(f"tactic.{name}.text"), pressed=pressed, keys=" · ".join(keys),
                      enabled=enabled)

    # --- tactical phase ------------------------------------------------------------------------------------------------

    def _tactic(self, decision: Decision) -> Prompt:
        words, session, plan = self.words, self.session, self.plan
        cost = self.match.ruleset.tactic_cost
        left = sum(map(bool, self.match.sides[self.owner].hand))
        about = {**self._about(decision), "cost": cost, "n": left}
        base = self._make(decision, why=words("ask.tactic.why", **about))
        if not session.looking:
            return base._replace(others=(Choice("look", words("ask.tactic.look"), do="look", icon="eye"),),
                                 primary=Choice("pass", words("ask.tactic.pass"), do="decline"))
        choices = tuple(self._card(str(index), name, index == plan.index, self._is_playable(name))
                        for index, name in session.hand() if plan.index in (-1, index))     # once chosen, it alone
        note = ""
        card = tactics.find(self.match, plan.what)
        helpers: tuple[Choice, ...] = ()
        if card is not None and card.target and not plan.target:
            note = words("ask.tactic.target")
        elif card is not None and card.place and not plan.at:
            note = words("ask.tactic.where")
        if card is not None and card.target:
            helpers = tuple(Choice(f.id, session.name(f.id), do="aim", pressed=f.id == plan.target) for f in on_field(self.match)
                            if card.target == "any" or (f.player == self.owner) == (card.target == "ally"))
        elif card is not None and card.place:
            helpers = (Choice("zone", words("help.place"), do="help"), Choice("left", words("help.turn_left"), do="turn", icon="left"),
                       Choice("right", words("help.turn_right"), do="turn", icon="right"))
        primary = None
        if card is not None:
            primary = self._go(words("ask.tactic.go", card=words(f"tactic.{card.id}.name")), words("sp.n", n=cost), "card")
        return base._replace(choices=choices, layout="hand", note=note, helpers=helpers, primary=primary, others=(
            Choice("pass", words("ask.tactic.pass"), do="decline"), Choice("unlook", words("ask.tactic.lay_down"), do="unlook")))

    def _is_playable(self, name: str) -> bool:
        card = tactics.find(self.match, name)
        return card is not None and (not card.first_round or self.match.table.round == 1)

    def _cancel(self, decision: Decision) -> Prompt:
        words, card = self.words, tactics.find(self.match, decision.card)
        cost = card.cancel if card else 0
        about = {**self._about(decision), "card": words(f"tactic.{decision.card}.name"), "text": words(f"tactic.{decision.card}.text"), "n": cost}
        return self._make(decision, title=words("ask.cancel", **about), why=words("ask.cancel.why", **about), choices=(
            Choice("cancel", words("ask.cancel.go"), cost=words("sp.n", n=cost), icon="cancel"),),
            primary=Choice("pass", words("ask.cancel.pass"), do="decline"))

    # --- activation ----------------------------------------------------------------------------------------------------

    def _faster(self, decision: Decision) -> tuple[Choice, ...]:
        return tuple(Choice(str(name), self.session.name(str(name)), self.words("ask.designate.option", spd=self._spd(str(name))),
                            pressed=name == self.plan.what) for name in decision.options if name != PASS)

    def _designate(self, decision: Decision) -> Prompt:
        words = self.words
        others = (Choice("pass", words("ask.designate.pass"), do="decline"),) if PASS in decision.options else ()
        label = words("ask.designate.go", name=self.session.name(self.plan.what)) if self.plan.what else words("ui.confirm")
        return self._make(decision, choices=self._faster(decision), others=others, primary=self._go(label))

    def _interrupt(self, decision: Decision) -> Prompt:
        words = self.words
        about = {**self._about(decision), "spd": self._spd(decision.fighter)}
        if self.plan.what:
            primary = self._go(words("ask.interrupt.go", name=self.session.name(self.plan.what)))
            others: tuple[Choice, ...] = (Choice("pass", words("ask.interrupt.pass", **about), do="decline"),)
        else:
            primary, others = Choice("pass", words("ask.interrupt.pass", **about), do="decline"), ()
        return self._make(decision, why=words("ask.interrupt.why", **about), choices=self._faster(decision), primary=primary,
                          others=others, toggle=words("ask.interrupt.waive"),
                          toggled=self.session.waived[self.owner] == self.match.table.round)

    def _action(self, decision: Decision) -> Prompt:
        words, plan, session = self.words, self.plan, self.session
        fighter = self.match.fighters[decision.fighter]
        choices = tuple(
            Choice(f"{option.kind}:{option.weapon}" if option.weapon else option.kind, words(f"action.{option.kind}"),
                   option.weapon, option.kind, words("ap.n", n=option.ap) if option.ap else "",
                   (option.kind, option.weapon) == (plan.mode, plan.weapon) if option.kind not in ("end", "extinguish") else None)
            for option in self.planner.actions())
        about = {**self._about(decision), "ap": fighter.ap, "weapon": plan.weapon}
        if not plan.mode:
            return self._make(decision, title=words("ask.action", **about), choices=choices)
        why = words(f"ask.action.{plan.mode}.why", **about)
        if plan.mode == "move" and not is_free(self.match, fighter):
            hardest = max(characteristic(self.match, enemy, SPD) for enemy in enemies_in_contact(self.match, fighter))
            why = words("ask.action.move.leave", name=session.name(fighter.id), spd=self._spd(fighter.id), difficulty=hardest)
        title = words("ask.action", **about) if plan.mode == "move" and not plan.at else words(f"ask.action.{plan.mode}", **about)
        action = self.planner.action()
        note, odds = self._outlook(decision)
        return self._make(decision, title=title, why=why, choices=choices, note=note, odds=odds, helpers=self._aims(decision),
                          rule=action.rule if action else decision.rule, primary=self._act(action.ap if action else 0))

    def _act(self, ap: int) -> Choice | None:
        words, plan = self.words, self.plan
        if self.planner.candidate() is None:
            return None
        name = self.session.name(plan.target)
        key = "throw_at" if plan.mode == "throw" and plan.target else plan.mode
        label = words(f"ask.action.go.{key}", name=name, length=words.cm(self.planner.length()), n="")
        return self._go(label.strip(), words("ap.n", n=ap), plan.mode)

    def _aims(self, decision: Decision) -> tuple[Choice, ...]:
        """The same places and targets as buttons: for the keyboard, and for whoever likes them."""
        words, plan, session = self.words, self.plan, self.session
        fighter = self.match.fighters[decision.fighter]
        enemies = sorted((f for f in on_field(self.match, 3 - fighter.player)),
                         key=lambda f: (f.at[0] - fighter.at[0]) ** 2 + (f.at[1] - fighter.at[1]) ** 2)  # type: ignore[misc]
        if plan.mode == "move":
            return (*(Choice(f"toward:{f.id}", words("help.toward", name=session.name(f.id)), do="help") for f in enemies),
                    Choice("toward_centre", words("help.toward_centre"), do="help"), Choice("away", words("help.away"), do="help"))
        action = self.planner.action()
        if action is None:
            return ()
        return tuple(Choice(name, session.name(name), do="aim", pressed=name == plan.target) for name in action.targets)

    def _outlook(self, decision: Decision) -> tuple[str, Odds | None]:
        """Before confirming: the odds, what is in the way, who is under a template."""
        words, plan, match = self.words, self.plan, self.match
        fighter = match.fighters[decision.fighter]
        target = match.fighters.get(plan.target)
        if plan.mode in ("attack", "charge") and target:
            return "", melee_odds(match, fighter, target)
        if plan.mode == "shoot" and target:
            ways = len(sight(match, fighter.id, target.id).obstacles)
            return words("odds.obstacles", n=ways) if ways else "", shot_odds(match, fighter, target, plan.weapon)
        point = self.planner.point()
        if plan.mode in ("blast", "throw") and point:
            hits = blast_victims(match, fighter.id, point) if plan.mode == "blast" else explosion_victims(match, point)
            names = [self.session.name(name) for name in hits]
            return words("ask.action.hits", names=words.join(names)) if names else words("ask.action.hits_none"), None
        return "", None

    # --- attacks and intendancy ------------------------------------------------------------------------------------------

    def _reaction(self, decision: Decision) -> Prompt:
        words = self.words
        about = {**self._about(decision), "ap": self.match.fighters[decision.fighter].ap}
        choices = tuple(Choice(str(word), words(f"reaction.{word}"), words(f"reaction.{word}.help"), str(word),
                               words("ap.n", n=1) if word != "passive" else "") for word in self.session.options())
        return self._make(decision, why=words("ask.reaction.why", **about), choices=choices)

    def _shift(self, decision: Decision) -> Prompt:
        words, target = self.words, self.match.fighters[decision.target]
        face = int(decision.card)
        choices = []
        for by in sorted((int(str(option)) for option in self.session.options()), key=lambda by: (by != 0, by)):
            limb = words(f"limb.{LIMBS[limb_at(target, face + by)]}")
            label = words("ask.shift.option", face=face + by, limb=limb) if by else words("ask.shift.stay", limb=limb)
            choices.append(Choice(str(by), label, words("ask.shift.cost", n=abs(by)) if by else ""))
        about = {**self._about(decision), "face": face, "limb": words(f"limb.{LIMBS[limb_at(target, face)]}")}
        return self._make(decision, why=words("ask.shift.why", **about), choices=tuple(choices))

    def _strike(self, decision: Decision) -> Prompt:
        words = self.words
        choices = tuple(Choice(str(name), words("ask.strike.go", name=self.session.name(str(name))), icon="strike",
                               cost=words("ap.n", n=1)) for name in decision.options if name != PASS)
        return self._make(decision, choices=choices, others=(
            Choice("pass", words("ask.strike.pass", **self._about(decision)), do="decline"),))

    def _remove_rage(self, decision: Decision) -> Prompt:
        words = self.words
        choices = tuple(Choice(str(name), self.session.name(str(name)), words(
            "ask.remove_rage.option", n=self.match.fighters[str(name)].markers[RAGE]), "rage", pressed=name in self.plan.many)
            for name in decision.options)
        label = words("ask.remove_rage.go", n=len(self.plan.many)) if self.plan.many else words("ask.remove_rage.none")
        return self._make(decision, choices=choices, primary=self._go(label))

    def _order(self, decision: Decision) -> Prompt:
        words = self.words
        choices = tuple(Choice(name, f"{place}. {self.session.name(name)}") for place, name in enumerate(self.plan.many, 1))
        label = words("ask.order.go", name=self.session.name(self.plan.many[0])) if self.plan.many else words("ui.confirm")
        return self._make(decision, choices=choices, primary=self._go(label))


def ask(words: Words, session: Session, planner: Planner) -> Prompt:
    """The prompt of this moment; the curtain must be up."""
    return _Asker(words, session, planner).prompt()


