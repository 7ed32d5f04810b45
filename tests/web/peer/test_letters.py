"""Matches by letter: each step a link, and what no letter can hold."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from eden_core.cli.simulate import ready_setup
from eden_core.engine.cbor import decode, encode
from eden_core.engine.match import DRAW
from eden_core.errors import EdenError, Malformed
from eden_core.sync import links
from eden_core.sync.chain.ledger import Order
from eden_core.sync.proofs.verifying import verify
from eden_core.sync.wire import Decline, Head, Ping, Refuse, message_of
from tests.sync.peers import Keys
from tests.web.peer.meetings import HOME, Network, Player, Ports, data_of, met, rest, run, until
from tests.web.peer.test_panels import words
from web.peer.meeting import opening
from web.peer.meeting.letters import addressee
from web.peer.meeting.meeting import Meeting
from web.peer.panel.connection import connection_sheet
from web.planning.planner import Planner
from web.prompts.current import ask
from web.table.panel.overlays import end_sheet
from web.ui.nodes import find

counts: dict[tuple[bool, bool], float] = {}


async def by_letter(one: Ports, two: Ports, quick: bool, ordered: bool = False) -> tuple[Meeting, Meeting, list[str]]:
    """A whole match by letter: all letters that it took."""
    host = await opening.host(one, ready_setup(7), "letter", quick, HOME)
    guest = await opening.join(two, data_of(host), "letter", HOME)
    await rest()
    sent = [guest.link]
    await host.letters.take(data_of(guest))
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
        if not side.letters.is_due:
            if side.peer.ledger.due() is None:
                return host, guest, sent
            turn = 1 - turn
            continue
        sent.append(side.link)
        await other.letters.take(data_of(side))
        await rest()
        turn = 1 - turn
        assert len(sent) < 600


@pytest.mark.parametrize(
    ("quick", "ordered"), [(False, False), (False, True), (True, False)], ids=["strict", "orders", "quick"]
)
def test_a_whole_match_by_letter(quick: bool, ordered: bool) -> None:
    """Every step a link of moderate length; both hold the same record at the end; orders and tapes save letters."""

    async def test(net: Network, one: Ports, two: Ports) -> None:
        host, guest, sent = await by_letter(one, two, quick, ordered)
        assert host.peer.ledger and guest.peer.ledger and host.peer.ledger.head == guest.peer.ledger.head
        bodies = sorted(len(link) - len(HOME) for link in sent)
        print(f"\n{len(sent)} letters, median {bodies[len(bodies) // 2]} characters, longest {bodies[-1]}")
        assert bodies[len(bodies) // 2] <= 500
        counts[quick, ordered] = len(sent) / len(host.peer.ledger.steps)  # the match is another for each release

    run(test)
    if len(counts) == 3:
        assert counts[True, False] < counts[False, False] and counts[False, True] < counts[False, False]


async def under_way(
    one: Ports, two: Ports, reached: Callable[[Meeting, Meeting], bool], quick: bool = False
) -> tuple[Meeting, Meeting]:
    """Two by letter, a few letters on, where something is reached by whose letter is ready, and the other, who waits
    for it.
    """
    host = await opening.host(one, ready_setup(7), "letter", quick, HOME)
    guest = await opening.join(two, data_of(host), "letter", HOME)
    await rest()
    await host.letters.take(data_of(guest))
    sides = [(host, Player(host, 5)), (guest, Player(guest, 6))]
    for number in range(200):
        (side, player), (other, other_player) = sides
        while player.play():
            await rest()
            player.look()
        if number > 6 and reached(side, other):
            return side, other
        if side.letters.is_due:
            await other.letters.take(data_of(side))
            await rest()
            other_player.look()
        sides.reverse()
    raise AssertionError("it is never reached")


def has_news(side: Meeting, other: Meeting) -> bool:
    """Whether a letter holds something that the other lacks."""
    return side.letters.is_due and side.peer.ledger.seq > other.peer.ledger.seq  # type: ignore[union-attr]


def may_ask(side: Meeting, other: Meeting) -> bool:
    """Whether a question may go with the letter."""
    return side.may_ask


def may_undo(side: Meeting, other: Meeting) -> bool:
    """Whether one's last answer may be asked back."""
    return side.session is not None and side.session.can_undo


def test_ones_own_letter_opened_stays_to_be_sent() -> None:
    """It says nothing of what the other holds, whether the page stayed open or what was stored is older than the
    letter.
    """

    async def test(net: Network, one: Ports, two: Ports) -> None:
        side, other = await under_way(one, two, has_news)
        link, known = side.link, side.peer.peer_seq
        await side.letters.take(data_of(side))
        assert (side.link, side.peer.peer_seq) == (link, known)
        assert side.peer.ledger is not None and other.peer.ledger is not None
        side.peer.ledger, side.peer.signatures = other.peer.ledger, other.peer.signatures  # as it was a letter ago
        await side.letters.take(links.opened(link)[1])
        await rest()
        assert side.peer.ledger.seq > other.peer.ledger.seq and side.letters.is_due and side.peer.peer_seq == known
        await other.letters.take(data_of(side))
        assert other.peer.ledger.head == side.peer.ledger.head

    run(test)


def test_a_letter_that_misses_another_and_what_no_letter_holds_are_refused() -> None:
    """With a reason; whatever nobody signed is for channels alone."""

    async def test(net: Network, one: Ports, two: Ports) -> None:
        side, other = await under_way(one, two, has_news)
        ledger = other.peer.ledger
        assert ledger is not None and side.peer.ledger is not None
        before, error = (ledger.seq, other.peer.peer_seq), "earlier letter is missing"
        late = encode((bytes.fromhex(side.name), (message_of(side.peer.batch(side.peer.ledger.seq)),)))
        with pytest.raises(Malformed, match=error):
            await other.letters.take(late)
        for message in (Head(ledger.seq, ledger.head), Decline("draw", ledger.seq), Refuse("flood", "", ""), Ping(1)):
            with pytest.raises(Malformed, match="not expected"):
                await other.letters.take(encode((bytes.fromhex(side.name), (message_of(message),))))
            other.peer.received(message_of(message))
            assert [shown.error.code for shown in other.peer.take() if shown.error] == ["not_expected"]  # type: ignore[union-attr]
        assert before == (ledger.seq, other.peer.peer_seq) and other.peer.heard is None
        await other.letters.take(data_of(side))
        assert other.peer.ledger is not None and other.peer.ledger.head == side.peer.ledger.head

    run(test)


async def again(meeting: Meeting, ports: Ports) -> Meeting:
    """The page is closed and opened again."""
    meeting.end()
    found = await opening.reopen(ports, meeting.name, HOME)
    await rest()
    return found


def within_reach(meeting: Meeting) -> tuple[bool, bool, bool]:
    """Whether the last letter can be had: from the prompt, from the sheet that tells how it ended, from the
    connection's.
    """
    session, said = meeting.session, words()
    assert session is not None
    primary = ask(said, session, Planner(session)).primary
    return (
        primary is not None and primary.do == "letters",
        bool(find(end_sheet(said, session), data_do="letters")),
        bool(find(connection_sheet(said, meeting.status()), data_do="copy_link")),
    )


@pytest.mark.parametrize("quick", [False, True], ids=["strict", "quick"])
def test_a_draw_by_letter(quick: bool) -> None:
    """It is offered with a letter and survives both pages; whoever consents writes it, and a last letter tells the
    other.
    """

    async def test(net: Network, one: Ports, two: Ports) -> None:
        side, other = await under_way(one, two, may_ask, quick)
        ports = {
            side.peer.player: one if side.peer.player == 1 else two,
            other.peer.player: one if other.peer.player == 1 else two,
        }
        plain = side.link
        side.offer_draw()
        await rest()
        assert side.status().asking == "draw" and side.link != plain
        side = await again(side, ports[side.peer.player])
        assert side.status().asking == "draw" and side.link != plain
        await other.letters.take(links.opened(plain)[1])  # the letter as it was may be on its way already
        await other.letters.take(data_of(side))
        other = await again(other, ports[other.peer.player])
        assert other.status().asked == "draw" and not other.peer.is_over
        other.consent()
        await rest()
        sides = [other, side]
        for number in range(4):  # how it ended, and both secrets
            writer, reader = sides
            assert writer.session is not None and writer.session.is_over and writer.session.ended_by == "agreed"
            if not writer.letters.is_due:
                break
            assert number < 3 and not writer.status().is_closed
            assert within_reach(writer) == (True, True, True)
            await reader.letters.take(data_of(writer))
            await rest()
            assert reader.session is not None
            reader.session.catch_up()
            sides.reverse()
        assert sides[0].status().is_closed and within_reach(sides[0]) == (False, False, False)
        for meeting in sides:
            report = verify(links.MATCH, meeting.peer.record(), Keys(bytes(32)))
            assert report.holds and report.ended == "drawn" and report.winner == DRAW

    run(test)


def test_an_undo_by_letter() -> None:
    """What was answered last is asked back with the letter; whoever consents says so in the next one."""

    async def test(net: Network, one: Ports, two: Ports) -> None:
        side, other = await under_way(one, two, may_undo)
        assert side.session is not None and side.peer.ledger is not None and other.session is not None
        steps = len(side.peer.ledger.steps)
        side.session.undo()
        await rest()
        await other.letters.take(data_of(side))
        await rest()
        assert other.status().asked == "undo"
        other.consent()
        await rest()
        assert other.letters.is_due
        await side.letters.take(data_of(other))
        assert len(side.peer.ledger.steps) < steps and side.peer.ledger.due().writer == side.peer.player  # type: ignore[union-attr]
        assert side.session.take_back() and side.session.decision is not None and side.status().asking == ""

    run(test)


def test_what_is_asked_by_letter_is_void_once_play_goes_on() -> None:
    """Declined by a word or by an answer; and nothing is asked where the other has nothing to decide."""

    async def test(net: Network, one: Ports, two: Ports) -> None:
        side, other = await under_way(one, two, may_ask)
        ports = one if other.peer.player == 1 else two
        side.offer_draw()
        await rest()
        letter = data_of(side)
        await other.letters.take(letter)
        assert other.status().asked == "draw" and not other.may_ask
        other.offer_draw()
        await rest()
        assert other.peer.asking is None
        other.decline()
        await rest()
        other = await again(other, ports)
        assert other.status().asked == ""
        player = Player(other, 8)
        await other.letters.take(letter)
        assert other.status().asked == "draw"
        player.look()
        assert player.play()
        await rest()
        assert other.status().asked == "" and other.status().error is None
        await other.letters.take(letter)
        assert other.status().asked == ""
        while player.play():
            await rest()
        await side.letters.take(data_of(other))
        assert side.status().asking == "" and not side.peer.is_over

    run(test)


def test_gone_by_letter_what_was_asked_on_the_channel_is_void() -> None:
    """A letter is no channel, though one be open."""

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
        assert host.session is not None and host.session.can_undo and host.status().may_ask
        host.offer_draw()
        await rest()
        assert host.status().asking == "draw"
        with pytest.raises(Malformed, match="not expected"):
            await guest.letters.take(encode((bytes.fromhex(host.name), (message_of(Head(0, bytes(32))),))))
        for meeting in (host, guest):
            meeting.go_by_letter()
        await rest(100)
        status = host.status()
        assert (status.asking, status.connection) == ("", "none")
        assert not host.peer.is_connected and not guest.peer.is_connected

    run(test)


def test_a_letter_taken_in_is_answered_by_letter_and_both_may_go_live_again() -> None:
    """Whoever goes on by letter tells the other with the letter; once both look for each other they are connected."""

    async def test(net: Network, one: Ports, two: Ports) -> None:
        host, guest = await met(one, two)
        players = Player(host, 3), Player(guest, 4)
        for meeting in (host, guest):
            assert meeting.session is not None
        host.go_by_letter()
        net.cut()
        await rest(100)
        for player in players:  # until it is for the guest to answer
            player.look()
            while player.meeting is host and player.play():
                await rest()
        assert host.letters.is_due and guest.way == "link"
        await guest.letters.take(data_of(host))
        await rest()
        assert guest.way == "letter" and decode(two.kept[guest.name][0])[0] == "letter"
        players[1].look()
        while players[1].play():
            await rest()
        assert guest.letters.is_due and guest.link
        host.go_live()
        guest.go_live()
        await until(lambda: host.word == guest.word == "connected" and host.peer.ledger.head == guest.peer.ledger.head)  # type: ignore[union-attr]
        assert host.way == guest.way == "link"

    run(test)


def test_a_letter_twice_late_and_to_another_match() -> None:
    """Twice changes nothing; one that misses another before it, or belongs elsewhere, is refused with a reason."""

    async def test(net: Network, one: Ports, two: Ports) -> None:
        host = await opening.host(one, ready_setup(7), "letter", False, HOME)
        guest = await opening.join(two, data_of(host), "letter", HOME)
        await rest()
        reply = data_of(guest)
        await host.letters.take(reply)
        await host.letters.take(reply)
        other = await opening.host(one, ready_setup(8), "letter", False, HOME)
        with pytest.raises(EdenError, match="letter of another match"):
            await other.letters.take(reply)
        assert addressee(reply) == host.name

    run(test)
