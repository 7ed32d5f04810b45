"""The set-up page: two names, two troops as cards, the scenery, the rules in use."""

from __future__ import annotations

from eden_core import content
from eden_core.equipment import gear_text
from eden_core.profile import CHARACTERISTICS, Profile

from ..agreed import Agreed
from ..dom import Node, h
from ..words import Words
from .first import language_pick, theme_button
from .parts import disc, p_class

__all__ = ["setup_page"]


def _stats(words: Words, profile: Profile) -> Node:
    return h("span", {"class": "stats"}, [
        [f"{words('char.' + name)} ", h("b", None, str(limb.normal)), "  "] for name, limb in zip(CHARACTERISTICS, profile.limbs)])


def _side(words: Words, agreed: Agreed, player: int) -> Node:
    troops = content.load().troops
    chosen = agreed.troops[player - 1]
    cards = [
        h("button", {"type": "button", "class": "button troop", "role": "radio", "aria-checked": str(name == chosen).lower(),
                     "data-do": "troop", "data-player": player, "data-option": name},
          disc(troop.symbol, player), h("b", None, words.first(f"troop.{name}.name", troop.name)),
          h("small", None, words("ui.setup.value", value=sum(p.value for p in troop.profiles))), key=name)
        for name, troop in troops.items()]
    roster = [h("li", None, h("b", None, profile.name), _stats(words, profile), h("span", {"class": "value"}, str(profile.value)),
                h("small", None, " · ".join(gear_text(gear, words.language) for gear in profile.gear) or words("ui.card.no_equipment")),
                key=profile.id) for profile in troops[chosen].profiles]
    return h("section", {"class": f"setup-side {p_class(player)}", "data-side": player},
             h("label", {"for": f"name-{player}"}, words("ui.setup.name", n=player)),
             h("input", {"id": f"name-{player}", "class": "field-input", "data-do": "name", "data-player": player, "maxlength": "24",
                         "placeholder": words("ui.setup.name_hint"), "value": agreed.names[player - 1], "autocomplete": "off"}),
             h("div", {"class": "troops", "role": "radiogroup", "aria-label": words("ui.setup.troop")}, cards),
             h("p", None, words.first(f"troop.{chosen}.text", "")), h("ul", {"class": "roster"}, roster))


def setup_page(words: Words, agreed: Agreed, light: bool) -> list[Node]:
    """The whole page."""
    scenery = [
        h("button", {"type": "button", "class": "button", "role": "radio", "aria-checked": str(agreed.scenery == kind).lower(),
                     "data-do": "scenery", "data-option": kind},
          h("span", None, h("span", None, words(f"ui.setup.{text}")), h("small", None, words(f"ui.setup.{text}.help"))), key=kind)
        for kind, text in (("ready", "ready"), ("turns", "by_turns"))]
    return [h("div", {"class": "setup"},
              h("header", {"class": "setup-head"}, h("h1", None, words("ui.setup.title")),
                h("div", {"class": "menu"}, language_pick(words), theme_button(words, light))),
              h("div", {"class": "setup-sides"}, _side(words, agreed, 1), _side(words, agreed, 2)),
              h("section", {"class": "setup-field"},
                h("div", None, h("label", None, words("ui.setup.scenery")),
                  h("div", {"class": "choices", "role": "radiogroup", "aria-label": words("ui.setup.scenery")}, scenery)),
                h("div", None, h("label", None, words("ui.setup.edition")),
                  h("div", {"class": "choices"}, h("span", {"class": "button", "aria-disabled": "true"}, words(f"edition.{agreed.edition}")))))),
            h("div", {"class": "setup-go"},
              h("button", {"type": "button", "class": "button big", "data-do": "home"}, words("ui.setup.back")),
              h("button", {"type": "button", "id": "start", "class": "button primary big", "data-do": "start"}, words("ui.setup.start")))]
