"""A troop as cards: limbs with their ticked CP, current characteristics with the sums that make them."""

from __future__ import annotations

from functools import lru_cache

from eden_core.cards.equipment import LIMBS, gear_text
from eden_core.cards.records import Ability, Limb
from eden_core.cards.vocabulary import CHARACTERISTICS, MODIFIED, PROPERTIES
from eden_core.engine.characteristics import abilities_of, bonus_terms, characteristic, characteristic_terms
from eden_core.engine.match import INCAPACITATED, MARKERS, NPF, WAITING, Fighter, Match, can_be_activated
from eden_core.rules.cards.abilities import action_abilities
from eden_core.rules.common.weapons import why_not_weapon
from web.field.bases import initials
from web.i18n.catalogue import Words
from web.i18n.names import ability_name, ability_text
from web.match.names import troop_called
from web.match.session import Session
from web.match.wording import ability_left, term_name, thing_name
from web.ui.controls import disc, p_class
from web.ui.nodes import Node, h, icon

__all__ = ["fighter_card", "npf_cards", "troop_cards"]


Terms = tuple[tuple[str, int], ...]


def _boxes(card: Limb, ticked: int) -> list[Node]:
    """Return the limb's CP as boxes, white ones and red ones; the ticked ones are crossed out (MAT-5)."""
    boxes = [
        h("i", {"class": f"cp{' red' if box >= card.white else ''}{' ticked' if box < ticked else ''}"})
        for box in range(card.white + card.red)
    ]
    return [h("span", None, boxes[: card.white]), h("span", None, boxes[card.white :])]


def _sum(words: Words, limb: int, value: int, terms: Terms) -> str:
    shown = " ".join(
        f"{'' if not place else '+ ' if amount >= 0 else '− '}{abs(amount)} ({term_name(words, name)})"
        for place, (name, amount) in enumerate(terms)
    )
    return words("ui.card.sum", char=words(f"char.{CHARACTERISTICS[limb]}"), value=value, terms=shown)


def _limb(words: Words, match: Match, fighter: Fighter, limb: int) -> Node:
    value, terms = characteristic(match, fighter, limb), tuple(characteristic_terms(match, fighter, limb))
    return _drawn_limb(words, limb, fighter.profile.limbs[limb], fighter.lost[limb], value, terms)


@lru_cache(maxsize=1024)
def _drawn_limb(words: Words, limb: int, card: Limb, ticked: int, value: int, terms: Terms) -> Node:
    """Return a limb's node, which is cached: every press shows all cards anew, but changes few limbs."""
    faces = ", ".join(map(str, card.faces))
    left = card.white + card.red - ticked
    wounded = terms[0][0] == "wounded" or left == 0
    spoken = words("ui.card.cp", limb=words(f"limb.{LIMBS[limb]}"), left=left, all=card.white + card.red, faces=faces)
    return h(
        "div",
        {
            "class": f"limb{' is-wounded' if wounded else ''}{' is-changed' if len(terms) > 1 else ''}",
            "data-limb": LIMBS[limb],
            "title": f"{_sum(words, limb, value, terms)}\n{spoken}",
        },
        h("span", {"class": "limb-top"}, words(f"char.{CHARACTERISTICS[limb]}"), h("b", None, str(value))),
        h("span", {"class": "cps", "role": "img", "aria-label": spoken}, _boxes(card, ticked)),
    )


def _status(words: Words, session: Session, fighter: Fighter) -> str:
    table = session.match.table
    if fighter.status == INCAPACITATED:
        return words("ui.card.down")
    if fighter.status == WAITING:
        return words("ui.card.waiting")
    if fighter.id in (table.active, table.npf):
        return words("ui.card.active")
    if fighter.player == NPF:
        return words("ui.card.activated") if fighter.activated and table.phase == "intendancy" else ""
    if table.phase != "activation":
        return ""
    if fighter.activated:
        return words("ui.card.activated")
    return words("ui.card.ready" if can_be_activated(fighter) else "ui.card.spent")


def _states(words: Words, session: Session, fighter: Fighter) -> Node | None:
    found = [
        h(
            "span",
            {"class": f"state {name}", "title": words(f"state.{name}.help")},
            icon(name),
            f"{words('state.' + name)} {count}",
        )
        for name, count in zip(MARKERS, fighter.markers)
        if count
    ]
    found += [
        h(
            "span",
            {"class": f"state {name}", "title": words(f"state.{name}.help")},
            icon(name),
            words(f"state.{name}", piece=thing_name(words, session, piece)),
        )
        for name, piece in (("hidden", fighter.hidden), ("raised", fighter.raised))
        if piece
    ]
    found += [
        h(
            "span",
            {"class": "state carried"},
            icon("mission"),
            words("ui.card.carries", what=words(f"marker.{marker.kind}")),
        )
        for marker in fighter.carries
    ]
    return h("div", {"class": "states"}, found) if found else None


def _is_spent(fighter: Fighter, ability: Ability) -> bool:
    """Return whether a limit of an ability is used up (GEN-7)."""
    key = f"ability:{ability.id}"
    return any(
        limit and dict(used).get(key, 0) >= limit
        for limit, used in ((ability.per_round, fighter.used_round), (ability.per_match, fighter.used_match))
    )


def _abilities(words: Words, match: Match, fighter: Fighter) -> Node | None:
    """Return the abilities of the card and the mission, each with its text and remaining uses (ABI).

    Abilities that are used up are greyed.
    """
    found = abilities_of(match, fighter)
    found += [ability for ability in action_abilities(match, fighter) if ability not in found]
    lines = []
    for ability in found:
        left, spent = ability_left(words, fighter, ability), _is_spent(fighter, ability)
        lines.append(
            h(
                "li",
                {"class": "ability is-spent" if spent else "ability", "data-ability": ability.id},
                h("b", None, ability_name(words, ability.id)),
                " ",
                ability_text(words, ability.id),
                h("small", None, f" ({words('ui.card.used') if spent else left})") if left else None,
            )
        )
    return h("ul", {"class": "abilities", "aria-label": words("ui.card.abilities")}, lines) if lines else None


def _in_force(words: Words, match: Match, fighter: Fighter) -> Node | None:
    """Return the properties and the changes to lengths, dice and protection in force (GEN-3)."""
    found = [
        words(f"property.{word}")
        for word in sorted({m.what for m in match.modifiers if m.fighter == fighter.id} & PROPERTIES)
    ]
    for what in MODIFIED:
        terms = [] if what in CHARACTERISTICS else bonus_terms(match, fighter, what)
        found += [
            f"{words('modified.' + what)} {'+' if by >= 0 else '−'}{abs(by)} ({term_name(words, name)})"
            for name, by in terms
        ]
    return (
        h("p", {"class": "in-force"}, h("b", None, words("ui.card.stands")), " ", " · ".join(found)) if found else None
    )


def _detail(words: Words, session: Session, fighter: Fighter) -> Node:
    """Return the additional contents of a selected card.

    These are equipment in the printed notation, abilities, effects in force, location faces and sums.
    """
    match, limbs = session.match, fighter.profile.limbs
    gear = [
        h(
            "li",
            None,
            gear_text(piece, words.language),
            f" ({words('ui.card.used')})"
            if any(why_not_weapon(fighter, piece.name, mode) for mode in piece.modes)
            else "",
        )
        for piece in fighter.profile.gear
    ] or [h("li", None, words("ui.card.no_equipment"))]
    faces = [
        h("span", None, h("b", None, words(f"limb.{name}")), " " + ", ".join(map(str, limb.faces)))
        for name, limb in zip(LIMBS, limbs)
    ]
    terms = [tuple(characteristic_terms(match, fighter, limb)) for limb in range(4)]
    sums = [
        h("span", None, _sum(words, limb, characteristic(match, fighter, limb), terms[limb]))
        for limb in range(4)
        if len(terms[limb]) > 1
    ]
    return h(
        "div",
        {"class": "detail"},
        h("ul", {"aria-label": words("ui.card.equipment")}, gear),
        _abilities(words, match, fighter),
        _in_force(words, match, fighter),
        h("div", {"class": "sums"}, faces),
        h("div", {"class": "sums"}, sums) if sums else None,
        h(
            "button",
            {
                "type": "button",
                "class": "button read",
                "data-do": "read",
                "data-option": fighter.profile.id,
                "data-player": fighter.player,
            },
            icon("card"),
            words("ui.card.read"),
        ),
    )


def fighter_card(words: Words, session: Session, fighter: Fighter, selected: bool, may_act: bool) -> Node:
    """Return a fighter's card; a press opens it and finds the fighter on the field."""
    match = session.match
    down = fighter.status == INCAPACITATED
    is_npf = fighter.player == NPF
    acts = fighter.id in (match.table.active, match.table.npf)
    classes = [
        name
        for name, on in (
            ("is-selected", selected),
            ("is-active", acts),
            ("may-act", may_act),
            ("is-done", bool(fighter.activated)),
            ("is-down", down),
        )
        if on
    ]
    leads = not is_npf and match.sides[fighter.player].leader == fighter.id
    status = _status(words, session, fighter)
    level = words("ui.card.level", n=fighter.profile.level)
    head = h(
        "button",
        {
            "type": "button",
            "class": "fighter-head",
            "data-do": "select",
            "data-option": fighter.id,
            "aria-expanded": str(selected).lower(),
        },
        disc(
            fighter.profile.faction, fighter.player, initials(words.name_of(fighter.profile.id, fighter.profile.name))
        ),
        h(
            "span",
            None,
            h("b", None, session.name(fighter.id)),
            h("small", None, icon("leader", words("ui.card.leader")) if leads else None, " " if leads else "", status),
        ),
        h("span", {"class": "level"}, level)
        if is_npf
        else h(
            "span",
            {"class": "ap", "title": words("ui.card.ap", n=fighter.ap)},
            words("ap"),
            " ",
            h("b", {"class": "unseen"}, str(fighter.ap)),
            [
                h("i", {"class": "on" if place < fighter.ap else "", "aria-hidden": "true"})
                for place in range(max(3, fighter.ap))
            ],
        )
        if not down
        else None,
    )
    # There may be many NPFs: an unhurt one shows no boxes until it is selected or acts.
    limbs = not down and (not is_npf or selected or acts or any(fighter.lost))
    return h(
        "article",
        {
            "class": " ".join(["fighter", *classes]),
            "data-fighter": fighter.id,
            "data-ap": None if is_npf else fighter.ap,
            "data-at": f"{fighter.at[0]} {fighter.at[1]}" if fighter.at else None,
        },
        head,
        h("div", {"class": "limbs"}, [_limb(words, match, fighter, limb) for limb in range(4)]) if limbs else None,
        None if down else _states(words, session, fighter),
        _detail(words, session, fighter) if selected else None,
        key=fighter.id,
    )


def troop_cards(words: Words, session: Session, player: int, selected: str) -> Node:
    """Return the cards of a player's fighters, the fallen at the end."""
    acting = session.acting()
    fighters = sorted(session.troop(player), key=lambda fighter: fighter.status == INCAPACITATED)
    down, side, setup = session.fallen(player), session.match.sides[player], session.match.setup
    keeps = bool(side.mission or side.sealed_mission or any(side.hand))
    look = (
        h(
            "button",
            {
                "type": "button",
                "class": "button quiet peek",
                "data-do": "peek",
                "data-player": player,
                "title": words("secrets.look"),
            },
            icon("eye"),
            words("secrets.short"),
        )
        if keeps and not session.is_over and session.may_peek(player)
        else None
    )
    return h(
        "div",
        {"class": p_class(player), "data-troop": player},
        h(
            "header",
            {"class": "troop-head"},
            h("h2", None, troop_called(words, setup.troops[player - 1], setup.ruleset.edition)),
            h("span", None, words("ui.top.down", n=down)) if down else None,
            look,
        ),
        [fighter_card(words, session, fighter, fighter.id == selected, fighter.id in acting) for fighter in fighters],
    )


def npf_cards(words: Words, session: Session, selected: str) -> Node | None:
    """Return the cards of the non-player fighters, the fallen at the end (NPF); None without any."""
    acting, table = session.acting(), session.match.table
    fighters = sorted(session.troop(NPF), key=lambda fighter: fighter.status == INCAPACITATED)
    if not fighters:
        return None
    down = session.fallen(NPF)
    return h(
        "div",
        {"class": f"{p_class(NPF)} npfs", "data-troop": NPF},
        h(
            "header",
            {"class": "troop-head"},
            h("h2", None, words("ui.card.npfs")),
            h(
                "span",
                None,
                " · ".join(
                    words(key, n=n) for key, n in (("ui.module.level", table.infestation), ("ui.top.down", down)) if n
                ),
            ),
        ),
        [fighter_card(words, session, fighter, fighter.id == selected, fighter.id in acting) for fighter in fighters],
    )
