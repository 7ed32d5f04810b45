"""`run`, `legal`, `sight` and `reach`: scenarios (`eden_core.scenarios`) on the command line.

Exit 0: all holds; 1: an expectation or a play failed; 2: not a scenario (the place and the reason go to stderr).
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from pathlib import Path

from eden_core.cards.equipment import LIMBS
from eden_core.engine.codec import state_hash
from eden_core.engine.match import MARKERS, UNDECIDED, Fighter, Match
from eden_core.engine.messages import Event
from eden_core.errors import EdenError, Malformed
from eden_core.rules.actions.options import ActionOption, action_options
from eden_core.rules.common.paths import charge_path, reach
from eden_core.rules.common.sight import sight
from eden_core.rules.npfs.behaviour import npf_actions
from eden_core.scenarios.running import Outcome, Scenario, read_scenario

__all__ = ["add_parser", "main"]

HOLDS, FAILS, NO_SCENARIO = 0, 1, 2
REACH_STEP = 100  # `reach` lists places a centimetre apart
OVER_SCENERY = ("climb", "swim", "jump", "hide")
STATUS = ("waiting", "on_field", "incapacitated", "removed")


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the four commands that take a scenario's file."""
    for name, about, fighters in (
        ("run", "play a scenario and check what it expects", ()),
        ("legal", "the question pending after all plays, with its options", ()),
        ("sight", "whether one fighter sees another, and what is in between", ("a", "b")),
        ("reach", "where and against whom a fighter may act", ("a",)),
    ):
        parser: argparse.ArgumentParser = commands.add_parser(name, help=about, description=about)
        parser.add_argument("file", type=Path, metavar="FILE", help="a scenario in TOML")
        for fighter in fighters:
            parser.add_argument(fighter, help="a fighter's id")
        parser.add_argument("--json", action="store_true", help="one JSON object instead of lines")
        if name == "run":
            parser.add_argument(
                "--until",
                type=int,
                default=0,
                metavar="N",
                help="stop before the Nth play (the first is 1) and show the pending question",
            )
        parser.set_defaults(main=main)


def main(arguments: argparse.Namespace) -> int:
    """Run one of the commands and return its exit status."""
    try:
        scenario = _read(arguments.file)
        if arguments.command == "run":
            return _run(scenario, arguments)
        outcome = scenario.run()
        answers = {"legal": _legal, "sight": _sight, "reach": _reach}
        found, lines = answers[arguments.command](outcome, arguments)
    except EdenError as error:
        print(f"{arguments.file}: {error}", file=sys.stderr)
        return NO_SCENARIO
    if arguments.json:
        _print_json({**found, "failed": list(outcome.failed)})
    else:
        for line in lines:
            print(line)
        _print_failed(outcome)
    return FAILS if outcome.failed else HOLDS


def _read(file: Path) -> Scenario:
    try:
        return read_scenario(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise Malformed("not_readable", "", "", says=str(error)) from None


def _run(scenario: Scenario, arguments: argparse.Namespace) -> int:
    if arguments.until < 0:
        raise Malformed("plays_count_from_1", where="--until")
    outcome = scenario.run(arguments.until)
    if arguments.json:
        _print_json(
            {
                "events": [_event(event) for event in outcome.events],
                "pending": outcome.pending,
                "state": state(outcome.match),
                "failed": list(outcome.failed),
            }
        )
        return FAILS if outcome.failed else HOLDS
    for event in outcome.events:
        print(" ".join([event.code, event.rule, *(f"{key}={_plain(value)}" for key, value in event.values)]))
    if arguments.until:
        for line in _question(outcome):
            print(line)
    _print_failed(outcome)
    return FAILS if outcome.failed else HOLDS


# --- commands ---


def _legal(outcome: Outcome, arguments: argparse.Namespace) -> tuple[dict[str, object], list[str]]:
    found = {"pending": outcome.pending}
    active = outcome.match.table.active
    if outcome.pending["kind"] == "action":
        found["actions"] = {
            "list": [_action(option) for option in action_options(outcome.match, outcome.match.fighters[active])]
        }
    return dict(found), _question(outcome)


def _question(outcome: Outcome) -> list[str]:
    """The pending question, a line each for what is known of it and for each option."""
    pending = outcome.pending
    about = " ".join(
        f"{key}={_plain(value)}" for key, value in pending.items() if key not in ("kind", "options") and value != ""
    )
    lines = [f"pending {pending['kind']} {about}".rstrip()]
    if pending["kind"] == "action":
        fighter = outcome.match.fighters[outcome.match.table.active]
        return lines + [_action_line(option) for option in action_options(outcome.match, fighter)]
    options = pending.get("options", [])
    assert isinstance(options, list)
    if pending["kind"] == "npf":
        return lines + [_npf_line(outcome.match, str(name)) for name in options]
    return lines + [f"  {_plain(option)}" for option in options]


def _npf_line(match: Match, name: str) -> str:
    """The actions that an NPF must or may do (NPF-4)."""
    (option,) = npf_actions(match, name)
    return f"  {name} {_action_line(ActionOption(option.action, 0, '', option.targets, option.reach)).strip()}"


def _sight(outcome: Outcome, arguments: argparse.Namespace) -> tuple[dict[str, object], list[str]]:
    match = outcome.match
    for name in (arguments.a, arguments.b):
        _standing(match, name)
    seen = sight(match, arguments.a, arguments.b)
    counted = Counter(seen.obstacles)
    found: dict[str, object] = {
        "from": arguments.a,
        "to": arguments.b,
        "seen": bool(seen.clear),
        "blockers": list(seen.blockers),
        "obstacles": dict(counted),
        **({"fog": True} if seen.fogged else {}),
    }
    lines = [f"{arguments.a} {'sees' if seen.clear else 'does not see'} {arguments.b}"]
    lines += [f"blocked by {name}" for name in seen.blockers]
    lines += [f"obstacle {name} {count}" for name, count in counted.items()]
    lines += ["lost in the fog"] if seen.fogged else []
    return found, lines


def _reach(outcome: Outcome, arguments: argparse.Namespace) -> tuple[dict[str, object], list[str]]:
    match = outcome.match
    fighter = _standing(match, arguments.a)
    options = action_options(match, fighter)
    places = reach(match, fighter.id, step=REACH_STEP) if any(o.kind == "move" for o in options) else []
    charges = [
        (target, path)
        for option in options
        if option.kind == "charge"
        for target in option.targets
        if (path := charge_path(match, fighter.id, target)) is not None
    ]
    found: dict[str, object] = {
        "move": [{"at": list(at), "cost": cost} for at, cost in places],
        "charge": {target: [list(at) for at in path] for target, path in charges},
        **{
            kind: {option.weapon or "melee": list(option.targets) for option in options if option.kind == kind}
            for kind in ("attack", "shoot", "throw", "blast")
        },
        **{option.kind: list(option.targets) for option in options if option.kind in OVER_SCENERY},
    }
    lines = [f"move {_cm(at[0])} {_cm(at[1])} cost {_cm(cost)}" for at, cost in places]
    lines += [f"charge {target} path {' '.join(f'{_cm(x)},{_cm(y)}' for x, y in path)}" for target, path in charges]
    lines += [
        _action_line(option).strip()
        for option in options
        if option.kind in ("attack", "shoot", "throw", "blast", *OVER_SCENERY)
    ]
    return found, lines


def _standing(match: Match, name: str) -> Fighter:
    fighter = match.fighters.get(name)
    if fighter is None:
        raise Malformed("unknown_id", found=name)
    if not fighter.on_field:
        raise Malformed("not_on_the_field", found=name)
    return fighter


# --- printing ---


def _action(option: ActionOption) -> dict[str, object]:
    return {
        "kind": option.kind,
        "ap": option.ap,
        "weapon": option.weapon,
        "targets": list(option.targets),
        "reach": option.reach,
        "rule": option.rule,
    }


def _action_line(option: ActionOption) -> str:
    parts = [
        f"  {option.kind}",
        f"ap={option.ap}" if option.ap else "",
        f"with={option.weapon}" if option.weapon else "",
        f"targets={','.join(option.targets)}" if option.targets else "",
        f"reach={_cm(option.reach)}" if option.reach else "",
    ]
    return " ".join(part for part in parts if part)


def _cm(units: int) -> str:
    """Units of 0.1 mm as centimetres."""
    return f"{'-' if units < 0 else ''}{abs(units) // 100}.{abs(units) % 100:02}"


def _event(event: Event) -> dict[str, object]:
    return {"code": event.code, "rule": event.rule, **{key: _json(value) for key, value in event.values}}


def _json(value: object) -> object:
    if isinstance(value, tuple):
        return [_json(item) for item in value]
    return value.hex() if isinstance(value, bytes) else value


def _plain(value: object) -> str:
    if isinstance(value, (tuple, list)):
        return "[" + ",".join(_plain(item) for item in value) + "]"
    return str(value) if not isinstance(value, bytes) else value.hex()


def _print_json(found: dict[str, object]) -> None:
    print(json.dumps(found, ensure_ascii=False, indent=2))


def _print_failed(outcome: Outcome) -> None:
    for failure in outcome.failed:
        number = failure["play"]
        about = " ".join(f"{key}={_plain(value)}" for key, value in failure.items() if key != "play")
        print(f"FAILED {f'play {number}' if number else 'at the end'}: {about}")


def state(match: Match) -> dict[str, object]:
    """The state in plain words and lengths in units, for `--json`; what is sealed stays a digest."""
    table = match.table
    return {
        "hash": state_hash(match).hex(),
        "edition": match.ruleset.edition,
        "field": list(match.setup.field),
        "round": table.round,
        "rounds": table.rounds,
        "phase": table.phase,
        "first_player": table.first_player,
        "weather": list(table.weather),
        "infestation": table.infestation,
        "npf": table.npf,
        "active": table.active,
        "passes": table.passes,
        "winner": None if table.winner == UNDECIDED else table.winner,
        "sides": {
            str(player): {key: _json(value) for key, value in side._asdict().items()}
            for player, side in match.sides.items()
        },
        "fighters": {fighter.id: _fighter(fighter) for fighter in match.fighters.values()},
        "scenery": {
            piece.id: {key: _json(value) for key, value in piece._asdict().items()} for piece in match.pieces.values()
        },
        "markers": {
            marker.id: {key: _json(value) for key, value in marker._asdict().items()}
            for marker in match.markers.values()
        },
        "zones": {
            zone.id: {key: _json(value) for key, value in zone._asdict().items()} for zone in match.zones.values()
        },
        "modifiers": [_json(tuple(modifier)) for modifier in match.modifiers],
        "pool": list(match.pool),
    }


def _fighter(fighter: Fighter) -> dict[str, object]:
    return {
        "player": fighter.player,
        "profile": fighter.profile.id,
        "at": list(fighter.at),
        "status": STATUS[fighter.status],
        "ap": fighter.ap,
        "lost": dict(zip(LIMBS, fighter.lost)),
        "markers": dict(zip(MARKERS, fighter.markers)),
        "activated": fighter.activated,
        "attacks": fighter.attacks,
        "moves": fighter.moves,
        "charges": fighter.charges,
        "raised": fighter.raised,
        "hidden": fighter.hidden,
        "used_round": dict(fighter.used_round),
        "used_match": dict(fighter.used_match),
        "carries": [marker.id for marker in fighter.carries],
    }
