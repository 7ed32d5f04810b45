"""Panels of play against the machine: its reasons, its level, hints, and the warning that nothing can be kept."""

from __future__ import annotations

from web.i18n.catalogue import Words
from web.match.session import Session
from web.match.solo import Said, SoloSession
from web.ui.forms import act
from web.ui.nodes import Node, h
from web.ui.sheets import plain_sheet

__all__ = ["not_kept_sheet", "why_sheet"]


def _said(words: Words, session: SoloSession, said: Said) -> str:
    values = {name: session.name(str(value)) for name, value in said.reason.values.items()}
    name = session.name(str(said.reason.values.get("fighter", said.fighter))) or session.player_name(
        session.machine.player
    )
    return words(f"solo.because.{said.reason.code}", **{"name": name, "target": "", **values})


def why_sheet(words: Words, session: Session | None) -> Node:
    """Return the machine's reasons for its latest answers, the last one first."""
    told = list(reversed(session.said)) if isinstance(session, SoloSession) else []
    lines = [
        h(
            "li",
            {"data-because": said.reason.code},
            h("small", None, words("solo.why.round", n=said.round) if said.round else words("solo.why.preparation")),
            " ",
            _said(words, session, said),
        )
        for said in told
        if isinstance(session, SoloSession)
    ]
    return plain_sheet(
        words("solo.why.title"),
        h("p", {"class": "about"}, words("solo.why.about")),
        h("ol", {"class": "whys"}, lines) if lines else h("p", None, words("solo.why.none")),
        h("div", {"class": "sheet-acts"}, act("close", words("ui.close"), tone="primary")),
        classes="why",
    )


def not_kept_sheet(words: Words, fault: str) -> Node:
    """Return the sheet that says nothing can be kept here, or no longer: the consequences and the remedies."""
    return plain_sheet(
        words("solo.not_kept.title"),
        h("p", None, words("solo.not_kept.quota" if fault == "quota" else "solo.not_kept.about")),
        h("div", {"class": "sheet-acts"}, act("close", words("solo.not_kept.go"), tone="primary")),
        classes="not-kept",
    )
