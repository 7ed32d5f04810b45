"""Links, decoders and readers under fire: whatever comes, only `Malformed` (or, from replaying, `Illegal`), and at
once.
"""

from __future__ import annotations

import zlib
from base64 import urlsafe_b64encode
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from eden_core.engine.cbor import MAX_BYTES, MAX_DEPTH, decode, encode
from eden_core.errors import EdenError, Malformed
from eden_core.record.record import MAX_INFLATED, deflated, inflated
from eden_core.record.record import read as read_record
from eden_core.sync import links
from eden_core.sync.chain import stored
from eden_core.sync.chain.genesis import Invite, Reply, read_invite, read_reply
from eden_core.sync.links import KINDS, MOST_CHARACTERS, link_of, opened
from eden_core.sync.peer import restoring
from eden_core.sync.proofs import fork
from eden_core.sync.proofs.verifying import examine
from eden_core.sync.wire import FRAME, MOST_BYTES, Assembly, frames_of, message_from
from tests.sync.matches import Game, short

FUZZ = settings(max_examples=150, deadline=2_000, suppress_health_check=list(HealthCheck), derandomize=True)
HOSTILE_NAMES = (
    "\u202egnp.exe",
    "\x1b[31mred",
    "<script>alert(1)</script>",
    "\0",
    "a" * 100_000,
    "\ud800",
    "\u0301" * 500,
    "../../etc",
    "';--",
    "\N{PILE OF POO}" * 50,
    "\u2066\u2067\u2068",
    " " * 3,
)


def refused(work: Callable[[], Any], *kinds: type[EdenError]) -> EdenError | None:
    """The refusal of some work, or None where it was taken; anything but a refusal fails the test."""
    expected = kinds or (Malformed,)
    try:
        work()
    except expected as error:
        assert error.code
        return error
    return None


# --- links ---


def test_a_link_leads_back_to_its_bytes() -> None:
    for kind in KINDS:
        for data in (b"", b"\x00", b"abc" * 1000, bytes(range(256)) * 200):
            link = link_of(kind, data)
            assert opened(link) == (kind, data) and link.isascii() and "=" not in link
            for around in ("https://x.example/eden/#{}", "  {}\n", "#{}", "https://x.example/#a#{}"):
                assert opened(around.format(link)) == (kind, data)
            # Chat programs break lines.
            assert opened("\r\n".join(link[at : at + 76] for at in range(0, len(link), 76))) == (kind, data)


def test_every_character_of_a_link_counts() -> None:
    """Cut at each character, or with one changed: told, never read as something else."""
    link = link_of("m", short().stored())
    for at in range(len(link)):
        assert refused(lambda: opened(link[:at])), at
        other = "A" if link[at] != "A" else "B"
        assert refused(lambda: opened(link[:at] + other + link[at + 1 :])), at
        if at % 7 == 0:
            assert refused(lambda: opened(link[:at] + link[at + 1 :])), at
            assert refused(lambda: opened(link[:at] + other + link[at:])), at
    assert refused(lambda: opened(link + link))


def raw_link(kind: str, packed: bytes) -> str:
    """A link with a right checksum over any packed bytes."""
    text = urlsafe_b64encode(packed).decode().rstrip("=")
    return f"1.{kind}.{zlib.crc32(f'1.{kind}.{text}'.encode()):08x}.{text}"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "not_a_link"),
        ("#", "not_a_link"),
        ("https://x.example/", "not_a_link"),
        ("1.m.0", "not_a_link"),
        ("2.m.00000000.AAAA", "link_of_another_version"),
        ("1.z.00000000.AAAA", "link_of_unknown_kind"),
        ("1.mm.00000000.AAAA", "link_of_unknown_kind"),
        ("1.m.00000000.AAAA", "link_is_damaged"),
        ("1..0.0", "link_of_unknown_kind"),
        ("1.m.0.\ud800", "link_is_damaged"),
        ("1.m.é.é", "link_is_damaged"),
        ("x" * (MOST_CHARACTERS + 1), "link_too_long"),
        ("1.m.00000000." + "A" * 200_001, "link_too_long"),
        ("\u202e1.m.0.0", "link_of_another_version"),
        (raw_link("m", b""), "damaged_or_too_large"),
        (raw_link("m", b"\xff\xff"), "damaged"),
        (raw_link("m", deflated(b"abc")), "link_is_damaged"),
        (raw_link("m", deflated(b"\0\0\0\x05abc")), "link_is_damaged"),
        (raw_link("m", deflated(b"\0\0\0\3abc") + b"x"), "damaged_or_too_large"),
        (raw_link("m", deflated(b"\0\0\0\3abc")) + "==", "link_is_damaged"),
    ],
)
def test_what_is_no_link_is_told(text: str, code: str) -> None:
    error = refused(lambda: opened(text))
    assert error is not None and error.code == code
    str(error).encode("utf-8", "replace")


@pytest.mark.parametrize("size", [MAX_INFLATED + 1, 1 << 24, 1 << 26])
def test_a_deflate_bomb_is_cut_off(size: int) -> None:
    """What would inflate past the cap is refused after the cap, however small it travels."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    chunk = bytes(1 << 16)
    parts = [packer.compress(chunk) for _ in range(size >> 16)]
    packed = b"".join([*parts, packer.compress(bytes(size & 0xFFFF)), packer.flush()])
    assert refused(lambda: inflated(packed)).code == "damaged_or_too_large"  # type: ignore[union-attr]
    link = raw_link("m", packed)
    error = refused(lambda: opened(link))
    assert error is not None and error.code in ("damaged_or_too_large", "link_too_long")


@FUZZ
@given(st.text(max_size=300))
def test_any_text_is_a_link_or_refused(text: str) -> None:
    assert refused(lambda: opened(text))
    assert refused(lambda: opened(f"1.m.{text}")) and refused(lambda: opened(f"1.m.0.{text}"))


@FUZZ
@given(st.binary(max_size=300), st.sampled_from(KINDS))
def test_any_bytes_in_a_right_link_are_read_or_refused(data: bytes, kind: str) -> None:
    """A checksum is easily made: what it protects is as hostile as anything."""
    assert opened(link_of(kind, data)) == (kind, data)
    refused(lambda: opened(raw_link(kind, data)))
    examined = None
    if kind in "mfr":
        examined = examine(kind, data)
        assert examined.found.fault is not None and not examined.checks
    else:
        assert refused(lambda: examine(kind, data))


# --- CBOR ---


def test_nesting_is_capped() -> None:
    deep: Any = 0
    for _ in range(MAX_DEPTH):
        deep = (deep,)
    assert decode(encode(deep)) == deep
    for data in (
        b"\x81" * (MAX_DEPTH + 1) + b"\x00",
        b"\x81" * 100_000,
        b"\xa1\x01" * 100_000,
        b"\x9f" * 1000,
        b"\xbf" * 9,
    ):
        assert refused(lambda: decode(data))


@pytest.mark.parametrize(
    "data",
    [
        b"\x18\x17",
        b"\x19\x00\xff",
        b"\x1a\x00\x00\xff\xff",
        b"\x1b\x00\x00\x00\x00\xff\xff\xff\xff",  # longer than needed
        b"\x38\x05",
        b"\x58\x01a",
        b"\x78\x01a",
        b"\x98\x00",
        b"\xb8\x00",
        b"\xa2\x02\x00\x01\x00",
        b"\xa2\x01\x00\x01\x00",
        b"\xa1\x80\x00",
        b"\xa1\xa0\x00",  # keys
        b"\xf4",
        b"\xf5",
        b"\xf6",
        b"\xf7",
        b"\xf9\x3c\x00",
        b"\xfa\x3f\x80\x00\x00",
        b"\xfb" + bytes(8),  # simple, floats
        b"\xc0\x00",
        b"\xd8\x20\x00",
        b"\x5f\x41a\xff",
        b"\x7f\x61a\xff",
        b"\x9f\xff",
        b"\xbf\xff",
        b"\xff",
        b"\x1c",
        b"\x1f",
        b"\x3c",
        b"\x5c",
        b"\x62\xed\xa0",
        b"\x63\xed\xa0\x80",
        b"\x61\xff",
        b"\x62\xc0\x80",
        b"\x64\xf4\x90\x80\x80",  # surrogates, overlong
        b"",
        b"\x00\x00",
        b"\x41",
        b"\x9b" + b"\xff" * 8,
        b"\xbb" + b"\xff" * 8,
        b"\x5b" + b"\xff" * 8,
        b"\x9a\x7f\xff\xff\xff\x00",
    ],
)
def test_what_is_not_canonical_is_refused(data: bytes) -> None:
    """Any other way to write a value, anything outside the subset, lengths that promise too much: at once, with the
    place.
    """
    error = refused(lambda: decode(data))
    assert error is not None and error.where.startswith("byte ")


def test_size_is_capped() -> None:
    error = refused(lambda: decode(bytes(MAX_BYTES + 1)))
    assert error is not None and error.code == "too_large"


@FUZZ
@given(st.binary(max_size=200))
def test_any_bytes_are_canonical_or_refused(data: bytes) -> None:
    try:
        value = decode(data)
    except Malformed:
        return
    assert encode(value) == data


VALUES = st.recursive(
    st.one_of(st.integers(-(2**64), 2**64 - 1), st.binary(max_size=40), st.text(max_size=20)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=5).map(tuple), st.dictionaries(st.integers(0, 40), inner, max_size=4)
    ),
    max_leaves=20,
)


@settings(FUZZ, max_examples=60)
@given(VALUES)
def test_readers_refuse_well_formed_nonsense(value: Any) -> None:
    """Canonical bytes of any shape, to every reader there is."""
    readers = readers_of(Game(1))
    for shaped in (
        value,
        (1, value, value),
        (0, value),
        (1, *([value] * 10)),
        (3, *([value] * 3)),
        (1, *([value] * 7)),
    ):
        data = encode(shaped)
        for read in readers:
            assert refused(lambda: read(data), EdenError) or read is message_from


def readers_of(game: Game) -> list[Callable[[bytes], Any]]:
    """Everything that takes bytes from outside."""
    invite = game.ledger.genesis.invite
    return [
        stored.read,
        read_record,
        read_invite,
        lambda data: read_reply(invite, data),
        fork.read_proof,
        restoring.restore,
        message_from,
    ]


# --- whole texts, mutated ---


def mutated(data: bytes, draw: Any) -> bytes:
    """A few bytes changed, cut out, doubled or put in."""
    out = bytearray(data)
    for _ in range(draw(st.integers(1, 3))):
        at, what = draw(st.integers(0, len(out) - 1)), draw(st.integers(0, 3))
        if what == 0:
            out[at] = draw(st.integers(0, 255))
        elif what == 1:
            del out[at : at + draw(st.integers(1, 40))]
        elif what == 2:
            out[at:at] = out[at : at + draw(st.integers(1, 40))]
        else:
            out[at:at] = draw(st.binary(min_size=1, max_size=9))
        if not out:
            break
    return bytes(out)


@settings(FUZZ, max_examples=60)
@given(st.data())
def test_mutated_invitations_and_replies(data: st.DataObject) -> None:
    """What is still read is another invitation, which reads back; nothing else gets through."""
    genesis = Game(1).ledger.genesis
    invite = genesis.invite
    reply = Reply(genesis.guest, "Ada").data(genesis.setup.ruleset.edition)
    assert read_reply(invite, reply)[0].name == "Ada"
    changed = mutated(invite.data(), data.draw)
    try:
        assert read_invite(changed).data() == changed
    except EdenError as error:
        assert error.where
    changed = mutated(reply, data.draw)
    try:
        found, _ = read_reply(invite, changed)
        assert found.data(genesis.setup.ruleset.edition) == changed
    except EdenError as error:
        assert error.where


@settings(FUZZ, max_examples=60)
@given(st.data())
def test_mutated_messages(data: st.DataObject) -> None:
    from eden_core.sync.wire import Batch, Hello, Signed, message_of

    hello = message_of(Hello(1, bytes(32), 2, bytes(32), bytes(64), bytes(32)))
    batch = message_of(Batch(0, bytes(8), ((0, (1, b"x")), (1, ())), (Signed(1, 3, bytes(8), bytes(64)),)))
    for whole in (hello, batch):
        changed = mutated(whole, data.draw)
        try:
            assert message_of(message_from(changed)) == changed
        except Malformed as error:
            assert error.code


@pytest.mark.parametrize("name", HOSTILE_NAMES, ids=range(len(HOSTILE_NAMES)))
def test_hostile_names(name: str) -> None:
    """A name is kept as it is or refused, alike on both sides; it never breaks a reader."""
    game = Game(1)
    genesis = game.ledger.genesis
    invite, edition = genesis.invite, genesis.setup.ruleset.edition
    try:
        data = Reply(genesis.guest, name).data(edition)
    except UnicodeEncodeError:
        return  # a lone surrogate has no bytes at all
    error = refused(lambda: read_reply(invite, data), EdenError)
    if error is None:
        assert read_reply(invite, data)[0].name == name and len(name) <= 100
    setup = invite.setup._replace(names=(name, ""))
    data = Invite(invite.rules, invite.mode, invite.length, setup, invite.host).data()
    error = refused(lambda: read_invite(data), EdenError)
    if error is None:
        assert read_invite(data).setup.names[0] == name and len(name) <= 100


def test_long_texts_are_refused_quickly() -> None:
    """200 kB of text in every place where a text may stand."""
    game = Game(1)
    long = "x" * 200_000
    for read in readers_of(game):
        for data in (
            encode(long),
            encode((1, long)),
            encode((1, long, long)),
            long.encode(),
            encode((8, long, "", "")),
            encode((11, long, "", "")),
        ):
            assert refused(lambda: read(data), EdenError)
    assert refused(lambda: opened(f"1.{long}.0.0")) and refused(lambda: opened(long))
    assert len(str(refused(lambda: opened(f"1.{long[:1000]}.0.0")))) < 200


# --- frames ---


def test_frames_are_put_together_again() -> None:
    for size in (0, 1, FRAME - 1, FRAME, 3 * FRAME, MOST_BYTES):
        message = bytes(size)
        assembly, found = Assembly(), None
        for frame in frames_of(message):
            assert len(frame) <= FRAME and found is None
            found = assembly.take(frame)
        assert found == message


@pytest.mark.parametrize("frame", [b"", b"\x02", b"\xff" * 10, bytes(FRAME + 1), bytes(1 << 18)])
def test_what_is_no_frame_is_refused(frame: bytes) -> None:
    """And what was begun is dropped, so that the next message is read."""
    assembly = Assembly()
    assembly.take(b"\x01abc")
    assert refused(lambda: assembly.take(frame))
    assert assembly.take(b"\x00def") == b"def"


def test_endless_frames_are_refused() -> None:
    assembly = Assembly()
    frame = b"\x01" + bytes(FRAME - 1)
    for _ in range(MOST_BYTES // (FRAME - 1)):
        assembly.take(frame)
    assert refused(lambda: assembly.take(frame))


def test_the_kinds_are_those_that_links_name() -> None:
    assert {
        links.JOIN,
        links.INVITE,
        links.LETTER,
        links.MATCH,
        links.RECORD,
        links.OFFER,
        links.ANSWER,
        links.WATCH,
        links.FORK,
        links.SAVE,
    } == set(KINDS)
