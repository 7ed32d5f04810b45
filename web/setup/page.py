"""The set-up page: the match, its optional rules, each player's name and troop, and all that is wrong with them."""

from __future__ import annotations

from collections.abc import Sequence

from eden_core.cards import shipped
from eden_core.cards.equipment import gear_text
from eden_core.cards.records import CHARACTERISTICS, Profile, Troop, check_troop
from eden_core.engine.match import ROLLED
from eden_core.errors import EdenError
from eden_core.ruleset import EDITIONS, Ruleset
from web.i18n.catalogue import Words
from web.setup.agreed import BUDGETS, LEVELS, OWN, SIDES, WEATHERS, Agreed, faults_of, ready_pieces, troop_of
from web.setup.opponent import played_by
from web.setup.ways import ways
from web.ui.controls import disc, p_class, rule_link
from web.ui.editions import board_line, differences_list, modules
from web.ui.forms import act, choice, faults_list, points
from web.ui.nodes import Node, h, icon
from web.ui.preferences import language_pick, theme_button

__all__ = ["setup_page", "side", "troop_name"]


def troop_name(words: Words, troop: Troop, chosen: str) -> str:
    """Return the name of a troop: a ready one's from the texts, a player's own as typed or by its symbol."""
    return words.first(f"troop.{chosen}.name", troop.name or f"{troop.composed}.{troop.symbol}")


# --- the match ---


def _select(words: Words, do: str, label: str, values: range, chosen: int, unit: str) -> Node:
    return h(
        "label",
        {"class": "pick-number"},
        h("span", None, words(label)),
        h(
            "select",
            {"class": "field-select", "data-do": do, "id": do, "value": chosen},
            [h("option", {"value": value}, f"{value} {unit}") for value in values],
        ),
    )


def _board(words: Words, agreed: Agreed) -> Node:
    """The board to scale, seen from above, with the sides to choose."""
    width, height = agreed.field
    longest = max(SIDES)
    size = (
        f"width: {100 * width / longest:.0f}%; height: {100 * height / longest:.0f}%; "
        f"--cell: {1000 / width:.3f}% {1000 / height:.3f}%"
    )
    return h(
        "div",
        {"class": "setup-board"},
        h(
            "div",
            {"class": "board-plan", "aria-hidden": "true"},
            h("div", {"class": "board-shape", "style": size}, h("span", None, f"{width} × {height}")),
        ),
        h(
            "div",
            {"class": "board-picks"},
            _select(words, "board_width", "ui.setup.width", SIDES, width, "cm"),
            _select(words, "board_height", "ui.setup.height", SIDES, height, "cm"),
            _select(words, "budget", "ui.setup.budget", BUDGETS, agreed.budget, words("ui.troop.points")),
        ),
    )


def _edition(words: Words, agreed: Agreed, unfolded: bool) -> Node:
    options = [choice("edition", name, name == agreed.edition, words(f"edition.{name}.short")) for name in EDITIONS]
    name, about = words(f"edition.{agreed.edition}"), words(f"edition.{agreed.edition}.about")
    more = words("ui.setup.differs" if agreed.edition != Ruleset().edition else "ui.setup.differs.default")
    return h(
        "div",
        {"class": "setup-edition"},
        h("h2", {"id": "edition-title"}, words("ui.setup.edition")),
        h("div", {"class": "choices", "role": "radiogroup", "aria-labelledby": "edition-title"}, options),
        h("p", {"class": "about"}, h("b", None, name), " ", about),
        act("fold", more, tone="quiet fold", aria_expanded=str(unfolded).lower(), aria_controls="differences"),
        differences_list(words, agreed.edition) if unfolded else None,
    )


def _scenery(words: Words, agreed: Agreed) -> Node:
    ruleset, pieces = EDITIONS[agreed.edition], len(ready_pieces((agreed.field[0] * 100, agreed.field[1] * 100)))
    by = "builder" if ruleset.piece_builder else "list"
    about = (
        ("TER-1", words(f"ui.setup.territory.{by}", n=ruleset.scenery_points))
        if agreed.territory
        else ("PREP-6", words("ui.setup.scenery.about"))
    )
    kinds = (
        ("ready", words("ui.setup.ready"), words("ui.setup.pieces", n=pieces)),
        ("turns", words("ui.setup.by_turns"), words("ui.setup.by_turns.help")),
        ("territory", words("ui.module.territory"), words("ui.setup.territory.help", n=ruleset.scenery_points)),
    )
    options = [choice("scenery", kind, agreed.scenery == kind, label, detail) for kind, label, detail in kinds]
    return h(
        "div",
        {"class": "setup-scenery"},
        h("h2", {"id": "scenery-title"}, words("ui.setup.scenery")),
        h("div", {"class": "choices", "role": "radiogroup", "aria-labelledby": "scenery-title"}, options),
        _about(words, *about),
    )


def _about(words: Words, rule: str, text: str) -> Node:
    """Say what a choice comes to, with its rule's number."""
    return h("p", {"class": "about ruled"}, rule_link(words, rule), " ", text)


def _modules(words: Words, agreed: Agreed) -> Node:
    """Infestation and weather, each with what it adds."""

    def level(number: int) -> str:
        return words(
            "ui.setup.rolled" if number == ROLLED else "ui.module.level" if number else "ui.setup.none", n=number
        )

    levels = h(
        "select",
        {
            "class": "field-select",
            "data-do": "infestation",
            "id": "infestation",
            "aria-labelledby": "infestation-title",
            "value": agreed.infestation,
        },
        [h("option", {"value": number}, level(number)) for number in LEVELS],
    )
    rolls = [
        choice(
            "weather",
            str(number),
            number == agreed.weather,
            words(f"ui.setup.rolls.{number}" if number else "ui.setup.none"),
        )
        for number in WEATHERS
    ]
    return h(
        "div",
        {"class": "setup-modules"},
        h(
            "div",
            {"class": "setup-module"},
            h("h2", {"id": "infestation-title"}, words("ui.module.infestation")),
            levels,
            _about(words, "NPF-1", words("ui.setup.infestation.about")),
        ),
        h(
            "div",
            {"class": "setup-module"},
            h("h2", {"id": "weather-title"}, words("ui.module.weather")),
            h("div", {"class": "choices", "role": "radiogroup", "aria-labelledby": "weather-title"}, rolls),
            _about(words, "WEA-1", words("ui.setup.weather.about")),
        ),
    )


# --- the players ---


def _stats(words: Words, profile: Profile) -> Node:
    return h(
        "span",
        {"class": "stats"},
        [
            [f"{words('char.' + name)} ", h("b", None, str(limb.normal)), "  "]
            for name, limb in zip(CHARACTERISTICS, profile.limbs)
        ],
    )


def _row(words: Words, profile: Profile) -> Node:
    gear = [gear_text(piece, words.language) for piece in profile.gear] or [words("ui.card.no_equipment")]
    gear += [words.first(f"ability.{name}", name) for name in profile.abilities]
    return h(
        "li",
        None,
        h(
            "button",
            {
                "type": "button",
                "class": "link",
                "data-do": "read",
                "data-option": profile.id,
                "title": words("ui.card.read"),
            },
            words.name_of(profile.id, profile.name),
        ),
        _stats(words, profile),
        h("span", {"class": "value"}, str(profile.value)),
        h("small", None, " · ".join(gear)),
        key=profile.id,
    )


def _tile(words: Words, agreed: Agreed, player: int, id: str, troop: Troop) -> Node:
    """A troop to choose."""
    value = sum(profile.value for profile in troop.profiles)
    label = words("ui.troop.own") if id == OWN else troop_name(words, troop, id)
    detail = words("ui.setup.value", value=value) if troop.profiles else words("ui.troop.none_yet")
    if id == OWN and troop.profiles:
        detail = f"{troop_name(words, troop, '')} · {detail}"
    return h(
        "button",
        {
            "type": "button",
            "class": "button troop",
            "role": "radio",
            "data-do": "troop",
            "data-option": id,
            "data-player": player,
            "aria-checked": str(id == agreed.troops[player - 1]).lower(),
        },
        disc(troop.symbol, player),
        h("b", None, label),
        h("small", None, detail),
        key=id,
    )


def side(words: Words, agreed: Agreed, player: int, faults: Sequence[EdenError], loud: bool) -> Node:
    """A player's name, troop, and all that is wrong with it."""
    chosen, ruleset = agreed.troops[player - 1], EDITIONS[agreed.edition]
    troops = {
        id: troop
        for id, troop in shipped.load(agreed.edition).troops.items()
        if id == chosen or not check_troop(ruleset, troop, agreed.budget)
    }
    troops[OWN] = troop_of(Agreed(troops=(OWN, OWN), own=agreed.own), player)
    troop = troops[chosen]
    build = words("ui.troop.edit" if chosen == OWN and troop.profiles else "ui.troop.build")
    acts = [act("build", build, data_player=player), act("random", words("ui.troop.random"), data_player=player)]
    return h(
        "section",
        {"class": f"setup-side {p_class(player)}", "data-side": player},
        h("label", {"for": f"name-{player}"}, words("ui.setup.name", n=player)),
        h(
            "input",
            {
                "id": f"name-{player}",
                "class": "field-input",
                "data-do": "name",
                "data-player": player,
                "maxlength": "24",
                "placeholder": words("ui.setup.name_hint"),
                "value": agreed.names[player - 1],
                "autocomplete": "off",
            },
        ),
        h("p", {"class": "about same-name", "role": "status"}, words("ui.setup.same_name"))
        if agreed.share_a_name and player == 2
        else None,
        h(
            "div",
            {"class": "troops", "role": "radiogroup", "aria-label": words("ui.setup.troop")},
            [_tile(words, agreed, player, id, known) for id, known in troops.items()],
        ),
        h("div", {"class": "troop-acts"}, acts),
        faults_list(words, faults, agreed.edition, loud),
        h(
            "div",
            {"class": "roster-head"},
            h("h2", None, troop_name(words, troop, chosen)),
            points(words, sum(profile.value for profile in troop.profiles), agreed.budget),
        ),
        h("p", {"class": "about"}, words(f"troop.{chosen}.text")) if words.has(f"troop.{chosen}.text") else None,
        h("ul", {"class": "roster"}, [_row(words, profile) for profile in troop.profiles]),
    )


def setup_page(words: Words, agreed: Agreed, light: bool, unfolded: bool = False, refused: bool = False) -> list[Node]:
    """The whole page; `unfolded` shows what the edition plays differently, `refused` that a start was tried in vain."""
    faults = faults_of(agreed, whole=refused)
    who = words(f"solo.against.{agreed.machine or 'person'}")
    line = board_line(words, agreed.edition, (agreed.field[0] * 100, agreed.field[1] * 100), modules(words, agreed))
    return [
        h(
            "div",
            {"class": "setup"},
            h(
                "header",
                {"class": "setup-head"},
                h("h1", None, words("ui.setup.title")),
                h(
                    "div",
                    {"class": "menu"},
                    act("cards", icon("card"), words("ui.library"), tone="quiet"),
                    language_pick(words),
                    theme_button(words, light),
                ),
            ),
            h("section", {"class": "setup-machine", "aria-labelledby": "played-by-title"}, played_by(words, agreed)),
            h(
                "section",
                {"class": "setup-match", "aria-label": words("ui.setup.match")},
                _edition(words, agreed, unfolded),
                _board(words, agreed),
                _scenery(words, agreed),
                _modules(words, agreed),
            ),
            h(
                "div",
                {"class": "setup-sides"},
                [side(words, agreed, player, faults.troops[player - 1], refused) for player in (1, 2)],
            ),
            ways(words, agreed.guest_chooses),
        ),
        h(
            "div",
            {"class": "setup-go"},
            faults_list(words, faults.whole, agreed.edition, refused),
            h("p", {"class": "setup-sum"}, f"{who} · {line}"),
            act("home", words("ui.setup.back"), tone="big"),
            act(
                "invite",
                icon("link"),
                h("span", None, words("peer.way.link")),
                tone="big friend",
                data_option="link",
                title=words("peer.way.link.about"),
                aria_label=words("peer.way.link"),
            ),
            act("start", words("ui.setup.start"), tone="primary big", id="start"),
        ),
    ]
