"""The record of a match: set-up, known secrets and answers; the one format of saves, replays and bug reports.

Entries are encoded relative to the state they answer (`packing.py`), so reading a record replays it and refuses any
illegal answer, with the entry's number. Openings of sealed answers are omitted and rebuilt if the player's secret is
known.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from typing import Any, NamedTuple, Union

from eden_core.cards.shipped import load
from eden_core.engine import flow
from eden_core.engine.cbor import decode, encode
from eden_core.engine.match import Match, Setup
from eden_core.engine.messages import Answer, Decision, Hand, Roll, Seal
from eden_core.engine.vault import Vault
from eden_core.errors import EdenError, Malformed
from eden_core.record.numbers import base6, faces_of
from eden_core.record.packing import answer_data, answer_from
from eden_core.record.setups import setup_data, setup_from
from eden_core.rules.start import new_match

__all__ = [
    "Dice",
    "Entry",
    "Given",
    "Record",
    "Vaults",
    "deflated",
    "inflated",
    "opens_itself",
    "read",
    "replay",
    "write",
]

VERSION = 3  # since version 3 set-ups contain the optional modules
MAX_INFLATED = 1 << 18  # bytes


class Given(NamedTuple):
    """The entry of a player's answer."""

    player: int
    answer: Answer


class Dice(NamedTuple):
    """The entry of a dice roll: the faces."""

    faces: tuple[int, ...]


Entry = Union[Given, Dice]


class Record(NamedTuple):
    """A match as it was played; `secrets` are the players' vault secrets of 32 bytes each, b"" if unknown."""

    setup: Setup
    secrets: tuple[bytes, bytes]
    entries: tuple[Entry, ...]


def replay(record: Record, watch: Callable[[Match], None] | None = None) -> Match:
    """Replay a record and return the match it leads to.

    `watch` is called with the match before each entry. Raises `EdenError` with the number of an illegal entry.
    """
    match = new_match(record.setup)
    for number, entry in enumerate(record.entries, 1):
        if watch is not None:
            watch(match)
        try:
            if isinstance(entry, Dice):
                flow.roll(match, entry.faces)
            else:
                flow.answer(match, entry.player, entry.answer)
        except EdenError as error:
            error.where = f"entry {number}"
            raise
    return match


# --- whole records ---


def write(record: Record) -> bytes:
    """Return a record's canonical bytes; the record must be legal, as it is replayed to encode its entries."""
    library = load(record.setup.ruleset.edition)
    match = new_match(record.setup)
    vaults = Vaults(record.secrets)
    items: list[Any] = []
    for entry in record.entries:
        if isinstance(entry, Dice):
            items.append(base6(entry.faces))
            flow.roll(match, entry.faces)
            continue
        question = match.pending
        assert isinstance(question, Decision)
        vault = vaults.of(entry.player)
        if vault is not None:
            vaults.remember(match, entry)
        if not opens_itself(match, vaults) or vault is None or vault.open(match) != entry.answer:
            data = answer_data(match, entry.answer, vault)
            if question.kind == "bid" or question.kind == "open":
                items.append((entry.player, data) if entry.player != question.owners[0] else (0, data))
            else:
                items.append(data)
        flow.answer(match, entry.player, entry.answer)
    return encode((VERSION, setup_data(record.setup, library), record.secrets, tuple(items)))


class Vaults:
    """The players' vaults, rebuilt from a record's secrets."""

    def __init__(self, secrets: tuple[bytes, bytes]) -> None:
        self.vaults = {player: Vault(player, secret) for player, secret in enumerate(secrets, 1) if secret}

    def of(self, player: int) -> Vault | None:
        """Return a player's vault, or `None` if the secret is unknown."""
        return self.vaults.get(player)

    def remember(self, match: Match, entry: Given) -> None:
        """Find the content of a sealed answer by trying all legal ones, and store it in the vault."""
        vault, given = self.vaults[entry.player], entry.answer
        question = match.pending
        assert isinstance(question, Decision)
        if question.kind == "bid":
            for value in range(match.sides[entry.player].sp + 1):
                if vault.seal_bid(match, value) == given:
                    return
            vault.bid = None
        elif isinstance(given, Seal):
            for card in match.setup.missions:
                if card.id in flow.options(match) and vault.seal_mission(match, card) == given:
                    return
            vault.mission = None
        elif isinstance(given, Hand):
            vault.find_hand(match, given, flow.options(match))


def read(data: bytes) -> Record:
    """Decode and replay a record in canonical bytes.

    Raises `EdenError`, with the number of the entry as its place, for damaged, illegal or non-canonical data.
    """
    version, setup_data, secrets, items = _parts(data)
    if version != VERSION:
        raise Malformed("another_version", version=version)
    number = 0
    try:
        setup = setup_from(setup_data)
        one, two = secrets
        if type(one) is not bytes or type(two) is not bytes:
            raise Malformed("secret_is_32_bytes")
        vaults = Vaults((one, two))
        match = new_match(setup)
        entries: list[Entry] = []
        queue = list(reversed(items))
        while queue or opens_itself(match, vaults):
            number = len(items) - len(queue) + 1
            entry = _next(match, vaults, queue)
            if isinstance(entry, Dice):
                flow.roll(match, entry.faces)
            else:
                flow.answer(match, entry.player, entry.answer)
            entries.append(entry)
        record = Record(setup, (one, two), tuple(entries))
        if write(record) != data:
            raise Malformed("not_canonical")
    except EdenError as error:
        error.where = f"entry {number}" if number else "set-up"
        raise
    except Exception as error:  # decoded data of any shape can break the reader anywhere
        raise Malformed("not_a_record", where=f"entry {number}" if number else "set-up", detail=str(error)) from None
    return record


def _parts(data: bytes) -> tuple[Any, Any, Any, Any]:
    whole = decode(data)
    if not isinstance(whole, tuple) or len(whole) != 4:
        raise Malformed("not_a_record")
    return whole


def opens_itself(match: Match, vaults: Vaults) -> bool:
    """Return whether a known vault can answer the pending question, an opening, which then needs no entry."""
    question = match.pending
    if not isinstance(question, Decision) or question.kind != "open":
        return False
    vault = vaults.of(question.owners[0])
    return vault is not None and (vault.bid if question.card == "bid" else vault.mission) is not None


def _next(match: Match, vaults: Vaults, queue: list[Any]) -> Entry:
    question = match.pending
    if question is None:
        raise Malformed("match_is_over")
    if opens_itself(match, vaults):
        player = question.owners[0]  # type: ignore[union-attr]
        vault = vaults.of(player)
        assert vault is not None
        return Given(player, vault.open(match))
    data = queue.pop()
    if isinstance(question, Roll):
        return Dice(faces_of(data, question.dice))
    player = question.owners[0]
    if question.kind in ("bid", "open"):
        named, data = data
        player = named or player
    return Given(player, answer_from(match, player, data, vaults.of(player)))


def deflated(data: bytes) -> bytes:
    """Compress data with raw deflate, as in links and files."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return packer.compress(data) + packer.flush()


def inflated(data: bytes) -> bytes:
    """Decompress raw deflate; raises `Malformed` for damaged data or more than `MAX_INFLATED` bytes."""
    try:
        unpacker = zlib.decompressobj(-15)
        out = unpacker.decompress(data, MAX_INFLATED)
        if unpacker.unconsumed_tail or not unpacker.eof or unpacker.unused_data:
            raise Malformed("damaged_or_too_large", limit=MAX_INFLATED)
    except zlib.error as error:
        raise Malformed("damaged", detail=str(error)) from None
    return out
