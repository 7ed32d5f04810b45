"""The catalogue is whole: every code that the core can send has words, in English and French, with the same blanks."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path

import pytest

from eden_core import content
from eden_core.match import MARKERS
from eden_core.profile import CHARACTERISTICS, LIMBS
from tests.web import codes
from web.words import LANGUAGES, Words, best_language

TEXTS = Path(__file__).resolve().parents[2] / "web" / "texts"
BY_ITSELF = {"claim", "open"}        # decisions that the client answers without asking
FULL = ("en", "fr")


def table(language: str) -> dict[str, str]:
    """A language's own table, the cards' included."""
    found: dict[str, str] = {}
    for name in (f"cards.{language}.json", f"{language}.json"):
        if (TEXTS / name).exists():
            found.update(json.loads((TEXTS / name).read_text(encoding="utf-8")))
    return found


def needed() -> set[str]:
    """Every key that the core's codes and cards ask for."""
    library = content.load()
    keys = {f"event.{code}" for code in codes.events()} | {f"error.{code}" for code in codes.errors()}
    keys |= {f"ask.{kind}" for kind in codes.decisions() - BY_ITSELF} | {f"roll.{reason}" for reason in codes.rolls()}
    keys |= {f"limb.{name}" for name in LIMBS} | {f"char.{name}" for name in CHARACTERISTICS} | {f"state.{name}" for name in MARKERS}
    keys |= {f"tactic.{name}.{part}" for name in library.tactics for part in ("name", "text")}
    keys |= {f"mission.{name}.{part}" for name in library.missions for part in ("name", "text")}
    return keys | {f"piece.{name}" for name in library.pieces} | {f"troop.{name}.name" for name in library.troops}


def said_in_code() -> set[str]:
    """Every key that the client's own code names as it stands."""
    keys: set[str] = set()
    for path in (TEXTS.parent).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
                name = ast.unparse(node.func)
                if name.endswith("words") and isinstance(node.args[0].value, str):
                    keys.add(node.args[0].value)
    return keys


@pytest.mark.parametrize("language", FULL)
def test_every_code_has_words(language: str) -> None:
    """Nothing that can be said is missing."""
    missing = sorted((needed() | said_in_code()) - set(table(language)))
    assert not missing


def test_languages_have_the_same_blanks() -> None:
    """A translation fills in what the English fills in, and nothing else."""
    english = table("en")
    for language in LANGUAGES:
        for key, text in table(language).items():
            assert key in english, f"{language}: {key}"
            assert set(re.findall(r"\{(\w+)\}", text)) <= set(re.findall(r"\{(\w+)\}", english[key])) | {"n", "name"}, f"{language}: {key}"


def test_french_is_complete() -> None:
    """All that is said in English is said in French."""
    assert not set(table("en")) - set(table("fr"))


def test_missing_words_fall_back_to_english() -> None:
    """A language that has only begun borrows the rest."""
    german = Words("de", table("en"), table("de"))
    assert german("ui.play") == table("de")["ui.play"] and german("event.moved", fighter="Yûri", length="3 cm").startswith("Yûri")


def test_a_name_with_braces_stays_a_name() -> None:
    """Blanks are filled once: what a player typed is never read as a blank."""
    words = Words("en", {"a": "{player} and {other}"})
    assert words("a", player="{other}", other="Bob") == "{other} and Bob"


def test_lengths_are_rounded_up() -> None:
    """Against the mover, with the language's decimal sign."""
    assert Words("en").cm(101) == "1.1 cm" and Words("fr").cm(100) == "1,0 cm"


def test_the_browsers_language_is_taken() -> None:
    """The first that Eden speaks."""
    assert best_language(["sv", "fr-CH", "en"]) == "fr" and best_language(["sv"]) == "en"
