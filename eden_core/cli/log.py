"""The log that `show` prints: players, set-up, and each entry's events in order, round by round."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from eden_core.cli.wording import Teller, plain
from eden_core.engine import flow
from eden_core.engine.cbor import decode
from eden_core.engine.match import Setup
from eden_core.engine.messages import PASS, Decision, Event, Open, Pick, PickMany, Question
from eden_core.errors import Malformed
from eden_core.record.record import Dice, Given, Record
from eden_core.rules.start import new_match
from eden_core.sync.chain.entries import ANSWER, DRAWN, ORDER, RENEW, RESIGN, REVEAL, SECRET, TAPE, UNDO, Entry
from eden_core.sync.chain.genesis import Genesis, read_invite, read_reply
from eden_core.sync.chain.ledger import Ledger
from eden_core.sync.proofs.fork import Branch, Proof
from eden_core.sync.proofs.verifying import Examination
from eden_core.sync.wire import Batch, Resigned, message_from

__all__ = ["log_of", "log_of_letter"]

WORDS = {
    ANSWER: "answers",
    REVEAL: "reveals their part of the dice",
    SECRET: "opens the match secret",
    RENEW: "pledges a new chain of dice",
    ORDER: "gives a standing order for the round",
    TAPE: "sends reveals ahead",
    UNDO: "takes back",
    DRAWN: "agrees to a draw",
    RESIGN: "resigns",
}
OPTIONS = ("territory", "infestation", "weather")


def log_of(examined: Examination) -> Iterator[str]:
    """A match, a record or a proof, line by line."""
    if examined.ledger is not None:
        yield from _match(examined.ledger, examined.found.winner)
    elif examined.record is not None:
        yield from _record(examined.record)
    elif examined.proof is not None:
        yield from _proof(examined.proof)
    if examined.found.fault is not None:
        yield f"Mind: {plain(str(examined.found.fault))}"


def _match(ledger: Ledger, winner: int) -> Iterator[str]:
    genesis = ledger.genesis
    trial = Ledger(genesis)
    teller = Teller(trial.match)
    yield f"Match {genesis.id.hex()}, dice by both{' (quick: peekable)' if genesis.invite.is_quick else ''}"
    yield from _setup(genesis.setup, [f", key {genesis.key(player).hex()[:16]}…" for player in (1, 2)])
    yield from _told(teller, [event for events in trial.events for event in events], "")
    for seq, entry in enumerate(ledger.entries, 1):
        told, played, question = len(trial.events), len(trial.steps), trial.match.pending
        trial.apply(entry)
        events = [event for events in trial.events[told:] for event in events]
        teller = Teller(trial.match)
        step = trial.steps[played] if entry.kind == ANSWER else None
        words = _answered(teller, question, step) if isinstance(step, Given) else _written(teller, entry)
        yield from _told(teller, events, f"{seq:5}  {words}")
    yield _end(teller, trial, winner)


def _answered(teller: Teller, question: Question | None, given: Given) -> str:
    """The player who answered and, where it is a plain choice, the answer."""
    kind = question.kind.replace("_", " ") if isinstance(question, Decision) else ""
    answer, chosen = given.answer, ""
    if isinstance(answer, Pick):
        chosen = str(answer.value) if answer.value != PASS else "none"
    elif isinstance(answer, Open):
        chosen = str(answer.value)
    elif isinstance(answer, PickMany):
        chosen = ", ".join(answer.values)
    return f"{teller.players[given.player]}: {kind}{f', {plain(chosen)}' if chosen else ''}"


def _written(teller: Teller, entry: Entry) -> str:
    """The author of an entry, and its kind."""
    words = WORDS[entry.kind]
    if entry.kind == UNDO:
        words = f"takes back, with consent, what follows entry {entry.body[0]}"
    if entry.kind == RESIGN:
        words = "resigns" if entry.body[0] == entry.writer else f"enters {teller.players[entry.body[0]]}'s resignation"
    return f"{teller.players[entry.writer]} {words}"


def _end(teller: Teller, ledger: Ledger, winner: int) -> str:
    if not ledger.is_over and winner > 0:
        return f"{teller.players[winner]} wins by a resignation that stands alone."
    if not ledger.is_over:
        return (
            f"Not over: {ledger.match.sides[1].vp} to {ledger.match.sides[2].vp} in round {ledger.match.table.round}."
        )
    how = "by resignation" if ledger.resigned else "by agreement" if ledger.is_drawn else "by the rules"
    return f"A draw {how}." if not ledger.winner else f"{teller.players[ledger.winner]} wins {how}."


def _record(record: Record) -> Iterator[str]:
    match = new_match(record.setup)
    teller = Teller(match)
    yield f"Match {match.id.hex()}, not signed, dice of the platform"
    yield from _setup(record.setup, ["", ""])
    yield from _told(teller, match.events, "")
    for number, entry in enumerate(record.entries, 1):
        if isinstance(entry, Dice):
            head, events = f"{number:5}  dice", flow.roll(match, entry.faces)
        else:
            head = f"{number:5}  {_answered(teller, match.pending, entry)}"
            events = flow.answer(match, entry.player, entry.answer)
        teller = Teller(match)
        yield from _told(teller, events, head)
    yield "Over." if match.pending is None else f"Not over, in round {match.table.round}."


def _proof(proof: Proof) -> Iterator[str]:
    invite = read_invite(proof.invite)
    genesis: Genesis = read_reply(invite, proof.reply)[1]
    teller = Teller(new_match(genesis.setup))
    yield (
        f"Match {genesis.id.hex()}: two histories after entry {proof.base} ({proof.prev.hex()[:16]}…), "
        f"both signed by {teller.players[proof.player]}"
    )
    yield from _setup(genesis.setup, [f", key {genesis.key(player).hex()[:16]}…" for player in (1, 2)])
    for name, branch in (("One", proof.one), ("The other", proof.two)):
        yield from _branch(teller, name, proof.base, branch)


def _branch(teller: Teller, name: str, base: int, branch: Branch) -> Iterator[str]:
    yield f"{name} history, signed at entry {base + len(branch.entries)}, state {branch.state.hex()}:"
    for seq, entry in enumerate(branch.entries, base + 1):
        who = teller.players.get(entry.writer, "nobody") if isinstance(entry.writer, int) else "nobody"
        what = (
            WORDS.get(entry.kind, "writes what is no entry")
            if isinstance(entry.kind, int)
            else "writes what is no entry"
        )
        body = plain(repr(entry.body))
        yield f"{seq:5}  {who} {what}: {body if len(body) <= 100 else body[:100] + '…'}"


def log_of_letter(data: bytes) -> Iterator[str]:
    """The content of a letter, as far as it can be told without its match. Raises `EdenError`."""
    parts = decode(data)
    if (
        not isinstance(parts, tuple)
        or len(parts) != 2
        or type(parts[0]) is not bytes
        or not isinstance(parts[1], tuple)
        or not all(type(message) is bytes for message in parts[1])
    ):
        raise Malformed("link_is_damaged", where="letter")
    name, messages = parts
    yield f"A letter of match {name.hex()}"
    for message in map(message_from, messages):
        if isinstance(message, Batch):
            for seq, (kind, body) in enumerate(message.entries, message.base + 1):
                text = plain(repr(body))
                shown = text if len(text) <= 100 else text[:100] + "…"
                yield f"{seq:5}  {WORDS.get(kind, 'writes what is no entry')}: {shown}"
            yield from (
                f"       signed by player {signed.player} at entry {signed.seq}, state {signed.state.hex()}"
                for signed in message.signed
            )
        else:
            yield f"       {WORDS[RESIGN] if isinstance(message, Resigned) else type(message).__name__.lower()}"
    yield "Mind: a letter holds only what the other lacks; open it where the match is, and save the match to verify it."


def _setup(setup: Setup, keys: list[str]) -> Iterator[str]:
    """Players, troops, and what is played with."""
    for player, (name, troop, key) in enumerate(zip(setup.names, setup.troops, keys), 1):
        fighters = ", ".join(plain(profile.name) for profile in troop.profiles)
        yield f"Player {player}: {plain(name) or 'no name'}, {plain(troop.name)} ({fighters}){key}"
    width, height = setup.field
    options = [f"{name} {value}" for name in OPTIONS if (value := int(getattr(setup, name)))]
    field = f"field {width // 100} × {height // 100} cm"
    yield ", ".join([f"Rules {setup.ruleset.edition}", field, *options])


def _told(teller: Teller, events: Iterable[Event], head: str) -> Iterator[str]:
    """An entry's events below its head; a heading where a round begins."""
    if head:
        yield head
    for event in events:
        if event.code == "round_began":
            yield f"--- round {event.get('round')} ---"
        elif event.code == "phase_began":
            yield f"--- {teller.line(event)} ---"
        else:
            yield f"         {teller.line(event)}"
