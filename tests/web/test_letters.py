"""Matches by letter: each step a link, and what no letter can hold."""

from __future__ import annotations

import pytest

from eden_core.cbor import encode
from eden_core.cli.simulate import ready_setup
from eden_core.errors import EdenError, Malformed
from eden_core.sync import links
from eden_core.sync.ledger import Order
from eden_core.sync.wire import Decline, Head, Ping, Refuse, message_of
from tests.web.meetings import HOME, Network, Player, Ports, data_of, met, rest, run
from web import letters, meet
from web.meeting import Meeting

counts: dict[tuple[bool, bool], float] = {}


async def by_letter(one: Ports, two: Ports, quick: bool, ordered: bool = False) -> tuple[Meeting, Meeting, list[str]]:
    """A whole match by letter: all letters that it took."""
    host = await meet.host(one, ready_setup(7), "letter", quick, HOME)
    guest = await meet.join(two, data_of(host), "letter", HOME)
    await rest()
    sent = [guest.link]
    await letters.take_letter(host, data_of(guest))
    sides, players = [host, guest], [Player(host, 5), Player(guest, 6)]
    turn = 0
    while True:
        side, other = sides[turn], sides[1 - turn]
        while players[turn].play():
            await rest()
            session = side.session
            if ordered and session is not None and side.peer.may_write and session.match.table.round > 0:
                order = Order(session.match.table.round, 1, tuple(f.id for f in session.troop(side.peer.player)))
                if side.peer.ledger and side.peer.ledger.orders[side.peer.player] != order:
                    session.catch_up()
                    side.order(order)
                    await rest()
        assert side.peer.ledger is not None
        if not side.has_letter:
            if side.peer.ledger.due() is None:
                return host, guest, sent
            turn = 1 - turn
            continue
        sent.append(side.link)
        await letters.take_letter(other, data_of(side))
        await rest()
        turn = 1 - turn
        assert len(sent) < 600


@pytest.mark.parametrize(("quick", "ordered"), [(False, False), (False, True), (True, False)], ids=["strict", "orders", "quick"])
def test_a_whole_match_by_letter(quick: bool, ordered: bool) -> None:
    """Every step a link of moderate length; both hold the same record at the end; orders and tapes save letters."""
    async def test(net: Network, one: Ports, two: Ports) -> None:
        host, guest, sent = await by_letter(one, two, quick, ordered)
        assert host.peer.ledger and guest.peer.ledger and host.peer.ledger.head == guest.peer.ledger.head
        bodies = sorted(len(link) - len(HOME) for link in sent)
        print(f"\n{len(sent)} letters, median {bodies[len(bodies) // 2]} characters, longest {bodies[-1]}")
        assert bodies[len(bodies) // 2] <= 500
        counts[quick, ordered] = len(sent) / len(host.peer.ledger.steps)      # the match is another for each release
    run(test)
    if len(counts) == 3:
        assert counts[True, False] < counts[False, False] and counts[False, True] < counts[False, False]


async def written(one: Ports, two: Ports) -> tuple[Meeting, Meeting]:
    """Two by letter, a few letters on: whose letter is ready, and who waits for it."""
    host = await meet.host(one, ready_setup(7), "letter", False, HOME)
    guest = await meet.join(two, data_of(host), "letter", HOME)
    await rest()
    await letters.take_letter(host, data_of(guest))
    sides = [(host, Player(host, 5)), (guest, Player(guest, 6))]
    for number in range(40):
        (side, player), (other, _) = sides
        while player.play():
            await rest()
        if side.has_letter and number > 6 and side.peer.ledger.seq > other.peer.ledger.seq:  # type: ignore[union-attr]
            return side, other
        if side.has_letter:
            await letters.take_letter(other, data_of(side))
            await rest()
        sides.reverse()
    raise AssertionError("nobody has a letter")


def test_ones_own_letter_opened_stays_to_be_sent() -> None:
    """It says nothing of what the other holds, whether the page stayed open or what was stored is older than the letter."""
    async def test(net: Network, one: Ports, two: Ports) -> None:
        side, other = await written(one, two)
        link, known = side.link, side.peer.peer_seq
        await letters.take_letter(side, data_of(side))
        assert (side.link, side.peer.peer_seq) == (link, known)
        assert side.peer.ledger is not None and other.peer.ledger is not None
        side.peer.ledger, side.peer.signatures = other.peer.ledger, other.peer.signatures        # as it was a letter ago
        await letters.take_letter(side, links.opened(link)[1])
        await rest()
        assert side.peer.ledger.seq > other.peer.ledger.seq and side.has_letter and side.peer.peer_seq == known
        await letters.take_letter(other, data_of(side))
        assert other.peer.ledger.head == side.peer.ledger.head
    run(test)


def test_a_letter_that_misses_another_and_what_no_letter_holds_are_refused() -> None:
    """With a reason; whatever nobody signed is for channels alone."""
    async def test(net: Network, one: Ports, two: Ports) -> None:
        side, other = await written(one, two)
        ledger = other.peer.ledger
        assert ledger is not None and side.peer.ledger is not None
        before, error = (ledger.seq, other.peer.peer_seq), "earlier letter is missing"
        late = encode((bytes.fromhex(side.name), (message_of(side.peer.batch(side.peer.ledger.seq)),)))
        with pytest.raises(Malformed, match=error):
            await letters.take_letter(other, late)
        for message in (Head(ledger.seq, ledger.head), Decline("draw", ledger.seq), Refuse("flood", "", ""), Ping(1)):
            with pytest.raises(Malformed, match="not expected"):
                await letters.take_letter(other, encode((bytes.fromhex(side.name), (message_of(message),))))
            other.peer.received(message_of(message))
            assert [shown.error.code for shown in other.peer.take() if shown.error] == ["not_expected"]  # type: ignore[union-attr]
        assert before == (ledger.seq, other.peer.peer_seq) and other.peer.heard is None
        await letters.take_letter(other, data_of(side))
        assert other.peer.ledger is not None and other.peer.ledger.head == side.peer.ledger.head
    run(test)


def test_a_letter_carries_no_questions() -> None:
    """An undo or a draw is offered only where it reaches the other; gone by letter, what was asked is void."""
    async def test(net: Network, one: Ports, two: Ports) -> None:
        host, guest = await met(one, two)
        players = Player(host, 3), Player(guest, 4)
        for _ in range(400):
            for player in players:
                player.look()
            if host.session is not None and host.session.can_undo:
                break
            any([player.play() for player in players])
            await rest()
        assert host.session is not None and host.session.can_undo and host.standing().may_ask
        host.offer_draw()
        await rest()
        assert host.standing().asking == "draw"
        with pytest.raises(Malformed, match="not expected"):      # a letter is no channel, though one be open
            await letters.take_letter(guest, encode((bytes.fromhex(host.name), (message_of(Head(0, bytes(32))),))))
        for meeting in (host, guest):
            meeting.go_by_letter()
        await rest(100)
        standing = host.standing()
        assert (standing.asking, standing.may_ask, standing.connection, host.session.can_undo) == ("", False, "none", False)
        assert not host.peer.is_connected and not guest.peer.is_connected
        host.offer_draw()
        host.ask_undo(0)
        await rest()
        assert host.peer.asking is None and host.standing().error is None
    run(test)


def test_a_letter_twice_late_and_to_another_match() -> None:
    """Twice changes nothing; one that misses another before it, or belongs elsewhere, is refused with a reason."""
    async def test(net: Network, one: Ports, two: Ports) -> None:
        host = await meet.host(one, ready_setup(7), "letter", False, HOME)
        guest = await meet.join(two, data_of(host), "letter", HOME)
        await rest()
        reply = data_of(guest)
        await letters.take_letter(host, reply)
        await letters.take_letter(host, reply)
        other = await meet.host(one, ready_setup(8), "letter", False, HOME)
        with pytest.raises(EdenError, match="letter of another match"):
            await letters.take_letter(other, reply)
        assert letters.addressee(reply) == host.name
    run(test)
