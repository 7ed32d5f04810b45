"""A match of this device as it is stored: set-up, secrets, players and all entries, so that it can be resumed.

Pure Python, no js. Entries are encoded once, when they are given; a roll is written before it is shown, so nobody
can roll again by closing the page.
"""

from __future__ import annotations

from typing import Any

from eden_core.cards.shipped import load
from eden_core.engine.cbor import decode, encode
from eden_core.engine.codec import state_hash
from eden_core.engine.match import Match
from eden_core.engine.messages import Answer, Decision, Hand, Roll, Seal
from eden_core.errors import EdenError, Malformed, reading
from eden_core.record.record import Given, Vaults
from eden_core.record.setups import setup_data, setup_from
from eden_core.sync.rules_id import rules_id
from web.match.entries import answered, dice_of, entry_of
from web.match.session import Session
from web.match.solo import Machine, SoloSession
from web.setup.agreed import MACHINES

__all__ = ["Journal", "begun", "journal_of", "restored", "way_of"]

VERSION = 2
PLACE = "save"
# Procedures, and a field for answers, as releases named them that stored matches before they were named after their
# rules: such a save holds a hash over these names.
FORMER_NAMES = {
    "ActivateNpfs": "ActivatingNpfs",
    "Demolition": "Demolishing",
    "Explosion": "Exploding",
    "Infestation": "Infesting",
    "NpfCharge": "NpfCharging",
    "NpfProwl": "Prowling",
    "PlayMatch": "Course",
    "PlayTactic": "PlayingTactic",
    "ResolveEffects": "CarryingOut",
    "ResolveTriggers": "Hearing",
    "RollWeather": "RollingWeather",
    "SufferHazards": "Suffering",
    "SufferStorms": "Storming",
    "TerritoryManagement": "ManagingTerritory",
    "UseAbility": "Using",
    "across": "over",
}


class Journal:
    """The written form of one session. `raw` holds each entry of the session's record, encoded."""

    def __init__(self, session: Session, name: str) -> None:
        self.session, self.name = session, name
        self.raw: list[bytes] = []
        self.kept: tuple[bytes, ...] | None = None  # the entries in the store, once there are any
        self.keeps = True  # whether the last attempt to store it succeeded
        self.is_open = True  # on a screen: after a crash it is resumed by itself
        match, one, two = session.match, session.vaults[1].secret, session.vaults[2].secret
        self.setup = setup_data(match.setup, load(match.setup.ruleset.edition))
        self._secrets = one, two

    def answered(self, player: int, given: Answer) -> None:
        """Write an answer."""
        self.raw.append(answered(player, given))

    def thrown(self, faces: tuple[int, ...]) -> None:
        """Write dice that fell but are not shown yet."""
        self.raw.append(dice_of(faces))

    def taken_back(self, count: int) -> None:
        """Remove all entries after the first `count`."""
        del self.raw[count:]

    @property
    def is_kept(self) -> bool:
        """Return whether the store holds all entries."""
        return self.kept == tuple(self.raw)

    def data(self) -> bytes:
        """Return the bytes to store.

        They name the rules and the state reached, so that another release can tell whether it plays the match alike.
        """
        reached = rules_id()[:8], len(self.session.record), state_hash(self.session.match)[:8]
        return encode((VERSION, self.setup, self._secrets, self._machine(), tuple(self.raw), reached))

    def _machine(self) -> tuple[Any, ...]:
        session = self.session
        return tuple(session.machine) if isinstance(session, SoloSession) else ()

    def about(self) -> dict[str, Any]:
        """Return the data shown in a list of matches."""
        session = self.session
        setup, table = session.match.setup, session.match.table
        return {
            "names": list(setup.names),
            "troops": [troop.name for troop in setup.troops],
            "edition": setup.ruleset.edition,
            "round": table.round,
            "rounds": setup.rounds,
            "way": way_of(session),
            "agreed": True,
            "open": self.is_open,
            "over": session.is_over,
            "role": session.me if isinstance(session, SoloSession) else 0,
            "winner": session.winner,
            "turn": session.turn,
            "level": session.machine.level if isinstance(session, SoloSession) else "",
        }


def journal_of(session: Session) -> Journal | None:
    """Return the journal of a session; None if the session is not stored here."""
    return session.journal if isinstance(session.journal, Journal) else None


def way_of(session: Session) -> str:
    """Return how a match of this device is played: "solo" against the machine, "device" between two persons."""
    return "solo" if isinstance(session, SoloSession) else "device"


def restored(data: bytes, name: str) -> Session:
    """Return a stored session together with its journal.

    Raises `EdenError`; `save_of_other_rules` if another release stored it and this one would play it differently.
    """
    with reading(PLACE, "not_a_save"):
        version, *parts = decode(data)
        if version != VERSION:
            raise Malformed("save_of_other_rules", theirs=str(version)[:20], ours=VERSION)
        setup, secrets, machine, raw, (rules, count, state) = parts
        try:
            with reading(PLACE, "not_a_save"):
                return _restored(name, setup, secrets, machine, raw, count, state)
        except EdenError:
            if rules == rules_id()[:8]:
                raise
            raise Malformed("save_of_other_rules", theirs=rules[:4].hex(), ours=rules_id()[:4].hex()) from None


def _restored(name: str, setup: Any, secrets: Any, machine: Any, raw: Any, count: int, state: bytes) -> Session:
    """Rebuild a session from its parts; `state` is the beginning of the state's hash after `count` entries."""
    one, two = secrets
    if type(one) is not bytes or type(two) is not bytes:
        raise Malformed("secret_is_32_bytes")
    session = begun(setup_from(setup), (one, two), Machine(*machine) if machine else None)
    session.journal = journal = Journal(session, name)
    vaults = Vaults((b"", b""))
    vaults.vaults = session.vaults
    is_same = False
    while True:
        is_same = is_same or (len(session.record) == count and _has_reached(session.match, state))
        number = len(journal.raw)
        if number >= len(raw):
            break
        with reading(f"entry {number + 1}", "not_a_save"):
            _replay(session, vaults, *entry_of(raw[number]))
            if journal.raw[number] != raw[number]:
                raise Malformed("not_canonical")
    journal.kept = tuple(journal.raw)
    if journal.kept != tuple(raw):
        raise Malformed("not_canonical", where="entries")
    if not is_same:
        raise Malformed("not_a_save", where="state")
    return session


def _has_reached(match: Match, state: bytes) -> bool:
    """Return whether a match is at the state of which a save holds the hash, under today's names or the former ones."""
    return state in (state_hash(match)[:8], state_hash(match, FORMER_NAMES)[:8])


def begun(setup: Any, secrets: tuple[bytes, bytes], machine: Machine | None) -> Session:
    """Return a session at its first question. Raises `Malformed` if there is no such machine."""
    if machine is None:
        return Session(setup, secrets)
    if machine.level not in MACHINES or machine.player not in (1, 2):
        raise Malformed("not_a_save", where="machine")
    return SoloSession(setup, secrets, machine)


def _replay(session: Session, vaults: Vaults, player: int, given: Answer | tuple[int, ...]) -> None:
    """Replay one entry, including the answers that the session then gives by itself."""
    pending = session.match.pending
    if isinstance(pending, Roll) and not player:
        session.throw(given)  # type: ignore[arg-type]
    elif isinstance(pending, Decision) and player:
        vaults.vaults = session.vaults
        if isinstance(given, (Seal, Hand)):
            vaults.remember(session.match, Given(player, given))
        session.again(player, given)  # type: ignore[arg-type]
    else:
        raise Malformed("not_expected")
