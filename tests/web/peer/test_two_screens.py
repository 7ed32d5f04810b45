"""Two people at two screens, and a third: the client played by presses at each, on one network, without a browser."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Iterator
from typing import Any

import pytest

from tests.web.page import Browser, FakePage, Stored
from tests.web.peer import meetings
from tests.web.test_client import Tab
from tests.web.visits import press, screen

LONG = 30.0  # seconds in which whoever can be found is found
LATE = 40.0  # seconds after which a guest is told what may be the matter


class Ports(meetings.Ports):
    """The ports of one tab, whose time is the loop's; what is stored is that of the `last` tab of its browser."""

    def __init__(self, net: meetings.Network, number: int, loop: asyncio.AbstractEventLoop, last: Ports | None) -> None:
        super().__init__(net, number)
        self.loop = loop
        if last is not None:
            self.kept, self.pairs, self.numbers = last.kept, last.pairs, last.numbers
        self.is_gone = False
        self.seats: list[meetings.Seat] = []
        self.channels: list[meetings.Channel] = []

    def start(self, task: Awaitable[Any]) -> None:
        if self.is_gone:
            task.close()  # type: ignore[attr-defined]
        else:
            self.tasks.append(asyncio.ensure_future(task, loop=self.loop))

    def now(self) -> float:
        return self.loop.time() * 1000

    async def wait(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    async def list(self) -> tuple[Stored, ...]:
        return tuple(Stored(name, about, len(data), 0.0) for name, (data, about) in self.kept.items())

    async def remove(self, name: str) -> None:
        self.kept.pop(name, None)

    async def join_room(
        self, room: str, password: str, on_channel: Any, on_status: Any, relays: Any = None
    ) -> meetings.Seat:
        def opened(channel: meetings.Channel, peer: str) -> None:
            self.channels.append(channel)
            on_channel(channel, peer)

        seat = await super().join_room(room, password, opened, on_status, relays)
        self.seats.append(seat)
        return seat

    async def gone(self) -> None:
        """Close the tab."""
        self.is_gone = True
        for seat in self.seats:
            await seat.leave()
        for channel in self.channels:
            channel.close()
        for task in self.tasks:
            task.cancel()


class Screens:
    """Browsers on one network, by number, with a tab each."""

    def __init__(self) -> None:
        self.net, self.clock = meetings.Network(), FakePage()
        self.browsers: dict[int, Browser] = {}
        self.ports: dict[int, Ports] = {}
        self.tabs: dict[int, Tab] = {}

    def sit(self, number: int, address: str = "", seconds: float = LONG) -> Tab:
        """Open the page in a browser; its tab before is closed."""
        self.leave(number)
        browser = self.browsers.setdefault(number, Browser())
        ports = self.ports[number] = Ports(self.net, number, self.clock.loop, self.ports.get(number))
        self.tabs[number] = Tab(browser, address, seconds, ports=ports, loop=self.clock.loop)
        self.pass_by(0)
        return self.tabs[number]

    def leave(self, number: int) -> None:
        """Close a browser's tab."""
        tab = self.tabs.pop(number, None)
        if tab is not None:
            tab.page.close()
            self.clock.loop.run_until_complete(self.ports[number].gone())

    def pass_by(self, seconds: float) -> None:
        """Let time pass. Raises what anything broke on."""
        self.clock.run(seconds)
        for number, tab in self.tabs.items():
            tab.page.run()
            for task in self.ports[number].tasks:
                if task.done() and not task.cancelled():
                    task.result()

    def invite(self, number: int, name: str = "Ana", way: str = "link") -> str:
        """Invite by the set-up page; return what follows # in the link."""
        tab = self.sit(number)
        press(tab, "first", "setup")
        press(tab, "setup", "name", name, player="1")
        return self.invited(number, way)

    def invited(self, number: int, way: str = "link") -> str:
        """Press the way to invite; return what follows # in the link."""
        tab = self.tabs[number]
        control = next(one for one in tab.page.controls("setup", "invite") if one.data["option"] == way)
        tab.page.click(control)
        self.pass_by(2.0)
        return link(tab)


@pytest.fixture
def screens() -> Iterator[Screens]:
    made = Screens()
    yield made
    for number in list(made.tabs):
        made.leave(number)
    made.clock.close()


def link(tab: Tab) -> str:
    """Return what follows # in the link that is to be sent."""
    shown = tab.page.by_id("peer-link")
    assert shown is not None
    return str(shown.value.partition("#")[2])


def badge(tab: Tab) -> str:
    """Return how the connection stands, as the match says."""
    (found,) = [one for one in tab.page.body.all() if "peer-badge" in one.attributes.get("class", "").split()]
    return found.data["state"]


def asked(tab: Tab) -> str:
    """Return the kind of what the match asks."""
    assert screen(tab) == "match"
    return tab.page.places["prompt"].data["kind"]


def errors(tab: Tab) -> list[tuple[str, str]]:
    """Return each refusal that is shown, with whether it is the other's."""
    return [(one.data["error"], one.data.get("theirs", "")) for one in tab.page.find("peer", error="*")]


def state(tab: Tab) -> str:
    """Return what the lobby says of the search for the other."""
    (found,) = tab.page.classed("peer", "lobby-state")
    return found.read


def winner(tab: Tab) -> list[str]:
    """Return the winner as the sheet at the end says it."""
    return [one.data["winner"] for one in tab.page.find("dialog", winner="*")]


def until_waiting(screens: Screens, tab: Tab) -> None:
    """Press on until it is the other's turn."""
    for _ in range(50):
        if asked(tab) == "wait":
            return
        tab.step()
        screens.pass_by(1.0)
    raise AssertionError("it never comes")


def test_a_guest_brings_their_own_troop(screens: Screens) -> None:
    """Where the host leaves it open, the guest chooses, is told what is illegal, and both play with it."""
    host = screens.sit(1)
    press(host, "first", "setup")
    press(host, "setup", "guest_chooses")
    (ticked,) = [one for one in host.page.places["setup"].all() if one.data.get("do") == "guest_chooses"]
    assert ticked.checked
    guest = screens.sit(2, screens.invited(1))
    assert guest.page.controls("peer", "join_as")
    press(guest, "peer", "build")
    press(guest, "peer", "empty_troop")
    press(guest, "peer", "built")
    press(guest, "peer", "join_as")
    (faults,) = guest.page.classed("peer", "faults")
    assert [one.data["rule"] for one in faults.all() if "rule" in one.data]  # nobody is no troop
    assert guest.page.focused == "#peer .faults" and screen(host) == "peer"
    press(guest, "peer", "troop", option="jokers_starter")
    press(guest, "peer", "join_as")
    screens.pass_by(LONG)
    for tab in (host, guest):
        assert screen(tab) == "match" and badge(tab) == "verified"
        names = [
            next(part.read for part in one.all() if part.tag == "h2")
            for player in ("1", "2")
            for one in [found for found in tab.page.body.all() if found.data.get("troop") == player][:1]
        ]
        assert len(names) == 2 and names[0] == names[1]


def test_a_bad_link_is_refused_with_a_reason(screens: Screens) -> None:
    """What is wrong, and what to do; nobody is said to invite, no network to fail; what is pasted instead is read."""
    tab = screens.sit(1, "1.j.00000000.AAAA")
    assert errors(tab) == [("link_is_damaged", "false")]
    assert tab.page.find("peer", phase="unopened")
    assert not tab.page.find("peer", connection="*") and not tab.page.controls("peer", "reconnect")
    press(tab, "peer", "take_link", "https://eden.example/#1.z.00000000.AAAA")
    assert errors(tab) == [("link_of_unknown_kind", "false")]
    press(tab, "peer", "cancel_invite")
    assert screen(tab) == "first" and tab.page.controls("first", "play")


def test_a_second_guest_is_told_that_the_seat_is_taken(screens: Screens) -> None:
    """A guess while the two who play are out of reach; the host's own word when they are looked for. The seat stays
    the guest's, who sees that one has resigned meanwhile.
    """
    invitation = screens.invite(1)
    host = screens.tabs[1]
    guest = screens.sit(2, invitation)
    assert badge(host) == badge(guest) == "verified"
    until_waiting(screens, host)

    second = screens.sit(3, invitation)
    screens.pass_by(LATE)
    late = state(second)
    assert second.page.find("peer", connection="searching") and not errors(second)
    screens.leave(2)
    screens.pass_by(LATE)
    assert errors(second) == [("seat_is_taken", "true")]
    screens.leave(3)
    screens.pass_by(2.0)
    assert badge(host) != "verified"

    host.page.press("connection")
    press(host, "dialog", "resign")
    press(host, "dialog", "resign_sure")
    assert host.page.find("prompt", resigning="*")
    guest = screens.sit(2)
    screens.pass_by(LONG)
    assert winner(host) == winner(guest) == ["2"]
    screens.leave(1)
    screens.leave(2)
    early = screens.sit(4, invitation, seconds=2.0)
    assert early.page.find("peer", connection="searching") and state(early) != late
    screens.pass_by(LATE)
    assert state(early) == late
