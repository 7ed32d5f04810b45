"""Effects on the table: phases, rounds, weather, the match's end."""

from __future__ import annotations

from eden_core.cards.vocabulary import WEATHER
from eden_core.engine.match import Match
from eden_core.rules.effects.writing import change_side, change_table

__all__ = [
    "change_rounds",
    "count_pass",
    "end_match",
    "end_round_effects",
    "prove_fault",
    "set_first_player",
    "set_phase",
    "set_weather",
    "start_round",
]


def set_phase(match: Match, phase: str, rule: str) -> None:
    """The phase that begins: preparation, first_player, tactical, activation, intendancy or finished."""
    change_table(match, phase=phase, passes=0)
    match.emit("phase_began", rule, phase=phase, round=match.table.round)


def set_first_player(match: Match, player: int, rule: str) -> None:
    """Make a player first player."""
    if match.table.first_player != player:
        change_table(match, first_player=player)
        match.emit("first_player_set", rule, player=player)


def start_round(match: Match, number: int) -> None:
    """The round's number; nobody has played a tactical card in it (RND-3)."""
    for player in (1, 2):
        change_side(match, player, played_now=0)
    change_table(match, round=number, activations=0, passes=0, last_activated_by=0)
    match.emit("round_began", "RND-3", round=number)


def set_weather(match: Match, faces: tuple[int, ...]) -> None:
    """Add the weather that two dice give to what is in play (WEA-1); normal weather changes nothing."""
    word = WEATHER.get(sum(faces), "")
    found = {*match.table.weather, word}
    change_table(match, weather=tuple(each for each in dict.fromkeys(WEATHER.values()) if each in found))
    match.emit("weather_rolled", "WEA-1", faces=faces, total=sum(faces), weather=word or "normal")


def count_pass(match: Match, player: int, passes: int) -> None:
    """Set how many passes stand in a row (ACT-4).

    `player` has passed; 0: nobody, the row is broken.
    """
    change_table(match, passes=passes)
    if player:
        match.emit("passed", "ACT-4", player=player)


def change_rounds(match: Match, by: int, card: str) -> None:
    """A mission makes the match longer or shorter (GEN-3)."""
    change_table(match, rounds=max(1, match.table.rounds + by))
    match.emit("rounds_changed", "GEN-3", rounds=match.table.rounds, card=card)


def prove_fault(match: Match, player: int, rule: str, value: str) -> None:
    """A secret that opened as something illegal: its owner has lost the match."""
    match.emit("fault_proved", rule, player=player, value=value)


def end_match(match: Match, winner: int, rule: str, fault: int = 0) -> None:
    """The winner, 0 for a draw; `fault` is a player whose secret was proved false (RND-2)."""
    change_table(match, winner=winner, phase="finished", active="", fault=fault)
    match.emit("match_ended", rule, winner=winner, vp=(match.sides[1].vp, match.sides[2].vp), fault=fault)


def end_round_effects(match: Match) -> None:
    """Effects until the end of the round end (ITD-11, MAT-9)."""
    left = tuple(m for m in match.modifiers if m.until != "round")
    zones = {name: zone for name, zone in match.zones.items() if zone.until != "round"}
    if left != match.modifiers or len(zones) < len(match.zones):
        match.modifiers, match.zones = left, zones
        match.emit("effects_ended", "ITD-11")
