"""Verification of a stored match, a proof of two histories or of a false state, or an unsigned record (protocol.md).

There are two steps, because a browser verifies signatures asynchronously: `examine` replays everything and lists the
signatures still to be verified; `Examination.report` returns the result, given theirs. `verify` does both with a
`Verifier`.

A stored match holds when both players' latest signatures cover all of it, the chain and the rules lead to the stored
result, the dice come from the pledged chains, and both match secrets are open and agree with every bid, mission, hand
and claim.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from eden_core.engine import flow
from eden_core.engine.cbor import decode
from eden_core.engine.match import UNDECIDED, Match, Setup, opponent
from eden_core.engine.messages import Decision, Hand, Open, Pick, Seal
from eden_core.engine.vault import Vault
from eden_core.errors import EdenError, Illegal, Malformed
from eden_core.record import record
from eden_core.record.record import Given, Vaults
from eden_core.rules.cards import missions
from eden_core.rules.start import new_match
from eden_core.sync.chain import stored
from eden_core.sync.chain.entries import head_statement, resignation_statement
from eden_core.sync.chain.ledger import Ledger, Step
from eden_core.sync.keys import Verifier, is_sound_key, is_sound_signature
from eden_core.sync.links import FORK, MATCH, RECORD
from eden_core.sync.proofs import false_state, fork

__all__ = ["PARTS", "Check", "Examination", "Report", "examine", "is_worth_verifying", "kind_of_bytes", "verify"]

SIGNATURES, CHAIN, RULES, DICE, SECRETS = PARTS = ("signatures", "chain", "rules", "dice", "secrets")
_SIZES = {11: MATCH, 8: FORK, false_state.SIZE: FORK, 4: RECORD}  # how many parts each kind has


class Check(NamedTuple):
    """A signature still to be verified; `where` and `code` make the fault if it does not hold."""

    key: bytes
    signature: bytes
    statement: bytes
    where: str
    code: str = "signature_does_not_hold"


class Report(NamedTuple):
    """The result of verifying a match; `parts` follows `PARTS`: True holds, False does not, None is not known (yet).

    `fault` is the first fault, with the entry, the reason and the rule; None when all holds. `ended` says how the match
    ended: "rules", "resigned", "drawn", "fault" (a secret proved false), "" for not at all.
    """

    kind: str
    parts: tuple[bool | None, ...]
    fault: EdenError | None
    names: tuple[str, str] = ("", "")
    winner: int = UNDECIDED
    ended: str = ""
    vp: tuple[int, int] = (0, 0)
    round: int = 0
    entries: int = 0
    player: int = 0  # in a proof: whom it convicts
    proves: str = ""  # in a proof: of "two_histories", or of a "false_state"

    @property
    def holds(self) -> bool:
        """Return whether everything holds."""
        return self.fault is None

    @property
    def holds_so_far(self) -> bool:
        """Return whether nothing is wrong and only unopened secrets are missing."""
        return self.fault is None or self.fault.code == "secrets_not_open"


class Examination(NamedTuple):
    """The findings without verifying a signature, and the signatures still to be verified."""

    found: Report
    checks: tuple[Check, ...] = ()
    ledger: Ledger | None = None  # a stored match, replayed
    record: record.Record | None = None
    proof: fork.Proof | None = None  # of two histories

    def report(self, results: Sequence[bool]) -> Report:
        """Return the report, given the result of each check."""
        assert len(results) == len(self.checks)
        failed = [check for check, result in zip(self.checks, results) if not (result and is_worth_verifying(check))]
        if not self.checks:
            return self.found
        parts = dict(zip(PARTS, self.found.parts))
        if not failed:
            parts[SIGNATURES] = parts[SIGNATURES] is not False
            return self.found._replace(parts=tuple(parts.values()))
        parts[SIGNATURES] = False
        return self.found._replace(parts=tuple(parts.values()), fault=Malformed(failed[0].code, where=failed[0].where))


def is_worth_verifying(check: Check) -> bool:
    """Return whether every backend judges key and signature alike; any others count as false."""
    return is_sound_signature(check.signature) and is_sound_key(check.key)


def verify(kind: str, data: bytes, verifier: Verifier) -> Report:
    """Return the report on bytes of a link's kind (`m`, `f`, `r`). Never raises because of the bytes."""
    examined = examine(kind, data)
    return examined.report(
        [
            is_worth_verifying(check) and verifier.verify(check.key, check.signature, check.statement)
            for check in examined.checks
        ]
    )


def kind_of_bytes(data: bytes) -> str:
    """Return the kind of bytes that came without a link. Raises `Malformed`."""
    parts = decode(data)
    if not isinstance(parts, tuple) or len(parts) not in _SIZES:
        raise Malformed("not_a_match")
    return _SIZES[len(parts)]


def examine(kind: str, data: bytes) -> Examination:
    """Replay as much as possible.

    Raises `Malformed` for a kind that holds no match; any other fault is part of the report.
    """
    if kind not in _READERS:
        raise Malformed("not_a_match", where="link", kind=kind[:8])
    try:
        return _READERS[kind](data)
    except EdenError as error:
        return Examination(Report(kind, tuple(False if part == _part_of(error) else None for part in PARTS), error))


def _part_of(error: EdenError) -> str:
    """Return the part of a report that an error refutes."""
    if error.rule == "ROLL-1":
        return DICE
    if error.code in ("not_the_secret", "secret_is_32_bytes"):
        return SECRETS
    return RULES if isinstance(error, Illegal) else CHAIN


# --- each kind ---


def _match(data: bytes) -> Examination:
    saved = stored.read(data)
    ledger, genesis = saved.ledger, saved.ledger.genesis
    if stored.write(ledger, saved.secrets, saved.signatures, saved.resigned) != data:
        raise Malformed("not_canonical", where="stored match")
    checks = [
        Check(
            genesis.key(player),
            kept.bytes,
            head_statement(genesis.id, kept.seq, ledger.ids[kept.seq], kept.state),
            _slot(kept.seq),
        )
        for player, kept in sorted(saved.signatures.items())
    ]
    checks += [
        Check(genesis.key(claim.player), claim.signature, claim.statement, _slot(seq), "consent_does_not_hold")
        for seq, claim in saved.claims
    ]
    winner = ledger.winner
    if saved.resigned is not None:
        player, signature = saved.resigned
        checks.append(
            Check(
                genesis.key(player),
                signature,
                resignation_statement(genesis.id, player),
                _slot(ledger.seq),
                "consent_does_not_hold",
            )
        )
        winner = opponent(player)
    unsigned, secret = _unsigned(saved), _fault_of_secrets(saved)
    is_open = all(ledger.secrets.values())
    if secret is None and not is_open:
        shut = next(player for player in (1, 2) if not ledger.secrets[player])
        fault: EdenError | None = Malformed("secrets_not_open", where=_slot(ledger.seq), player=shut)
    else:
        fault = secret
    table = ledger.match.table
    ended = (
        "resigned"
        if ledger.resigned or saved.resigned
        else "drawn"
        if ledger.is_drawn
        else "fault"
        if table.fault
        else "rules"
        if ledger.is_over
        else ""
    )
    found = Report(
        MATCH,
        (False if unsigned else None, True, True, True, False if secret else is_open or None),
        unsigned or fault,
        _names(genesis.setup),
        winner,
        ended,
        _vp(ledger.match),
        table.round,
        ledger.seq,
    )
    return Examination(found, tuple(checks), ledger)


def _proof(data: bytes) -> Examination:
    if false_state.is_one(data):
        return _false_state(data)
    proof, genesis = fork.read_proof(data)
    checks = tuple(
        Check(key, signature, statement, _slot(proof.base + len(branch.entries)))
        for (key, signature, statement), branch in zip(fork.checks_of(proof, genesis), (proof.one, proof.two))
    )
    found = Report(
        FORK,
        (None, True, None, None, None),
        None,
        _names(genesis.setup),
        entries=proof.base,
        player=proof.player,
        proves="two_histories",
    )
    return Examination(found, checks, proof=proof)


def _false_state(data: bytes) -> Examination:
    proof, genesis = false_state.read_proof(data)
    ledger = false_state.replayed(proof, genesis)
    found = Report(
        FORK,
        (None, True, True, None, None),
        None,
        _names(genesis.setup),
        entries=ledger.seq,
        player=proof.player,
        proves="false_state",
    )
    return Examination(found, (Check(*false_state.check_of(proof, ledger), _slot(ledger.seq)),), ledger)


def _record(data: bytes) -> Examination:
    whole = record.read(data)
    match = record.replay(whole)
    fault = _audit(whole.setup, whole.entries, Vaults(whole.secrets))
    secret = fault and fault[1]
    if fault is not None and secret is not None:
        secret.where = _slot(fault[0] + 1)
    table = match.table
    ended = "fault" if table.fault else "rules" if match.pending is None else ""
    found = Report(
        RECORD,
        (False, None, True, None, False if secret else True if all(whole.secrets) and ended else None),
        Malformed("record_not_signed", where="record"),
        _names(whole.setup),
        table.winner,
        ended,
        _vp(match),
        table.round,
        len(whole.entries),
    )
    return Examination(found, record=whole)


_READERS = {MATCH: _match, FORK: _proof, RECORD: _record}


def _slot(seq: int) -> str:
    return f"entry {seq}" if seq else "genesis"


def _names(setup: Setup) -> tuple[str, str]:
    one, two = (name or troop.name for name, troop in zip(setup.names, setup.troops))
    return one, two


def _vp(match: Match) -> tuple[int, int]:
    return match.sides[1].vp, match.sides[2].vp


def _unsigned(saved: stored.Saved) -> EdenError | None:
    """Return the first lack of a signature: the genesis needs both players', each entry its writer's."""
    for player in (1, 2):
        if player not in saved.signatures:
            return Malformed("not_signed", where="genesis", player=player)
    missing = stored.covers(saved.ledger, saved.signatures)
    return (
        Malformed("not_signed", where=_slot(missing), player=saved.ledger.entries[missing - 1].writer)
        if missing
        else None
    )


# --- secrets ---


def _fault_of_secrets(saved: stored.Saved) -> EdenError | None:
    """Return the first conflict of a sealed answer, opening or claim with the known secrets, with its entry."""
    ledger, secrets = saved.ledger, saved.secrets
    found = _audit(ledger.genesis.setup, ledger.steps, Vaults((secrets.get(1, b""), secrets.get(2, b""))))
    if found is None:
        return None
    step, fault = found
    fault.where = _slot(_slot_of(ledger, step))
    return fault


def _slot_of(ledger: Ledger, step: int) -> int:
    """Return the slot in which a step of play was written: the last that led past it, as undos go back."""
    trial, found = Ledger(ledger.genesis), 0
    for seq, entry in enumerate(ledger.entries, 1):
        before = len(trial.steps)
        trial.apply(entry)
        if before <= step < len(trial.steps):
            found = seq
    return found


def _audit(setup: Setup, steps: Sequence[Step], vaults: Vaults) -> tuple[int, EdenError] | None:
    """Replay everything with the known secrets; return the first step in conflict with them, and the reason."""
    match = new_match(setup)
    for index, step in enumerate(steps):
        if not isinstance(step, Given):
            flow.roll(match, step.faces)
            continue
        vault = vaults.of(step.player)
        if vault is not None:
            if isinstance(step.answer, (Seal, Hand)):
                vaults.remember(match, step)
            fault = _fault_of(match, step, vault)
            if fault is not None:
                return index, fault
        flow.answer(match, step.player, step.answer)
    return None


def _fault_of(match: Match, step: Given, vault: Vault) -> EdenError | None:
    """Return the conflict of an answer with its player's own secret.

    Checked are GEN-6 bids, PREP-5 missions, PREP-8 hands and ITD-10 claims.
    """
    given, question, player = step.answer, match.pending, step.player
    assert isinstance(question, Decision)
    if question.kind == "bid" and vault.bid is None:
        return Illegal("sealed_otherwise", "GEN-6", player=player)
    if isinstance(given, Seal) and question.kind == "mission":
        if vault.mission is None:
            return Illegal("sealed_otherwise", "PREP-5", player=player)
        card = missions.find(match, str(vault.mission.value))
        if card is None or card.revealed or card.id not in flow.options(match):
            return Illegal("not_an_option", "PREP-5", player=player, given=str(vault.mission.value))
    if isinstance(given, Hand):
        held = Counter(str(kept.value) for kept in vault.cards)
        if len(vault.cards) != len(given.digests):
            return Illegal("sealed_otherwise", "PREP-8", player=player)
        if held - Counter(flow.options(match)):
            return Illegal("card_twice", "PREP-8", player=player)
    if isinstance(given, Open) and given != vault.open(match):
        return Illegal("opening_does_not_match", "GEN-6" if question.card == "bid" else "PREP-5", player=player)
    if question.kind == "claim" and isinstance(given, Pick):
        true = missions.true_claim(match, player, vault, question.card)
        if given.value != true:
            return Illegal("false_claim", "ITD-10", player=player, claimed=given.value, scored=true)
    return None
