"""A guest's choice of name and troop, where the invitation leaves it open: on the set-up page's own parts.

While it lasts the set-up page's presses go to the guest's choice; what the host set up stays as it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from eden_core.cards.records import Troop
from eden_core.cards.shipped import load
from eden_core.sync.chain.genesis import Invite
from web.i18n.catalogue import Words
from web.peer.panel.guest_choice import choosing_page
from web.peer.status import ConnectionStatus
from web.setup.agreed import OWN, Agreed, Draft, faults_of, troop_of
from web.setup.controller import Preparing
from web.ui.nodes import Node

if TYPE_CHECKING:
    from web.match.host import MatchHost

__all__ = ["Choosing", "offered"]

KEPT = "guest"  # where the browser keeps what a guest chose


def offered(invite: Invite, name: str, drafts: list[Draft]) -> Agreed:
    """Return what a guest's choice begins with.

    The host's edition and budget, the troop that is proposed, the own drafts of this device.
    """
    setup = invite.setup
    edition, proposal = setup.ruleset.edition, setup.troops[1]
    ready = next((id for id, troop in load(edition).troops.items() if troop == proposal), "")
    own = (
        drafts[0]
        if ready and drafts
        else Draft(
            proposal.name, proposal.composed, proposal.symbol, tuple(profile.id for profile in proposal.profiles)
        )
    )
    return Agreed(
        names=(setup.names[0], name),
        troops=("jokers_starter", ready or OWN),
        edition=edition,
        field=(setup.field[0] // 100, setup.field[1] // 100),
        budget=setup.budget,
        own=(Draft(), own),
    )


class Choosing:
    """One guest's choice, for an invitation that came as `data` by a `way`."""

    def __init__(self, host: MatchHost, invite: Invite, data: bytes, way: str) -> None:
        self.host, self.invite, self.data, self.way = host, invite, data, way
        name = host.my_name()
        assert host.preparing is not None
        self._before = host.preparing
        kept, port = Agreed(names=(name, "")), self._before.port
        Preparing(kept, port, host.refresh, host.open_sheet, KEPT).restore()
        drafts = [draft for draft in (kept.own[1], *host.agreed.own) if draft.fighters]
        self.preparing = host.preparing = Preparing(
            offered(invite, name, drafts), port, host.refresh, host.open_sheet, KEPT
        )

    @property
    def agreed(self) -> Agreed:
        """The choice so far."""
        return self.preparing.agreed

    def page(self, words: Words, light: bool) -> list[Node]:
        """Return the page of the choice, or the builder."""
        preparing = self.preparing
        preparing.words = words
        if preparing.building:
            return preparing.page(words, light)
        status = ConnectionStatus(self.way, self.invite.is_quick, 2, "join", names=self.invite.setup.names)
        return choosing_page(
            words, status, self.invite.setup, self.agreed, faults_of(self.agreed, False).troops[1], preparing.refused
        )

    def taken(self) -> tuple[str, Troop | None] | None:
        """Return name and troop to join with, no troop for the proposed one.

        None where it is not legal, and the page says so (PREP-1).
        """
        self.preparing.building = 0
        if faults_of(self.agreed, False).troops[1]:
            self.preparing.refused = True
            return None
        troop = troop_of(self.agreed, 2)
        if not troop.name:
            troop = troop._replace(name=self.preparing.words(f"{troop.composed}.{troop.symbol}"))
        return self.agreed.names[1].strip(), None if troop == self.invite.setup.troops[1] else troop

    def end(self) -> None:
        """Give the set-up page back what it showed before."""
        self.host.preparing = self._before
