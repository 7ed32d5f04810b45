"""The command line: `run`, `legal`, `sight`, `reach`, their output and exit codes; what is no scenario is refused."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from eden_core.cli import main
from eden_core.errors import Malformed
from eden_core.scenarios.placed import Decimals, length
from eden_core.scenarios.running import read_scenario

SCENARIOS = Path(__file__).parents[1] / "scenarios"
RIPOSTE = str(SCENARIOS / "riposte.toml")
TWO = """
[match]
active = "a"
[[fighter]]
id = "a"
player = 1
at = [20, 30]
card = { equipment = ["Rifle (Shooting): - Str (3), Range (30)", "Bomb (Throwing): - Range (15), Burn (1)"] }
[[fighter]]
id = "b"
player = 2
at = [29, 30]
[[fighter]]
id = "c"
player = 1
at = [25, 31]
"""


def written(folder: Path, text: str) -> str:
    file = folder / "scenario.toml"
    file.write_text(text, encoding="utf-8")
    return str(file)


# --- run ---


def test_run_tells_an_event_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", RIPOSTE]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "ap_lost ACN-6 fighter=a amount=1 ap=2"
    assert "rolled ROLL-4 reason=opposition fighter=a dice=[3,3]" in lines
    assert lines[-1] == "wounded MEL-2 fighter=b limb=legs amount=1 left=3"


def test_run_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", RIPOSTE, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert set(found) == {"events", "pending", "state", "failed"}
    assert found["failed"] == [] and found["pending"]["kind"] == "action"
    assert found["events"][0] == {"code": "ap_lost", "rule": "ACN-6", "fighter": "a", "amount": 1, "ap": 2}
    assert found["state"]["fighters"]["b"]["lost"] == {"head": 0, "arms": 0, "torso": 0, "legs": 1}


def test_run_until_stops_before_a_play(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", RIPOSTE, "--until", "3"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert "pending reaction by=2 rule=MEL-1 fighter=b target=a" in out
    assert out[-3:] == ["  dodge", "  passive", "  riposte"]
    assert main(["run", RIPOSTE, "--until", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["events"] == []


def test_a_failed_expectation_is_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (
        TWO
        + '[[play]]\nby = 1\nmove = { path = [[20, 35]] }\nexpect = { "a.ap" = 3 }\n'
        + '[expect]\nround = 2\n"a.at" = [20, 35]\n'
    )
    assert main(["run", written(tmp_path, text)]) == 1
    out = capsys.readouterr().out
    assert (
        "FAILED play 1: key=a.ap expected=3 found=2" in out and "FAILED at the end: key=round expected=2 found=1" in out
    )
    assert main(["run", written(tmp_path, text), "--json"]) == 1
    assert [failure["key"] for failure in json.loads(capsys.readouterr().out)["failed"]] == ["a.ap", "round"]


SHOT = TWO + '[[play]]\nby = 1\nshoot = { target = "b", with = "Rifle" }\n'
FAILING = [
    (TWO + "[[play]]\nby = 1\nmove = { path = [[20, 45]] }", {"play": 1, "reason": "refused", "rule": "ACN-2"}),
    (TWO + '[[play]]\nby = 1\nrefused = "ACN-2"\nmove = { path = [[20, 35]] }', {"play": 1, "reason": "not_refused"}),
    (
        TWO + '[[play]]\nby = 1\nrefused = "ACN-4"\nmove = { path = [[20, 45]] }',
        {"reason": "refused_by_another_rule", "expected": "ACN-4", "found": "ACN-2"},
    ),
    (TWO + "[[play]]\ndice = [1]", {"play": 1, "reason": "dice_left_over", "dice": [1], "pending": "action"}),
    (SHOT + "[[play]]\ndice = [1, 1, 1, 1]", {"play": 2, "reason": "dice_left_over", "dice": [1]}),
    (SHOT + "[[play]]\ndice = [1, 1]", {"play": 0, "reason": "dice_missing", "needed": 3, "given": [1, 1]}),
    (SHOT + "[[play]]\nby = 1\nend = true", {"play": 2, "reason": "refused"}),
    (SHOT + "[[play]]\ndice = [1, 1]\n[[play]]\nby = 1\nend = true", {"play": 3, "reason": "dice_missing"}),
    (TWO + "[[play]]\nby = 2\nend = true", {"play": 1, "reason": "refused", "rule": "ACT-8"}),
    (TWO + '[[play]]\nby = 1\nfighter = "c"\nend = true', {"play": 1, "reason": "refused", "rule": "ACT-8"}),
    (TWO + "[[play]]\nby = 1\nshift = 1", {"play": 1, "reason": "refused"}),
    (TWO + "[expect]\nwinner = 0", {"key": "winner", "expected": 0, "found": None}),
    (TWO + '[expect]\n"pending.options" = ["charge"]', {"found": ["charge", "end", "move", "shoot", "throw"]}),
]


@pytest.mark.parametrize(("text", "failure"), FAILING)
def test_what_fails_is_told(text: str, failure: dict[str, object]) -> None:
    first = read_scenario(text).run().failed[0]
    assert {key: first[key] for key in failure} == failure


def test_several_dice_plays_in_a_row_are_one_stream() -> None:
    text = (
        SHOT
        + "[[play]]\ndice = [1]\n[[play]]\nexpect = { pending = 'roll' }\n"
        + "[[play]]\ndice = [1, 1]\n[expect]\npending = 'action'"
    )
    assert read_scenario(text).run().failed == ()


def test_a_scenario_runs_twice_alike() -> None:
    scenario = read_scenario(Path(RIPOSTE).read_text(encoding="utf-8"))
    assert scenario.run().events == scenario.run().events


# --- legal, sight, reach ---


def test_legal_lists_the_options(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = written(tmp_path, TWO)
    assert main(["legal", file]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "pending action by=1 rule=ACT-8 fighter=a"
    assert "  shoot ap=1 with=Rifle targets=b reach=30.00" in lines
    assert main(["legal", file, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["pending"]["options"] == ["charge", "end", "move", "shoot", "throw"]


def test_sight_names_obstacles_and_blockers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sight", written(tmp_path, TWO), "a", "b"]) == 0
    assert capsys.readouterr().out.splitlines() == ["a sees b", "obstacle c 1"]
    assert main(["sight", written(tmp_path, TWO.replace("[25, 31]", "[25, 30]")), "a", "b", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "from": "a",
        "to": "b",
        "seen": False,
        "blockers": ["c"],
        "obstacles": {},
        "failed": [],
    }


def test_reach_lists_places_and_targets(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = written(tmp_path, TWO)
    assert main(["reach", file, "a"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "move 20.00 40.00 cost 10.00" in lines and "move 20.00 41.00 cost 11.00" not in lines
    assert (
        any(line.startswith("charge b path ") for line in lines)
        and "shoot ap=1 with=Rifle targets=b reach=30.00" in lines
    )
    assert main(["reach", file, "a", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["throw"] == {"Bomb": ["b"]}
    assert main(["reach", file, "nobody"]) == 2


# --- no scenario ---

ONE = '[[fighter]]\nid = "a"\nplayer = 1\nat = [20, 30]\n'
REFUSED = [
    ("a = ", "not toml"),
    ("zone = 1", "zone: unknown field"),
    ("edition = 'fr9'", "edition: unknown word"),
    ("[match]\nphase = 'lunch'", "match.phase"),
    ("[match]\nround = 9", "[RND-1]"),
    ("[match]\nfield = [50, 60]", "[MAT-1]"),
    ("[match]\nweather = 'fog'", "match.weather: unknown id (found fog) [WEA-1]"),
    ("[match]\nweather = ['mist', 'hail']", "match.weather: unknown id (found hail) [WEA-1]"),
    ("[match]\noptions = { weather = 4 }", "match.options.weather: number out of bounds"),
    ("[match]\noptions = { territory = 2 }", "match.options.territory: true or false expected"),
    ("[match]\noptions = { infestation = 12 }", "match.options.infestation: number out of bounds"),
    ("[match]\noptions = { infestation = 'rolled' }", "match.options.infestation: whole number expected"),
    ("[match]\nphase = 'preparation'\noptions = { infestation = 'much' }", "match.options.infestation"),
    ("[match]\noptions = { luck = 3 }", "unknown switch (switch luck)"),
    ("[match]\nactive = 'x'", "match.active: unknown id"),
    ("[match]\nleaders = ['a', 'b']", "match.leaders: unknown id"),
    (ONE + "colour = 'red'", "fighter[1].colour: unknown field"),
    (ONE.replace("[20, 30]", "[20, 30.001]"), "fighter[1].at[1]: centimetres expected"),
    (ONE.replace("[20, 30]", "[20, 3e1]"), "centimetres expected (found 3e1"),
    (ONE.replace("[20, 30]", "[20]"), "fighter[1].at: point expected"),
    (ONE.replace("[20, 30]", "[20, 1.49]"), "fighter a: off the field [MOVE-1]"),
    (ONE.replace("player = 1", "player = 3"), "fighter[1].player: number out of bounds"),
    (ONE.replace("player = 1", "player = 0\nap = 1"), "fighter[1].ap: number out of bounds"),
    (ONE.replace("player = 1", "player = 0\nprofile = 'yuri'"), "fighter[1].profile: unknown id (found yuri) [MAT-3]"),
    ("[match]\nactive = 'a'\n" + ONE.replace("player = 1", "player = 0"), "match.active: unknown id (found a)"),
    (ONE.replace("player = 1", "player = '1'"), "fighter[1].player: whole number expected"),
    (ONE + ONE, "fighter[2].id: id twice"),
    (ONE + ONE.replace('"a"', '"b"').replace("30]", "32.99]"), "fighter b: overlap (other a) [MOVE-1]"),
    (ONE + "profile = 'nobody'", "fighter[1].profile: unknown id (found nobody) [MAT-3]"),
    (ONE + "card = { cbt = 5 }", "fighter[1].card.cbt: list expected"),
    (ONE + "card = { abilities = ['luck'] }", "unknown id"),
    (ONE + "card = { equipment = ['Rifle (Shoting): - Str (3)'] }", "fighter[1].card.equipment[0]"),
    (ONE + "lost = { head = 4 }", "fighter[1].lost.head"),
    (ONE + "lost = { tail = 1 }", "fighter[1].lost.tail: unknown field"),
    (ONE + "hidden = true", "fighter[1].hidden: no such piece [TER-HID]"),
    (
        ONE + "raised = true\n[[scenery]]\nid = 'w'\ndisc = [20, 40, 2]\nrules = ['Elevation']",
        "fighter[1].raised: no such piece [TER-ELE]",
    ),
    ('[[fighter]]\nid = "a"\nplayer = 1\ntouching = "b"\nside = "up"', "fighter[1].touching: unknown id"),
    (ONE + "[[scenery]]\nid = 'w'\noutline = [[0, 0], [5, 5], [5, 0], [0, 5]]", "not a simple outline"),
    (ONE + "[[scenery]]\nid = 'w'\ndisc = [20, 33, 2]", "fighter a: overlap (other w) [MOVE-1]"),
    (
        ONE + "[[scenery]]\nid = 'w'\ndisc = [20, 40, 2]\nrules = ['Luck (4)']",
        "scenery[1].rules[0]: not a scenery rule",
    ),
    (
        ONE + "[[scenery]]\nid = 'w'\ndisc = [20, 40, 2]\nrules = ['Jump', 'Jump (2)']",
        "scenery[1].rules: scenery rule twice",
    ),
    (
        ONE + "[[scenery]]\nid = 'w'\ndisc = [20, 40, 2]\nrules = ['Destruction (4)']\nattacks = 4",
        "scenery[1].attacks: number out of bounds",
    ),
    (ONE + "[[scenery]]\nid = 'w'\ndisc = [20, 40, 2]\nrules = ['Occupation']\nburn = 1", "scenery[1].burn"),
    (ONE + "[[scenery]]\nid = 'w'\ndisc = [20, 33, 2]\nrules = ['Crossing']", "fighter a: overlap (other w) [MOVE-1]"),
    (ONE + "[[scenery]]\nid = 'w'\ndisc = [1, 40, 2]", "scenery w: off the field [MOVE-1]"),
    (ONE + "[[marker]]\nid = 'm'\nat = [20, 32]", "fighter a: overlap (other m) [MOVE-3]"),
    (ONE + "[[play]]\nby = 3\nend = true", "play[1].by"),
    (ONE + "[[play]]\nby = 1\ndance = true", "play[1].dance: unknown field"),
    (ONE + "[[play]]\nby = 1\nclimb = { on = 'h' }", "play[1].climb.on: unknown id (found h)"),
    (ONE + "[[play]]\nby = 1\nclimb = { on = 'a' }", "play[1].climb.on: unknown id (found a)"),
    (ONE + "[[play]]\nby = 1\nshoot = { target = 'built' }", "play[1].shoot.target: unknown id (found built)"),
    (ONE + "[[play]]\nby = 1\nnpf = { activate = 'a' }", "play[1].npf: one answer expected"),
    (ONE + "[[play]]\nby = 1\nplace = { npf = 'nobody', at = [5, 5] }", "play[1].place.npf: unknown id (found nobody)"),
    (
        ONE + "[[play]]\nby = 1\nplace = { rules = ['Luck'], disc = [5, 5, 1] }",
        "play[1].place.rules[0]: not a scenery rule",
    ),
    (ONE + "[expect]\n'scenery.tree.burn' = 1", "expect.scenery.tree.burn: unknown expectation"),
    (ONE + "[[play]]\nby = 1\nend = true\nshift = 1", "play[1]"),
    (ONE + "[[play]]\nby = 1\nattack = { target = 'z' }", "play[1].attack.target: unknown id (found z)"),
    (ONE + "[[play]]\ndice = [7]", "play[1].dice"),
    (ONE + "[expect]\n'a.luck' = 1", "expect.a.luck: unknown expectation"),
    (ONE + "[expect]\n'z.ap' = 1", "expect.z.ap: unknown expectation"),
    (ONE + "[expect]\n'a.ap' = '1'", "expect.a.ap: whole number expected"),
    (ONE + "[[play]]\nexpect = { round = true }", "play[1].expect.round"),
]


@pytest.mark.parametrize(("text", "reason"), REFUSED, ids=[str(number) for number in range(len(REFUSED))])
def test_what_is_no_scenario_is_refused(
    text: str,
    reason: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Place, reason and rule; exit 2."""
    file = written(tmp_path, text)
    assert main(["run", file]) == 2
    said = capsys.readouterr()
    assert said.out == "" and said.err.startswith(f"{file}: ") and reason in said.err


def test_a_missing_file_is_no_scenario(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", str(tmp_path / "none.toml")]) == 2
    assert "not readable" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "units"), [("20.05", 2005), ("0.1", 10), ("-0.01", -1), ("3.50", 350), ("1_0.5", 1050)]
)
def test_centimetres_are_read_exactly(text: str, units: int) -> None:
    assert length(Decimals(text), "") == units


@pytest.mark.parametrize("value", [True, "20", Decimals("inf"), Decimals("1e3"), Decimals("0.005"), 10**9, None])
def test_what_is_no_length_is_refused(value: object) -> None:
    with pytest.raises(Malformed, match="centimetres"):
        length(value, "x")


def test_the_module_runs_as_a_command() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "eden_core", "run", RIPOSTE],
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[2],
        check=False,
    )
    assert done.returncode == 0 and done.stdout.startswith("ap_lost ACN-6")


def test_matches_with_optional_modules_are_simulated(capsys: pytest.CaptureFixture[str]) -> None:
    """TER, NPF, WEA: modules from the command line lead to matches with them; a level that is none is refused."""
    found = [
        main(["simulate", "--matches", "2", "--json", *more])
        for more in ([], ["--territory", "--infestation", "3", "--weather", "2"])
    ]
    plain, wild = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert found == [0, 0] and wild["decisions"] > plain["decisions"]
    with pytest.raises(SystemExit) as left:
        main(["simulate", "--infestation", "12"])
    assert left.value.code == 2
