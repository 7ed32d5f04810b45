"""The stored form of a match between peers: save, replay, link and evidence in one (protocol.md, "Record").

It holds the genesis, the answers, the match secrets that are open (otherwise commitment and latest reveal), the latest
signature of each player, and a resignation outside the chain, as a player who gave up wrote no further slot. Everything
that follows from these is left out and derived again on reading: dice, reveals, openings, hashes.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from eden_core.cards.shipped import load
from eden_core.engine.cbor import decode, encode
from eden_core.engine.messages import Answer, Decision
from eden_core.errors import Malformed, reading
from eden_core.record.packing import answer_data, answer_from
from eden_core.record.record import Given, Vaults, opens_itself
from eden_core.record.setups import setup_data, setup_from
from eden_core.sync.chain.dice import Chain, wound_back
from eden_core.sync.chain.entries import ANSWER, REVEAL, SECRET, Claim, Entry, Reveal
from eden_core.sync.chain.genesis import Genesis, Half, Invite, Reply, commitment_of, genesis_of, is_mode
from eden_core.sync.chain.ledger import Ledger
from eden_core.sync.keys import is_sound_key
from eden_core.sync.rules_id import rules_id

__all__ = ["Saved", "Signature", "covers", "read", "write"]

VERSION = 1


class Signature(NamedTuple):
    """A player's signature over the head at slot `seq` (the genesis is slot 0)."""

    seq: int
    state: bytes
    bytes: bytes


class Saved(NamedTuple):
    """A match read from its stored form: the game played, the known secrets, and the latest signature by player."""

    ledger: Ledger
    secrets: dict[int, bytes]
    vaults: Vaults
    signatures: dict[int, Signature]
    claims: tuple[tuple[int, Claim], ...]  # (slot, signature within an entry), still to be verified
    resigned: tuple[int, bytes] | None = None  # outside the chain: who, and the signature to be verified


def covers(ledger: Ledger, signatures: dict[int, Signature], since: int = 0) -> int:
    """Return the first slot after `since` that its writer has not signed for; 0 if there is none."""
    signed = {player: signatures[player].seq if player in signatures else -1 for player in (1, 2)}
    for seq in range(since + 1, ledger.seq + 1):
        if signed[ledger.entries[seq - 1].writer] < seq:
            return seq
    return 0


def write(
    ledger: Ledger,
    secrets: dict[int, bytes],
    signatures: dict[int, Signature],
    resigned: tuple[int, bytes] | None = None,
) -> bytes:
    """Return the canonical bytes of a match.

    `secrets`: the player's own secret, where it may be included; `resigned`: who gave up outside the chain.
    """
    genesis = ledger.genesis
    secrets = {**secrets, **{player: secret for player, secret in ledger.secrets.items() if secret}}
    invite, library = genesis.invite, load(genesis.setup.ruleset.edition)
    walk = _Walk(Ledger(genesis), Vaults((secrets.get(1, b""), secrets.get(2, b""))))
    items: list[Any] = []
    for seq, entry in enumerate(ledger.entries, 1):
        if entry.kind == ANSWER:
            given = answer_from(walk.ledger.match, entry.writer, entry.body[0], None)
            item = walk.item(entry.writer, given)
            if item is not None:  # left out if the known vault yields it; a different opening is stored
                items.append({seq: (ANSWER, entry.body)} if opens_itself(walk.ledger.match, walk.vaults) else item)
        elif entry.kind not in (REVEAL, SECRET):
            items.append({seq: (entry.kind, entry.body)})
        walk.ledger.apply(entry)
    sides = tuple(
        (secrets[player],)
        if player in secrets
        else (
            genesis.commitment(player),
            ledger.at[player],
            ledger.base[player],
            ledger.shown[player],
            ledger.ended_chains[player],
        )
        for player in (1, 2)
    )
    signed = tuple((kept.seq, kept.bytes) if (kept := signatures.get(player)) else () for player in (1, 2))
    signed += () if resigned is None else (resigned,)
    setup = setup_data(genesis.setup._replace(nonce=b""), library)
    half = invite.host, genesis.guest
    return encode(
        (
            VERSION,
            invite.rules[:8],
            invite.mode,
            invite.length,
            setup,
            tuple(each.key for each in half),
            tuple(each.nonce for each in half),
            sides,
            ledger.seq,
            tuple(items),
            signed,
        )
    )


class _Walk:
    """A ledger being replayed from a stored match, with the vaults rebuilt from the known secrets."""

    def __init__(self, ledger: Ledger, vaults: Vaults) -> None:
        self.ledger, self.vaults = ledger, vaults

    def item(self, player: int, given: Answer) -> Any:
        """Return the stored form of an answer; None when it opens a value that a known vault holds."""
        match, vault = self.ledger.match, self.vaults.of(player)
        if vault is not None:
            self.vaults.remember(match, Given(player, given))
            if opens_itself(match, self.vaults) and vault.open(match) == given:
                return None
        return answer_data(match, given, vault)


def read(data: bytes) -> Saved:
    """Return the match in a stored form, replayed to its end; its signatures are still to be verified.

    Raises `EdenError` naming the entry; nothing else happens.
    """
    where = "stored match"
    with reading(where, "not_a_match"):
        parts = decode(data)
        if not isinstance(parts, tuple) or len(parts) != 11:
            raise Malformed("not_a_match")
        version, rules, mode, length, setup, keys, nonces, sides, total, items, signed = parts
        if version != VERSION:
            raise Malformed("other_protocol", theirs=str(version)[:20], ours=VERSION)
        if rules != rules_id()[:8]:
            raise Malformed("other_rules", theirs=rules[:4].hex(), ours=rules_id()[:4].hex())
        genesis, secrets = _genesis(mode, length, setup, keys, nonces, sides)
        reader = _Reader(genesis, secrets, sides, items)
        if type(total) is not int or not 0 <= total <= len(items) + (1 << 16):
            raise Malformed("not_a_match")
        *signed, resigned = signed if len(signed) == 3 else (*signed, None)
        signatures = {
            player: Signature(seq, b"", raw)
            for player, kept in zip((1, 2), signed, strict=True)
            if kept
            for seq, raw in [kept]
        }
        for kept in signatures.values():
            if type(kept.seq) is not int or not 0 <= kept.seq <= total or type(kept.bytes) is not bytes:
                raise Malformed("not_a_signature")
        reader.signed = {kept.seq for kept in signatures.values()}
        reader.note_state()
        claims: list[tuple[int, Claim]] = []
        ledger = reader.walk.ledger
        while ledger.seq < total:
            where = f"entry {ledger.seq + 1}"
            reader.step()
            claims += [(ledger.seq, claim) for claim in ledger.claims]
        where = "stored match"
        if reader.queue:
            raise Malformed("bytes_left_over")
        reader.check_sides()
        if resigned is not None:
            player, raw = resigned
            if ledger.is_over or type(player) is not int or player not in (1, 2) or type(raw) is not bytes:
                raise Malformed("not_a_resignation")
        signatures = {player: kept._replace(state=reader.states[kept.seq]) for player, kept in signatures.items()}
    return Saved(ledger, secrets, reader.walk.vaults, signatures, tuple(claims), resigned)


def _genesis(
    mode: Any, length: Any, setup: Any, keys: Any, nonces: Any, sides: Any
) -> tuple[Genesis, dict[int, bytes]]:
    if (
        not is_mode(mode)
        or type(length) is not int
        or not 32 <= length <= 1 << 16
        or not all(type(key) is bytes and len(key) == 32 and is_sound_key(key) for key in keys)
        or not all(type(nonce) is bytes and len(nonce) == 16 for nonce in nonces)
    ):
        raise Malformed("not_a_match", where="genesis")
    secrets: dict[int, bytes] = {}
    halves: list[Half] = []
    salt = Invite(b"", mode, length, setup_from(setup), Half(keys[0], b"", b"", nonces[0])).salt()
    for player, key, nonce, side in zip((1, 2), keys, nonces, sides, strict=True):
        if len(side) == 1:
            (secret,) = side
            if type(secret) is not bytes or len(secret) != 32:
                raise Malformed("secret_is_32_bytes", where="genesis")
            secrets[player] = secret
            halves.append(Half(key, Chain(secret, salt, player, length).tip, commitment_of(secret, key), nonce))
        else:
            commitment, at, base, shown, ended = side
            if not all(type(each) is bytes and len(each) == 32 for each in (commitment, shown, *ended)) or not (
                type(at) is int and type(base) is int and base == len(ended) * length and base <= at <= base + length
            ):
                raise Malformed("not_a_match", where="genesis")
            tip = wound_back(salt, player, length, ended[0], 0) if ended else wound_back(salt, player, at, shown, 0)
            halves.append(Half(key, tip, commitment, nonce))
    invite = Invite(rules_id(), mode, length, setup_from(setup), halves[0])
    return genesis_of(invite, Reply(halves[1])), secrets


class _Reader:
    """A reader that rebuilds a stored match's entries."""

    def __init__(self, genesis: Genesis, secrets: dict[int, bytes], sides: Any, items: Any) -> None:
        self.walk = _Walk(Ledger(genesis), Vaults((secrets.get(1, b""), secrets.get(2, b""))))
        self.queue = list(reversed(items))
        self.secrets, self.sides = secrets, sides
        self.signed: set[int] = set()  # the slots whose states are wanted
        self.states: dict[int, bytes] = {}
        self._chains: dict[tuple[int, int], Chain] = {}
        self._links: dict[tuple[int, int], list[bytes]] = {}

    def step(self) -> None:
        """Rebuild the next entry."""
        ledger = self.walk.ledger
        due = ledger.due()
        if due is None:
            raise Malformed("match_is_closed")
        item = self.queue[-1] if self.queue else None
        if isinstance(item, dict) and ledger.seq + 1 in item:
            ((kind, body),) = self.queue.pop().values()
            ledger.apply(Entry(due.writer, kind, body))
        elif due.what == "reveal":
            ledger.reveal(self._reveals_of(due.writer))
        elif due.what == "secret":
            ledger.apply(Entry(due.writer, SECRET, self.secrets[due.writer]))
        else:
            self._answer(due.writer)
        self.note_state()

    def note_state(self) -> None:
        """Keep the state if a player signed for the current slot."""
        ledger = self.walk.ledger
        if ledger.seq in self.signed:
            self.states[ledger.seq] = ledger.state()

    def _answer(self, player: int) -> None:
        ledger, vaults = self.walk.ledger, self.walk.vaults
        question, vault = ledger.match.pending, vaults.of(player)
        assert isinstance(question, Decision)
        if vault is not None and opens_itself(ledger.match, vaults):
            ledger.answer(vault.open(ledger.match), self._reveals_of(player))
            return
        if not self.queue:
            raise Malformed("cut_short")
        item = self.queue.pop()
        given = answer_from(ledger.match, player, item, vault)
        if encode(answer_data(ledger.match, given, vault)) != encode(item):
            raise Malformed("not_canonical")
        ledger.answer(given, self._reveals_of(player))

    def _reveals_of(self, player: int) -> Reveal:
        """Return a function that gives a player's reveals, from the open secret or wound back from the latest one."""
        invite, side = self.walk.ledger.genesis.invite, self.sides[player - 1]
        salt, length = invite.salt(), invite.length

        def reveal(k: int) -> bytes:
            base = (k - 1) // length * length
            if player in self.secrets:
                if (player, base) not in self._chains:
                    self._chains[player, base] = Chain(self.secrets[player], salt, player, length, base)
                return self._chains[player, base].reveal(k)
            _, at, last, shown, ended = side
            if (player, base) not in self._links:  # computed once: each link is the hash of the one after it
                links = [shown if base == last else ended[base // length]]
                for index in range(at if base == last else base + length, base + 1, -1):
                    links.append(wound_back(salt, player, index, links[-1], index - 1))
                self._links[player, base] = links[::-1]
            links = self._links[player, base]
            if k - base > len(links) or k > at:
                raise Malformed("reveal_is_missing", "ROLL-1", player=player, index=k)
            return links[k - base - 1]

        return reveal

    def check_sides(self) -> None:
        """Check that the stored chain of a player whose secret is not open agrees with the replayed match."""
        ledger = self.walk.ledger
        for player in (1, 2):
            if player not in self.secrets and tuple(self.sides[player - 1][1:]) != (
                ledger.at[player],
                ledger.base[player],
                ledger.shown[player],
                ledger.ended_chains[player],
            ):
                raise Malformed("not_a_match", where=f"player {player}")
