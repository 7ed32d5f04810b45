"""A match with a person elsewhere, carried out: a peer's effects, and the search for the other side.

Pure Python, no js: the ports are given (`web/ports`, or a test's own). One loop at a time carries effects out, so
that what is played is signed, then stored, then sent, then shown. A lost connection is looked for again by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from eden_core.engine.cbor import encode
from eden_core.engine.messages import Answer
from eden_core.errors import EdenError, Malformed
from eden_core.sync import links
from eden_core.sync.chain.ledger import Ledger, Order
from eden_core.sync.chain.secrets import asks_somebody
from eden_core.sync.peer import restoring as saving
from eden_core.sync.peer.effects import Effect, Send, Show, Sign, Store, Verify
from eden_core.sync.peer.peer import Peer
from eden_core.sync.wire import Assembly
from web.match.session import Line
from web.peer.meeting.by_hand import ByHand
from web.peer.meeting.letters import Letters
from web.peer.meeting.line import send
from web.peer.meeting.link_data import room_of
from web.peer.meeting.spectators import Spectators
from web.peer.meeting.summary import connection_status, list_entry
from web.peer.meeting.turning_away import SeatGuard
from web.peer.session import RemoteSession
from web.peer.status import ConnectionStatus
from web.ports.protocol import Channel, Hold, PortError, Ports, Room, Tabs

__all__ = ["Meeting"]

MOMENT = 0.02  # seconds until it is looked again whether something is on its way
TICK = 1.0  # seconds between two looks at the clock
AGAIN = (0.5, 1, 2, 4, 8)  # seconds before the room is tried again
LATE = 20_000  # ms that a guest looks for the host until they are told what may be the matter
MOST_NEXT = 4  # channels that wait, while it is not clear who is at the end of the present one


class Meeting:
    """One match between peers at this screen.

    `changed` is called whenever something is to be shown anew, `arrived` when the ledger moved.
    """

    def __init__(
        self, ports: Ports, peer: Peer, name: str, way: str, home: str, key: str = "", relays: tuple[str, ...] = ()
    ) -> None:
        self.ports, self.peer, self.name, self.way, self.home = ports, peer, name, way, home
        self.relays = relays  # where the two meet, if not on the usual relays
        self.key = key or name  # the key pair's name in this browser
        self.changed: Callable[[], None] = lambda: None
        self.arrived: Callable[[], None] = lambda: None
        self.describe: Callable[[list[Line]], str] = lambda lines: ""
        self.session: RemoteSession | None = None
        self.connection = "none"
        self.error: EdenError | None = None
        self.error_is_theirs = False
        self.keeps = True
        self.is_held = True  # whether this tab may play: another one may hold the match
        self.spectators = Spectators(self, peer, ports, self.key, relays)
        self.by_hand = ByHand(self, peer, ports, name)
        self.letters = Letters(self, peer, name)
        self._seat_guard = SeatGuard(peer, ports)
        self._channel: Channel | None = None
        self._next: list[Channel] = []
        self._tab_channels: list[Channel] = []
        self._room: Room | None = None
        self._tabs: Tabs | None = None
        self._hold: Hold | None = None
        self._assembly = Assembly()
        self._pumping = self._joining = self.is_left = False
        self._tries = 0
        self._started = 0.0

    # --- its life ---

    async def begin(self) -> None:
        """Hold the match for this tab, keep it, and set out."""
        await self.start(await self.ports.store.hold(self.name))

    async def start(self, hold: Hold | None) -> None:
        """Start the match with a lock that was already taken; None if another tab has it."""
        self._hold = hold
        self.is_held = hold is not None
        if hold is not None:
            hold.on_asked = lambda: self.ports.start(self._let_go())
        else:
            self.peer.must_hear = True  # another tab plays it: this one writes nothing
            self.error = Malformed("open_in_another_tab", where="store")
        if self.is_held and (self.peer.ledger is None or not self.peer.signatures):
            await self._keep(saving.save(self.peer, self.peer.ledger, self.peer.signatures))
        self.start_clock()
        if self.way == "letter" and self.peer.player == 2 and not self.peer.is_agreed and self.is_held:
            self.peer.join()
        self.peer.go_on()
        self._moved()
        await self.pump()

    def start_clock(self) -> None:
        """Let the peer see the time every second, until the match is left."""
        self._started = self.ports.now()
        self.ports.start(self._tick())

    async def _tick(self) -> None:
        while not self.is_left:
            was_late = self.is_late
            await self.ports.wait(TICK)
            self.peer.tick(int(self.ports.now()), bool(self._next))
            await self.pump()
            if self.is_late != was_late:
                self.changed()

    def end(self) -> None:
        """Leave the match alone; it is kept."""
        self.is_left = True
        self.spectators.close()
        self._drop()
        self._leave_rooms()
        if self._hold is not None:
            self._hold.release()
            self._hold = None

    async def _let_go(self) -> None:
        """Let another tab of this browser play, once nothing is on its way any more."""
        while self._pumping or self.peer.is_busy:
            await self.ports.wait(MOMENT)
        if self._hold is None or self.is_left:
            return
        self.is_held, self.peer.must_hear = False, True
        self.error, self.error_is_theirs = Malformed("open_in_another_tab", where="store"), False
        self.spectators.close()
        self.hang_up()
        self._leave_rooms()
        self._hold.release()
        self._hold = None
        self.changed()

    # --- effects ---

    async def pump(self) -> None:
        """Carry out what the peer wants, until nothing is left, or the match is left: another tab may hold it then."""
        if self._pumping:
            return
        self._pumping = True
        try:
            while effects := self.peer.take():
                for effect in effects:
                    if not self.is_left:
                        await self._carry_out(effect)
        finally:
            self._pumping = False

    def soon(self) -> None:
        """Carry out what the peer wants, beside the rest."""
        self.ports.start(self.pump())

    async def deliver(self, messages: Sequence[bytes]) -> None:
        """Hand messages of a letter to the peer one by one. Raises the `EdenError` of the first that is refused."""
        self.error = None
        for message in messages:
            self.peer.received(message)
            await self.pump()
            if self.error is not None:
                raise self.error

    async def _carry_out(self, effect: Effect) -> None:
        if isinstance(effect, Send):
            if effect.to_watchers:
                self.spectators.tell(effect.data)
            else:
                self._send(effect.data)
        elif isinstance(effect, Show):
            self._heard(effect)
        elif isinstance(effect, Sign):
            self.peer.complete(effect.token, await self._sign(effect.data))
        elif isinstance(effect, Verify):
            self.peer.complete(effect.token, await self._verify(effect))
        elif isinstance(effect, Store):
            self.peer.complete(effect.token, await self._keep(effect.data, effect.ledger))

    async def _sign(self, data: bytes) -> bytes:
        try:
            return await self.ports.keys.sign(self.key, data)
        except PortError as fault:
            self.error, self.error_is_theirs = Malformed(fault.code, where="key"), False
            return b""

    async def _verify(self, effect: Verify) -> bool:
        try:
            return await self.ports.keys.verify(effect.key, effect.signature, effect.data)
        except PortError:
            return False

    async def _keep(self, save: bytes, ledger: Ledger | None = None) -> bool:
        if not self.is_held:
            return False  # the tab that plays it may have kept more
        try:
            kept = self.way, self.key, save, self.relays, *((1,) if self.peer.is_watched else ())
            await self.ports.store.put(self.name, encode(kept), list_entry(self.peer, self.way, ledger))
            self.keeps = True
        except PortError as fault:
            self.keeps = False
            self.error, self.error_is_theirs = Malformed(fault.code, where="store"), False
        return self.keeps

    def _send(self, data: bytes) -> None:
        if self._channel is not None:
            send(self._channel, data)

    def _heard(self, shown: Show) -> None:
        if shown.what in ("not_done", "refused", "was_refused", "frozen"):
            self.error, self.error_is_theirs = shown.error, shown.what == "was_refused"
            if self.session is not None and shown.what == "not_done":
                self.session.is_sending = False  # an answer that is still on its way is not asked for again
        elif shown.what == "turned_away":
            self.hang_up()
        elif shown.what == "lost":
            self._lost()
        elif shown.what in ("moved", "joined"):
            self.error = None
            self._moved()
        if self._channel is not None and self.peer.is_settled:
            self._tries = 0
            self._dismiss()
            self._leave_room()  # the relays are not needed any more
        if shown.what != "moved" or self.session is None or not self.session.has_news:
            self.changed()  # else the table shows the steps that came in, and all else with them

    def _dismiss(self) -> None:
        """Send away all who wait for the place."""
        while self._next:
            self._next.pop().close()

    def _leave_rooms(self) -> None:
        """Close the room and the tab channel, and send away who waits in them."""
        self._dismiss()
        if self._tabs is not None:
            self._tabs.close()
            self._tabs = None
        self._leave_room()

    def _leave_room(self) -> None:
        if self._room is not None:
            room, self._room = self._room, None
            self.ports.start(room.leave())

    def _moved(self) -> None:
        """Let the table take up that the ledger moved."""
        if self.peer.ledger is None or not (self.peer.is_agreed or self.peer.player == 0):
            return
        if self.session is None:
            self.session = RemoteSession(self.peer, self)
            self.session.catch_up()
        self.arrived()

    # --- the player's doings ---

    def answer(self, given: Answer) -> None:
        """Give one's own answer."""
        self.error = None
        self.peer.answer(given)
        self.soon()

    def order(self, order: Order) -> None:
        """Give a standing order of one's own."""
        self.peer.order(order)
        self.soon()

    def ask_undo(self, slot: int) -> None:
        """Ask the other to let one's last answer be taken back, where a question reaches them."""
        if self.may_ask:
            self.peer.ask("undo", slot)
            self.soon()

    def offer_draw(self) -> None:
        """Offer a draw, where that reaches the other."""
        if self.may_ask:
            self.peer.ask("draw")
            self.soon()

    def consent(self) -> None:
        """Consent to what is asked."""
        self.peer.consent()
        self.soon()

    def decline(self) -> None:
        """Decline what is asked."""
        self.peer.decline()
        self.soon()

    def resign(self) -> None:
        """Give the match up. Raises `Malformed` where another tab plays it."""
        self.must_be_held()
        self.peer.resign()
        self.soon()

    # --- the way to the other side ---

    async def connect(self) -> None:
        """Look for the other in the room of the link."""
        if (
            self.way != "link"
            or self.is_left
            or self._joining
            or self._room is not None
            or (not self.is_held and self.peer.player)
        ):
            return
        room, password = room_of(self.peer.greeting.link_secret, "join" if self.peer.player else "watch")
        self._joining = True
        try:
            if self._tabs is None:  # perhaps the other sits at another tab of this browser
                self._tabs = await self.ports.open_tabs(f"eden-{room}", self._found_tab)
            if not self.is_left:
                self.turned("searching")
                self._room = await self.ports.join_room(
                    room, password, self._found, self._relay_status, self.relays or None
                )
        except PortError as fault:
            self.error, self.error_is_theirs = Malformed(fault.code, where="relay"), False
            self.turned("failed")
        finally:
            self._joining = False
        if self.is_left:
            self._leave_rooms()
        elif self.peer.is_settled:  # found meanwhile
            self._leave_room()

    def _relay_status(self, word: str) -> None:
        if self._channel is None:
            self.turned({"found": "connecting", "failed": "failed", "no_relay": "no_relay"}.get(word, "searching"))

    def _found_tab(self, channel: Channel, tab: str) -> None:
        self._tab_channels.append(channel)
        self._found(channel, tab)

    def _found(self, channel: Channel, peer: str) -> None:
        if self._channel is None:
            self.take_channel(channel)
        elif not self.is_left and self.peer.is_settled:
            self._seat_guard.reject(channel)  # somebody else in the room: the one we talk to stays
        elif self.is_left or len(self._next) >= MOST_NEXT:
            channel.close()
        else:
            self._next.append(channel)  # the one we talk to may be a stranger
            channel.on_close = lambda reason: self._next.remove(channel) if channel in self._next else None

    def take_channel(self, channel: Channel) -> None:
        """Take an open channel to the other; one that tells nothing of its ends must be of this browser."""
        mine, theirs = channel.fingerprints() or ("", "")
        if self.is_left or (not (mine and theirs) and channel not in self._tab_channels):
            channel.close()
            return
        self._channel, self._assembly = channel, Assembly()
        self.turned("connecting")
        self.peer.connected(mine.encode(), theirs.encode())
        channel.on_close = lambda reason: self._closed(channel)
        channel.on_message = lambda frame: self._frame(channel, frame)  # last: frames that came early come now
        self.soon()

    def _frame(self, channel: Channel, frame: bytes) -> None:
        if channel is not self._channel:
            return
        try:
            message = self._assembly.take(frame)
        except EdenError as error:
            self.error, self.error_is_theirs = error, False
            channel.close()
            return
        if message is not None:
            self.peer.received(message, int(self.ports.now()))
            self.soon()

    def _closed(self, channel: Channel) -> None:
        if channel is self._channel:
            self._channel = None
            self.peer.disconnected()
            self.soon()

    def hang_up(self) -> None:
        """End the channel of one's own accord."""
        self._drop()
        if self.peer.is_connected:
            self.peer.disconnected()

    def _lost(self) -> None:
        if self.peer.is_connected:
            return  # there is another channel by now
        self._drop()
        if self.is_left:
            return
        if self._next:
            self.take_channel(self._next.pop(0))
            return
        self.turned(
            "none" if self.way == "letter" else "lost" if self.peer.is_agreed or not self.peer.player else "searching"
        )
        if self.way == "link":
            self.ports.start(self._again())

    async def _again(self) -> None:
        """Look for the other again, after a while that grows."""
        pause = AGAIN[min(self._tries, len(AGAIN) - 1)]
        self._tries += 1
        await self.ports.wait(pause)
        if self._channel is None and not self.is_left:
            await self.connect()

    def reconnect(self) -> None:
        """Try at once: at a press, or when the page is looked at again."""
        self._tries = 0
        if self.way == "link" and self._channel is None and self._room is None:
            self.ports.start(self.connect())

    def _drop(self) -> None:
        channel, self._channel = self._channel, None
        if channel is not None:
            channel.close()
        self.by_hand.drop()

    def turned(self, word: str) -> None:
        """Take in another state of the connection, in a word of `ConnectionStatus.connection`."""
        self.connection = word
        self.changed()

    def must_be_held(self) -> None:
        """Raise `Malformed` where another tab plays the match."""
        if not self.is_held:
            raise Malformed("open_in_another_tab", where="store")

    # --- by letter ---

    @property
    def may_ask(self) -> bool:
        """True if the tab that plays may ask for an undo or a draw.

        By letter it must be for the other to decide something: where their side only throws the dice, play has gone on
        before they read it. A player who resigned asks no more.
        """
        if self.peer.resigning:
            return False
        if self.way != "letter" or self._channel is not None:
            return self.is_held
        ledger = self.peer.ledger
        return (
            self.is_held
            and self.peer.is_agreed
            and self.letters.is_due
            and ledger is not None
            and asks_somebody(ledger)
        )

    def go_by_letter(self) -> None:
        """Go on by letter; a link can be taken up again later. Raises `Malformed` where another tab plays it."""
        self.must_be_held()
        self.hang_up()
        self.peer.asking = None
        self._go_on("letter")

    def go_live(self) -> None:
        """Look for the other again as by a link; they must do so too. Raises `Malformed` where another tab plays it."""
        self.must_be_held()
        self._go_on("link")
        self.reconnect()

    def _go_on(self, way: str) -> None:
        self.way = way
        self.turned("none")
        self.peer.keep()  # in its turn: an answer may be on its way to the store
        self.soon()

    # --- what is shown and kept ---

    def address(self, kind: str, data: bytes) -> str:
        """Return a link of a kind, as an address."""
        return f"{self.home}#{links.link_of(kind, data)}"

    @property
    def link(self) -> str:
        """The address to send now; "" for none."""
        peer = self.peer
        if self.way == "hand":
            return self.by_hand.to_send
        if peer.player == 1 and peer.ledger is None:
            kind = links.INVITE if self.way == "letter" else links.JOIN
            where = (self.relays,) if self.relays and self.way == "link" else ()
            return self.address(kind, encode((peer.greeting.link_secret, peer.invite.data(), *where)))
        return self.letters.address if self.way == "letter" else ""

    def match_link(self) -> str:
        """Return the whole match as an address, which anybody can check; one's own secret only after the end."""
        return self.address(links.MATCH, self.peer.record())

    def status(self) -> ConnectionStatus:
        """Return the connection's state as the panels show it."""
        session = self.session
        return replace(
            connection_status(self.peer, self.way, self.letters.is_due, self.by_hand.to_send),
            connection=self.word,
            link=self.link,
            watch_link=self.spectators.link,
            watchers=self.spectators.count,
            asked_about=self._asked_about(),
            can_undo=session is not None and session.can_undo,
            is_held=self.is_held,
            error=self.error,
            error_is_theirs=self.error_is_theirs,
            keeps=self.keeps,
            may_ask=self.may_ask,
            is_late=self.is_late,
        )

    def _asked_about(self) -> str:
        """Return in words what an undo that is asked for would take back."""
        ask = self.peer.asked
        if ask is None or ask.what != "undo" or self.session is None:
            return ""
        return self.describe(self.session.lines_since(ask.to))

    @property
    def is_late(self) -> bool:
        """True for a guest without a seat who has looked for the host so long that it may be another's.

        Once two have found each other the host is in the room no more, and can't say so.
        """
        return (
            self.peer.player == 2
            and not self.peer.is_agreed
            and self.word == "searching"
            and self.ports.now() - self._started >= LATE
        )

    @property
    def has_channel(self) -> bool:
        """True while a channel to the other is open."""
        return self._channel is not None

    @property
    def word(self) -> str:
        """The state of the connection, in a word of `ConnectionStatus.connection`."""
        if self._channel is not None:
            return "connected" if self.peer.is_greeted else "connecting"
        return self.connection
