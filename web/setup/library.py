"""Cards to read, searched and filtered, and one fighter's card in full.

Fighters, NPFs, missions, tactical cards, abilities, the scenery of Territory management.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from eden_core.cards import shipped
from eden_core.cards.equipment import folded, gear_text
from eden_core.cards.records import CHARACTERISTICS, LIMBS, NPF_FACTION, Limb, Mission, Profile, Tactic
from eden_core.ruleset import EDITIONS, FACTIONS, STIGMAS
from web.i18n.catalogue import Words
from web.ui.controls import disc
from web.ui.nodes import Child, Node, h, icon
from web.ui.scenery import piece_card

__all__ = ["KINDS", "Look", "ability_name", "card_sheet", "library_sheet", "profile_card"]

KINDS = ("fighters", "npfs", "missions", "tactics", "abilities", "scenery")
FILTERS = ("faction", "stigma", "edition")
TELLING = {"npfs": ("stigma",), "scenery": ("edition",)}  # those that sort a kind of card; elsewhere all
FULL = 12  # so many fighters at the most are shown as whole cards at once


@dataclass
class Look:
    """The filters of a reader; "" is any."""

    kind: str = "fighters"
    search: str = ""
    faction: str = ""
    stigma: str = ""
    edition: str = ""
    opened: str = ""  # the fighter whose card is open in the list


# --- a fighter's card ---


def _limb(words: Words, name: str, characteristic: str, limb: Limb) -> Node:
    """MAT-4: the characteristic, normal and wounded, the CP, the faces that hit."""
    boxes = [
        h("span", None, [h("i", {"class": tone})] * count)
        for count, tone in ((limb.white, "cp"), (limb.red, "cp red"))
        if count
    ]
    faces = ", ".join(map(str, limb.faces))
    label, shown = words(f"limb.{name}"), words(f"char.{characteristic}")
    spoken = words(
        "ui.card.limb",
        limb=label,
        char=shown,
        normal=limb.normal,
        wounded=limb.wounded,
        white=limb.white,
        red=limb.red,
        faces=faces,
    )
    return h(
        "div",
        {"class": "limb", "role": "img", "aria-label": spoken, "title": spoken, "data-limb": name},
        h("span", {"class": "limb-name"}, label),
        h(
            "span",
            {"class": "limb-top"},
            shown,
            h("b", None, str(limb.normal)),
            h("b", {"class": "wounded"}, str(limb.wounded)) if limb.red else None,
        ),
        h("span", {"class": "cps"}, boxes),
        h("span", {"class": "hit-faces"}, [h("i", None, str(face)) for face in limb.faces]),
    )


def ability_name(words: Words, name: str) -> str:
    """Return the name of an ability."""
    return words.first(f"ability.{name}", name.replace("_", " ").capitalize())


def _ability_text(words: Words, name: str) -> str:
    return words(f"ability.{name}.text") if words.has(f"ability.{name}.text") else ""


def _ability(words: Words, name: str) -> Node:
    return h("li", None, h("b", None, ability_name(words, name)), f" {_ability_text(words, name)}")


def _bearing(words: Words, profile: Profile) -> str:
    """Faction, stigma, types and base in a line."""
    parts = [
        words(f"faction.{profile.faction}"),
        words(f"stigma.{profile.stigma}") if profile.stigma else "",
        *(words.first(f"type.{kind}", kind) for kind in profile.types),
        words("ui.card.base", n=profile.base),
    ]
    return " · ".join(filter(None, parts))


def profile_card(words: Words, profile: Profile, player: int = 0, foot: Sequence[Child] = ()) -> Node:
    """A fighter's card as printed, whole (MAT-3); `foot` is what can be done with it."""
    gear = [h("li", None, gear_text(piece, words.language)) for piece in profile.gear] or [
        h("li", {"class": "none"}, words("ui.card.no_equipment"))
    ]
    flavour = f"profile.{profile.id}.text"
    value = h(
        "span",
        {"class": "card-value", "title": words("ui.setup.value", value=profile.value)},
        str(profile.value) if profile.value else words("ui.card.level", n=profile.level),
    )
    return h(
        "article",
        {"class": "profile", "data-profile": profile.id, "aria-label": words.name_of(profile.id, profile.name)},
        h(
            "header",
            {"class": "profile-head"},
            disc(profile.faction, player),
            h(
                "div",
                None,
                h("h3", None, words.name_of(profile.id, profile.name)),
                h("small", None, _bearing(words, profile)),
            ),
            value,
        ),
        h("div", {"class": "limbs"}, [_limb(words, *limb) for limb in zip(LIMBS, CHARACTERISTICS, profile.limbs)]),
        h("ul", {"class": "gear", "aria-label": words("ui.card.equipment")}, gear),
        h(
            "ul",
            {"class": "abilities", "aria-label": words("ui.card.abilities")},
            [_ability(words, name) for name in profile.abilities],
        )
        if profile.abilities
        else None,
        h("p", {"class": "flavour"}, words(flavour)) if words.has(flavour) else None,
        h("div", {"class": "profile-foot"}, foot) if foot else None,
        key=profile.id,
    )


# --- other cards ---


def _symbol(words: Words, symbol: str) -> str:
    if not symbol:
        return words("ui.library.open")
    return words(f"{'stigma' if symbol in STIGMAS else 'faction'}.{symbol}")


def _mission(words: Words, card: Mission) -> Node:
    keys = [words("mission.revealed" if card.revealed else "mission.secret"), words(f"deployment.{card.deployment}")]
    name, text = (words(f"mission.{card.id}.{part}") for part in ("name", "text"))
    return _text_card(f"mission-{card.id}", name, keys, text, card.symbol)


def _tactic(words: Words, card: Tactic) -> Node:
    keys = [words("keyword.tactical")] if card.tactical else []
    keys += [words("keyword.first_round")] if card.first_round else []
    keys += [words("keyword.cancel", n=card.cancel)] if card.cancel else []
    name, text = (words(f"tactic.{card.id}.{part}") for part in ("name", "text"))
    return _text_card(f"tactic-{card.id}", name, keys, text, card.symbol)


def _text_card(key: str, name: str, keys: list[str], text: str, symbol: str = "") -> Node:
    return h(
        "article",
        {"class": "text-card", "data-card": key, "aria-label": name},
        h("header", None, h("h3", None, name), icon(f"emblem-{symbol}") if symbol else None),
        h("p", {"class": "keys"}, " · ".join(keys)) if keys else None,
        h("p", {"class": "what"}, text),
        key=key,
    )


# --- the page of all cards ---


def _says(look: Look, *texts: str) -> bool:
    """Return True if all words that are searched for stand in some of the texts."""
    said = folded(" ".join(texts))
    return all(word in said for word in folded(look.search).split())


def _bears(look: Look, faction: str, stigma: str) -> bool:
    return (
        look.faction in ("", faction)
        and look.stigma in ("", stigma)
        and (not look.edition or faction in ("", NPF_FACTION, *EDITIONS[look.edition].factions))
    )


def _open_to(look: Look, symbol: str) -> bool:
    """Return True if a card may be played under the filters: one without a symbol always may."""
    faction, _stigma = (symbol, "") if symbol in FACTIONS else ("", symbol)
    if look.edition and faction and faction not in EDITIONS[look.edition].factions:
        return False
    return not symbol or not (look.faction or look.stigma) or symbol in (look.faction, look.stigma)


def _fighters(words: Words, look: Look) -> list[Profile]:
    found, library = [], shipped.load(look.edition or "fr3")
    for profile in (library.npfs if look.kind == "npfs" else library.profiles).values():
        texts = [profile.name, _bearing(words, profile), *(gear_text(piece, words.language) for piece in profile.gear)]
        texts += [f"{ability_name(words, name)} {_ability_text(words, name)}" for name in profile.abilities]
        texts.append(words.first(f"profile.{profile.id}.name", ""))
        if _bears(look, profile.faction, profile.stigma) and _says(look, *texts):
            found.append(profile)
    return sorted(found, key=lambda profile: (-profile.value, profile.level, profile.name))


def _brief(words: Words, profile: Profile) -> Node:
    """A fighter in a line that opens the card."""
    stats = [
        [f"{words('char.' + name)} ", h("b", None, str(limb.normal)), " "]
        for name, limb in zip(CHARACTERISTICS, profile.limbs)
    ]
    stigma = words(f"stigma.{profile.stigma}") if profile.stigma else ""
    return h(
        "button",
        {
            "type": "button",
            "class": "brief",
            "data-do": "seek_card",
            "data-option": profile.id,
            "aria-expanded": "false",
        },
        disc(profile.faction),
        h("span", None, h("b", None, words.name_of(profile.id, profile.name)), h("small", None, stigma)),
        h("span", {"class": "stats"}, stats),
        h("span", {"class": "card-value"}, str(profile.value or profile.level)),
        key=f"brief-{profile.id}",
    )


def _shown_fighters(words: Words, look: Look) -> tuple[int, list[Node]]:
    found = _fighters(words, look)
    whole = len(found) <= FULL
    groups = []
    for faction in dict.fromkeys([*FACTIONS, *(profile.faction for profile in found)]):
        mine = [profile for profile in found if profile.faction == faction]
        if mine:
            cards = [
                profile_card(words, profile) if whole or profile.id == look.opened else _brief(words, profile)
                for profile in mine
            ]
            groups.append(_group(words(f"faction.{faction}"), faction, cards))
    return len(found), groups


def _group(title: str, symbol: str, cards: list[Node]) -> Node:
    return h(
        "section",
        {"class": "card-group", "aria-label": title},
        h("h2", None, icon(f"emblem-{symbol}") if symbol else None, " ", title),
        h("div", {"class": "card-list"}, cards),
        key=title,
    )


def _shown_cards(words: Words, look: Look) -> tuple[int, list[Node]]:
    """Missions, tactical cards, abilities or scenery, by symbol."""
    edition = look.edition or "fr3"
    library = shipped.load(edition)
    made: list[tuple[str, Node]] = []
    if look.kind == "missions":
        made = [(card.symbol, _mission(words, card)) for card in library.missions.values()]
    elif look.kind == "tactics":
        made = [(card.symbol, _tactic(words, card)) for card in library.tactics.values()]
    elif look.kind == "scenery":
        made = [("", piece_card(words, EDITIONS[edition], shape)) for shape in library.terrain]
    else:
        for name in library.abilities:
            bearers = [
                profile for profile in (*library.profiles.values(), *library.npfs.values()) if name in profile.abilities
            ]
            if any(_bears(look, profile.faction, profile.stigma) for profile in bearers) or not (
                look.faction or look.stigma or look.edition
            ):
                made.append(
                    (
                        "",
                        _text_card(
                            f"ability-{name}",
                            ability_name(words, name),
                            [words.name_of(profile.id, profile.name) for profile in bearers],
                            _ability_text(words, name),
                        ),
                    )
                )
    titles = {"abilities": words("ui.library.abilities"), "scenery": words(f"edition.{edition}")}
    found = [(symbol, node) for symbol, node in made if _open_to(look, symbol) and _says(look, *_texts(node))]
    groups = [
        _group(
            titles.get(look.kind) or _symbol(words, symbol), symbol, [node for bears, node in found if bears == symbol]
        )
        for symbol in ("", *FACTIONS, *STIGMAS)
        if any(bears == symbol for bears, _ in found)
    ]
    return len(found), groups


def _texts(node: Node) -> list[str]:
    return [part for child in node.children for part in ([child] if isinstance(child, str) else _texts(child))]


def _filter(words: Words, name: str, chosen: str, options: list[tuple[str, str]]) -> Node:
    return h(
        "label",
        {"class": "pick-number"},
        h("span", None, words(f"ui.library.{name}")),
        h(
            "select",
            {"class": "field-select", "data-do": "seek", "data-option": name, "value": chosen},
            [h("option", {"value": value}, label) for value, label in [("", words("ui.library.any")), *options]],
        ),
        key=name,
    )


def library_sheet(words: Words, look: Look) -> Node:
    """All cards, under the filters that tell something of their kind."""
    filters = TELLING.get(look.kind, FILTERS)
    look = replace(look, **{name: "" for name in FILTERS if name not in filters})
    count, groups = _shown_fighters(words, look) if look.kind in ("fighters", "npfs") else _shown_cards(words, look)
    kinds = [
        h(
            "button",
            {
                "type": "button",
                "class": "button",
                "role": "radio",
                "data-do": "seek_kind",
                "data-option": kind,
                "aria-checked": str(kind == look.kind).lower(),
            },
            words(f"ui.library.{kind}"),
            key=kind,
        )
        for kind in KINDS
    ]
    options = {
        "faction": [(name, words(f"faction.{name}")) for name in FACTIONS],
        "stigma": [(name, words(f"stigma.{name}")) for name in STIGMAS],
        "edition": [(name, words(f"edition.{name}.short")) for name in EDITIONS],
    }
    picks = [
        h(
            "label",
            {"class": "pick-number wide"},
            h("span", None, words("ui.library.search")),
            h(
                "input",
                {
                    "class": "field-input",
                    "id": "search",
                    "type": "search",
                    "data-do": "seek",
                    "data-option": "search",
                    "value": look.search,
                    "autocomplete": "off",
                    "maxlength": "60",
                },
            ),
        ),
        *(_filter(words, name, getattr(look, name), options[name]) for name in filters),
    ]
    return h(
        "section",
        {"class": "sheet library", "role": "dialog", "aria-modal": "true", "aria-labelledby": "library-title"},
        h(
            "header",
            {"class": "sheet-head"},
            h("h2", {"id": "library-title"}, words("ui.library")),
            h("button", {"type": "button", "class": "button primary", "data-do": "close"}, words("ui.close")),
        ),
        h(
            "div",
            {"class": "library-picks"},
            h("div", {"class": "kinds", "role": "radiogroup", "aria-label": words("ui.library.kind")}, kinds),
            picks,
        ),
        h(
            "p",
            {"class": "library-count", "role": "status"},
            words("ui.library.count", n=count) if count != 1 else words("ui.library.count.1"),
        ),
        h("div", {"class": "library-cards"}, groups),
    )


def card_sheet(words: Words, profile: Profile, player: int = 0) -> Node:
    """One fighter's card alone."""
    return h(
        "section",
        {
            "class": "sheet one-card",
            "role": "dialog",
            "aria-modal": "true",
            "aria-label": words.name_of(profile.id, profile.name),
        },
        profile_card(words, profile, player),
        h(
            "div",
            {"class": "sheet-acts"},
            h("button", {"type": "button", "class": "button", "data-do": "cards"}, icon("card"), words("ui.library")),
            h("button", {"type": "button", "class": "button primary", "data-do": "close"}, words("ui.close")),
        ),
    )
