"""The sheets over the table: the curtain between two players, a player's secrets, the end of the match."""

from __future__ import annotations

from eden_core.engine.match import on_field
from web.i18n.catalogue import Words
from web.match.session import Session
from web.ui.controls import disc, p_class
from web.ui.nodes import Node, h, icon
from web.ui.sheets import plain_sheet

__all__ = ["curtain", "end_sheet", "secrets_sheet"]


def curtain(words: Words, session: Session) -> Node:
    """Return the curtain for passing on the device; nothing secret is on the page while it is down."""
    player = session.peeking or session.asked
    decision = session.decision
    kind = "secrets" if session.peeking else "tactic" if session.looking else decision.kind if decision else "bid"
    names = {"player": session.player_name(player), "other": session.player_name(3 - player)}
    return h(
        "section",
        {
            "class": f"curtain {p_class(player)}",
            "role": "dialog",
            "aria-modal": "true",
            "aria-labelledby": "curtain-title",
            "data-curtain": kind,
            "data-owner": player,
        },
        disc(session.match.setup.troops[player - 1].symbol, player),
        h("h2", {"id": "curtain-title"}, words("curtain.title", **names)),
        h("p", None, words(f"curtain.{kind}", **names)),
        h(
            "button",
            {"type": "button", "id": "raise", "class": "button primary big", "data-do": "raise"},
            words("curtain.go", **names),
        ),
        h("button", {"type": "button", "class": "button quiet", "data-do": "unlook"}, words("curtain.back"))
        if kind in ("tactic", "secrets")
        else h("button", {"type": "button", "class": "button quiet", "data-do": "menu"}, words("ui.menu")),
    )


def secrets_sheet(words: Words, session: Session) -> Node | None:
    """Return a sheet with a player's own mission and hand while they hold the device; else None."""
    shown, player = session.secrets(), session.peeking
    if shown is None:
        return None
    name, hand = shown
    mission = next((card for card in session.match.setup.missions if card.id == name), None)
    cards = []
    if mission is not None:
        kind = words("mission.revealed" if mission.revealed else "mission.secret")
        keys = f"{kind} · {words('deployment.' + mission.deployment)}"
        cards.append(
            _card(words(f"mission.{name}.name"), f"{words('end.mission')} · {keys}", words(f"mission.{name}.text"))
        )
    cards += [
        _card(words(f"tactic.{card}.name"), words("secrets.card"), words(f"tactic.{card}.text")) for _, card in hand
    ]
    return plain_sheet(
        words("secrets.title", player=session.player_name(player)),
        h("h2", None, words("secrets.title", player=session.player_name(player))),
        h("div", {"class": "hand"}, cards),
        h(
            "div",
            {"class": "sheet-acts"},
            h("button", {"type": "button", "class": "button primary", "data-do": "unlook"}, words("secrets.away")),
        ),
        player=player,
    )


def _card(name: str, keys: str, text: str) -> Node:
    return h(
        "div",
        {"class": "card button"},
        h("b", None, name),
        h("span", {"class": "keys"}, keys),
        h("span", {"class": "what"}, text),
    )


def _early(words: Words, session: Session) -> str:
    """Return why the match ended before its last round (RND-1).

    Return "" if it did not, or if the reason is given elsewhere.
    """
    match, table = session.match, session.match.table
    left = [player for player in (1, 2) if on_field(match, player)]
    if table.fault or session.ended_by or table.round >= table.rounds or len(left) == 2:
        return ""
    lost = session.player_name(3 - left[0]) if left else ""
    return words("end.early" if lost else "end.early.both", n=table.round, of=table.rounds, player=lost)


def end_sheet(words: Words, session: Session) -> Node:
    """Return the sheet with the winner and the result, VP by round, the missions, a rematch."""
    match, scores = session.match, session.scores
    winner, totals = session.winner, (match.sides[1].vp, match.sides[2].vp)
    title = words("end.wins", player=session.player_name(winner)) if winner > 0 else words("end.draw")
    a, b = totals if winner != 2 else (totals[1], totals[0])
    under = (
        words("end.fault")
        if match.table.fault
        else words(
            f"end.{session.ended_by}" if session.ended_by else "end.by",
            a=a,
            b=b,
            player=session.player_name(3 - winner) if winner > 0 else "",
        )
    )
    head = h(
        "div",
        {"class": "end-head"},
        disc(match.setup.troops[winner - 1].symbol, winner) if winner > 0 else None,
        h(
            "div",
            None,
            h("h2", {"data-winner": winner}, title),
            h("p", None, under),
            h("p", {"class": "end-early"}, early) if (early := _early(words, session)) else None,
        ),
    )
    rounds = range(len(scores))
    rows = []
    for player in (1, 2):
        vp = [score[player - 1] for score in scores]
        gained = [now - before for now, before in zip(vp, [0, *vp])]
        last = totals[player - 1] - (vp[-1] if vp else 0)
        rows.append(
            h(
                "tr",
                {"class": p_class(player)},
                h("th", {"scope": "row"}, session.player_name(player)),
                [h("td", None, str(gained[place])) for place in rounds],
                h("td", None, str(last)),
                h("td", {"class": "total", "data-vp": totals[player - 1]}, str(totals[player - 1])),
            )
        )
    table = h(
        "table",
        None,
        h(
            "thead",
            None,
            h(
                "tr",
                None,
                h("th", {"scope": "col"}, words("vp")),
                [
                    h(
                        "th",
                        {"scope": "col", "title": words("end.round", n=place + 1)},
                        h("span", {"class": "only-wide"}, words("end.round", n=place + 1)),
                        h("span", {"class": "only-narrow"}, str(place + 1)),
                    )
                    for place in rounds
                ],
                h("th", {"scope": "col"}, words("end.last")),
                h("th", {"scope": "col"}, words("end.total")),
            ),
        ),
        h("tbody", None, rows),
    )
    missions = []
    for player in (1, 2):
        side = match.sides[player]
        name = words(f"mission.{side.mission}.name") if side.mission else words("none")
        text = words(f"mission.{side.mission}.text") if side.mission else ""
        missions.append(h("div", {"class": p_class(player)}, words("end.mission"), h("b", None, name), text))
    to_send = session.still_to_send(words)
    return plain_sheet(
        title,
        head,
        table,
        h("div", {"class": "end-missions"}, missions),
        h("p", {"class": "end-letter"}, icon("letter"), h("span", None, to_send)) if to_send else None,
        h(
            "div",
            {"class": "sheet-acts"},
            h("button", {"type": "button", "class": "button", "data-do": "close"}, words("end.look")),
            h(
                "button",
                {
                    "type": "button",
                    "class": "button",
                    "data-do": "export_match" if session.is_elsewhere else "save_record",
                },
                words("peer.export"),
            ),
            h("button", {"type": "button", "class": "button", "data-do": "setup"}, words("end.new")),
            h(
                "button",
                {"type": "button", "id": "rematch", "class": "button primary", "data-do": "rematch"},
                words("end.rematch"),
            )
            if not session.is_elsewhere
            else h("button", {"type": "button", "class": "button primary", "data-do": "letters"}, words("peer.letters"))
            if to_send
            else None,
        ),
        player=max(winner, 0),
        classes="end",
    )
