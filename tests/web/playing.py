"""Plays a match through the client's own plan, as a person's presses would, with dice from a counter: no browser."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from eden_core.engine.messages import PASS
from web.i18n.catalogue import Words
from web.match.session import Session
from web.planning import suggestions as suggest
from web.planning.plan import OVER
from web.planning.planner import Planner
from web.setup.agreed import Agreed, make_setup

__all__ = ["Numbers", "Person", "new_session", "words"]

SECRETS = (bytes(range(32)), bytes(range(1, 33)))


def words(language: str = "en") -> Words:
    """The catalogue as the browser gets it."""
    import json
    from pathlib import Path

    from web.i18n.catalogue import files_of

    root = Path(__file__).resolve().parents[2] / "web"
    tables = []
    for wanted in dict.fromkeys(("en", language)):
        table: dict[str, str] = {}
        for name in files_of(wanted):
            if (root / name).exists():
                table.update(json.loads((root / name).read_text(encoding="utf-8")))
        tables.append(table)
    return Words(language, *tables)


class Numbers:
    """Numbers that look random and are the same for the same seed."""

    def __init__(self, seed: int) -> None:
        self.state = seed * 2654435761 + 12345

    def below(self, limit: int) -> int:
        """A number from 0 to limit - 1."""
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) % limit


def new_session(
    names: tuple[str, str] = ("Ana", "Bob"),
    scenery: str = "ready",
    troops: tuple[str, str] = ("jokers_starter", "bamaka_starter"),
) -> Session:
    """A match at its first question."""
    return Session(make_setup(Agreed(names=names, troops=troops, scenery=scenery), b"nonce"), SECRETS)


class Person:
    """Whoever holds the device: answers each question through the plan."""

    def __init__(
        self, session: Session, seed: int = 1, watch: Callable[[Session, Planner], None] = lambda *_: None
    ) -> None:
        self.session, self.planner, self.numbers, self.watch = session, Planner(session), Numbers(seed), watch
        self.seen: Counter[str] = Counter()

    def play(self, until: str = "", most: int = 5000) -> None:
        """Plays to the end, or until a kind of question is asked."""
        for _ in range(most):
            kind = self.session.decision.kind if self.session.decision else ""
            if self.session.is_over or (until and kind == until):
                return
            self.step()
        raise AssertionError("the match does not end")

    def step(self) -> None:
        """One answer, or the dice."""
        session, planner = self.session, self.planner
        self.watch(session, planner)
        roll = session.roll_due
        if roll is not None:
            session.throw(tuple(1 + self.numbers.below(6) for _ in range(roll.dice)))
        elif session.is_curtain_down:
            session.raise_curtain()
        elif session.passing() is not None:
            session.pass_by()
        else:
            self._answer()
        planner.refresh()

    def _pick(self, options: tuple[object, ...]) -> str:
        return str(options[self.numbers.below(len(options))])

    def _answer(self) -> None:
        session, planner = self.session, self.planner
        planner.refresh()
        assert session.decision is not None
        kind = session.decision.kind
        self.seen[kind] += 1
        if kind != "tactic" and session.may_look and not session.looking and not self.numbers.below(3):
            session.look(True)
            return
        if session.looking and kind != "tactic":
            self._card()
            return
        getattr(self, f"_{kind}", self._chosen)(tuple(option for option in session.options() if option != PASS))

    def _chosen(self, options: tuple[object, ...]) -> None:
        given = self.planner.choose(self._pick(options))
        if given is not None:
            self.session.answer(given)
        else:
            assert self.planner.preview.is_ready, self.planner.preview.refusal
            self.planner.commit()

    def _bid(self, options: tuple[object, ...]) -> None:
        self._chosen(options[:3])

    def _place(self, options: tuple[object, ...]) -> None:
        suggest.put(self.planner)
        if self.planner.preview.is_ready:
            self.planner.commit()
        else:
            suggest.all_of_it(self.planner)

    def _deploy(self, options: tuple[object, ...]) -> None:
        suggest.all_of_it(self.planner)

    def _hand(self, options: tuple[object, ...]) -> None:
        chosen = suggest.hand(self.session)
        if self.numbers.below(2):  # cards for other moments than the tactical phase first
            cards = {card.id: card for card in self.session.match.setup.tactics}
            chosen = tuple(sorted(map(str, options), key=lambda name: not cards[name].when))[: len(chosen)]
        self.planner.plan.many = chosen
        self.planner.commit()

    def _tactic(self, options: tuple[object, ...]) -> None:
        session, planner = self.session, self.planner
        if not session.looking:
            session.look(True)
            return
        if not self._played():
            planner.decline()

    def _played(self) -> bool:
        """Plays a card of the hand that is open, one that goes."""
        hand, planner = self.session.hand(), self.planner
        planner.choose(str(hand[self.numbers.below(len(hand))][0]))
        self._aim()
        if planner.preview.is_ready:
            self.seen[f"card at {self.session.decision.kind}"] += 1  # type: ignore[union-attr]
            planner.commit()
            return True
        return False

    def _card(self) -> None:
        """A card at another moment than the tactical phase, or the hand is put away."""
        if not self._played():
            self.session.look(False)

    def _aim(self) -> None:
        """Whom or where a card or an ability is used on, the first that goes."""
        for fighter in self.session.match.fighters:
            if not self.planner.preview.is_ready:
                self.planner.aim_at(fighter)
        if not self.planner.preview.is_ready:
            suggest.put(self.planner)

    def _pay(self, options: tuple[object, ...]) -> None:
        if self.numbers.below(3):
            self._chosen(options)
        else:
            self.planner.decline()

    def _interrupt(self, options: tuple[object, ...]) -> None:
        if self.numbers.below(3):
            self.planner.decline()
        else:
            self._chosen(options)

    def _cancel(self, options: tuple[object, ...]) -> None:
        if self.numbers.below(2):
            self.planner.decline()
        else:
            self._chosen(options)

    def _remove_rage(self, options: tuple[object, ...]) -> None:
        self._chosen(options)

    def _order(self, options: tuple[object, ...]) -> None:
        self._chosen(options)

    def _npf(self, options: tuple[object, ...]) -> None:
        """NPF-4: any of them; what is forced is planned already, else whom, else somewhere."""
        planner = self.planner
        planner.choose(self._pick(options))
        targets = planner.roaming.option(planner.plan.what).targets
        if targets and not planner.preview.is_ready:
            planner.aim_at(self._pick(targets))
        elif not targets:
            suggest.follow(planner, self._pick(("stay", "toward_centre")))
            if not planner.preview.is_ready:
                suggest.follow(planner, "stay")
        assert planner.preview.is_ready, planner.preview.refusal
        planner.commit()

    def _action(self, options: tuple[object, ...]) -> None:
        session, planner = self.session, self.planner
        abilities = [option for option in planner.actions() if option.kind == "ability"]
        if abilities and self.numbers.below(2):
            planner.choose(f"ability:{self._pick(tuple(option.weapon for option in abilities))}")
            self._aim()
            if planner.preview.is_ready:
                self.seen["ability"] += 1
                planner.commit()
                return
        for option in sorted(planner.actions(), key=lambda option: option.kind not in ("attack", "charge", "shoot")):
            if not option.targets or (option.kind in OVER and self.numbers.below(2)):
                continue
            planner.choose(f"{option.kind}:{option.weapon}")
            planner.aim_at(option.targets[0])
            if option.kind == "swim":
                suggest.follow(planner, "across")
            if planner.preview.is_ready:
                self.seen[option.kind] += 1
                planner.commit()
                return
        assert session.decision is not None
        mover = session.decision.fighter
        if any(option.kind == "move" for option in planner.actions()):
            goals = [f.at for f in session.match.fighters.values() if f.player != session.asked and f.at] or [
                (3000, 3000)
            ]
            way = suggest.toward(session.match, mover, goals[0])
            if way is not None:
                planner.choose("move")
                planner.tap(way[-1])
                if planner.preview.is_ready:
                    self.seen["move"] += 1
                    planner.commit()
                    return
        given = planner.choose("end")
        assert given is not None
        session.answer(given)
