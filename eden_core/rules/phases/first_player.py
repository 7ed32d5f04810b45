"""Bids and the choice of the first player (GEN-6, PREP-3, RND-4)."""

from __future__ import annotations

from eden_core.engine.flow import kind_of
from eden_core.engine.match import DRAW, Match, opponent
from eden_core.engine.messages import Answer, Decision, Open, Roll, Seal
from eden_core.engine.procedures import DONE, Call, Frame, Goto, Result, procedure, step
from eden_core.engine.vault import digest_of
from eden_core.errors import Illegal
from eden_core.rules import effects

__all__ = ["Bid", "ChooseFirstPlayer", "NameFirstPlayer", "is_opening"]


def _bids(match: Match, decision: Decision) -> tuple[int, ...]:
    """GEN-6: 0 to the largest reserve of those still to bid (each is bound by their own)."""
    return tuple(range(max(match.sides[owner].sp for owner in decision.owners) + 1))


def _check_seal(match: Match, decision: Decision, player: int, given: Answer) -> Illegal | None:
    if isinstance(given, Seal) and not given.deployment:
        return None
    return Illegal("not_sealed", decision.rule, asked=decision.kind)


def _check_open(match: Match, decision: Decision, player: int, given: Answer) -> Illegal | None:
    if isinstance(given, Open):
        return None  # one that does not match is no refusal but a proved fault (`is_opening`)
    return Illegal("not_this_question", decision.rule, asked=decision.kind)


def is_opening(match: Match, player: int, given: Open) -> bool:
    """Tell if what is shown is what was sealed: a bid, or the mission (GEN-6, PREP-5)."""
    frame = match.frames[-1]
    if isinstance(frame, Bid):
        number, digest = frame.numbers[player - 1], frame.digests[player - 1]
    else:
        number, digest = match.sides[player].mission_seal, match.sides[player].sealed_mission
    return digest_of(match.id, player, number, given.nonce, given.value) == digest


kind_of("bid", _bids, _check_seal)
kind_of("open", why_not=_check_open)
kind_of("first_player")


@procedure
class Bid(Frame):
    """Both bid in secret, show, and lose what they bid; the result is the higher's player, 0 for a null bid (GEN-6)."""

    rule: str
    digests: tuple[bytes, ...] = (b"", b"")
    numbers: tuple[int, ...] = (0, 0)
    bids: tuple[int, ...] = (0, 0)

    @step("GEN-6")
    def bid(self, match: Match) -> Result:
        owners = tuple(player for player in (1, 2) if match.sides[player].sp > 0)
        return Decision("bid", owners, self.rule, into="sealed") if owners else None

    def sealed(self, match: Match, player: int, given: Seal) -> None:
        """Takes one player's sealed bid."""
        number = match.sides[player].seals
        self.digests = _set(self.digests, player, given.digest)
        self.numbers = _set(self.numbers, player, number)
        effects.use_seal(match, player)

    @step("GEN-6")
    def open(self, match: Match) -> Result:
        owners = tuple(player for player in (1, 2) if self.digests[player - 1])
        return Decision("open", owners, self.rule, card="bid", into="shown") if owners else None

    def shown(self, match: Match, player: int, given: Open) -> None:
        """Takes one player's opened bid; one above the reserve, or another than was sealed, is a proved fault."""
        legal = (
            is_opening(match, player, given)
            and isinstance(given.value, int)
            and 0 <= given.value <= match.sides[player].sp
        )
        self.bids = _set(self.bids, player, int(given.value) if legal else -1)
        if not legal:
            effects.prove_fault(match, player, "GEN-6", str(given.value))

    @step("GEN-6")
    def pay(self, match: Match) -> Result:
        if min(self.bids) < 0:
            fault = 3 if max(self.bids) < 0 else 1 if self.bids[0] < 0 else 2
            effects.end_match(match, DRAW if fault == 3 else opponent(fault), "GEN-6", fault)
            match.frames.clear()
            return DONE
        match.emit("bid", "GEN-6", bids=self.bids)
        for player in (1, 2):
            effects.pay_sp(match, player, self.bids[player - 1], "GEN-6")
        one, two = self.bids
        self.result = 0 if one == two else 1 if one > two else 2
        return None


def _set(pair: tuple, player: int, value: object) -> tuple:  # type: ignore[type-arg]
    return (value, pair[1]) if player == 1 else (pair[0], value)


@procedure
class ChooseFirstPlayer(Frame):
    """A bid; its winner says who is first player, a null bid is rolled for (PREP-3, RND-4)."""

    rule: str
    winner: int = 0
    faces: tuple[int, ...] = ()

    @step("PREP-3", "RND-4")
    def bid(self, match: Match) -> Result:
        return Call(Bid(self.rule), into="winner")

    @step("PREP-3")
    def ask_winner(self, match: Match) -> Result:
        if self.winner:
            return Call(NameFirstPlayer(self.winner, self.rule))
        match.emit("bids_equal", "PREP-3")
        return None

    @step("PREP-3")
    def roll_for_it(self, match: Match) -> Result:
        if self.winner:
            return DONE
        return Roll("first_player", 2, "PREP-3", "faces", into="faces")

    @step("PREP-3")
    def compare(self, match: Match) -> Result:
        if self.faces[0] == self.faces[1]:
            return Goto("roll_for_it")
        effects.set_first_player(match, 1 if self.faces[0] > self.faces[1] else 2, self.rule)
        return None


@procedure
class NameFirstPlayer(Frame):
    """One player says who is first player (PREP-3, RND-4)."""

    player: int
    rule: str
    named: int = 0

    @step("PREP-3", "RND-4")
    def ask_who(self, match: Match) -> Result:
        return Decision("first_player", (self.player,), self.rule, options=(1, 2), into="named")

    @step("PREP-3", "RND-4")
    def name(self, match: Match) -> Result:
        effects.set_first_player(match, self.named, self.rule)
        return None
