"""A match told in plain English, for `show`: a line for each event, with its dice and the rule's number.

The client's words, in five languages, are in `web/texts`; these are for a terminal, and name things by what the
cards and ids say.
"""

from __future__ import annotations

from typing import Any

from eden_core.cards.equipment import LIMBS
from eden_core.engine.match import Match
from eden_core.engine.messages import Event

__all__ = ["TEXTS", "Teller"]

TEXTS = {
    "ability_failed": "{ability} of {fighter} comes to nothing: {why}",
    "ability_used": "{fighter} uses {ability}{on target}",
    "activated": "{fighter} is activated",
    "activation_ended": "{fighter} has finished",
    "ap_gained": "{fighter} gets {amount} AP and has {ap}",
    "ap_lost": "{fighter} pays {amount} AP, {ap} left",
    "attack_failed": "{fighter}'s attack{on target} fails: {why}",
    "attacked": "{fighter} attacks {target}",
    "bid": "bids shown: {bids} SP",
    "bid_sealed": "{player} seals a bid",
    "bids_equal": "equal bids: a null bid, the dice decide",
    "blasted": "{fighter} blasts with {weapon}: {fighters}",
    "came_down": "{fighter} is down on the ground again",
    "charge_became_move": "the charge touches nobody: it counts as a move of {fighter}",
    "charged": "{fighter} charges {target}, to {path}",
    "claimed": "{player} claims {vp} VP for the face-down mission",
    "climb_failed": "{fighter} does not get up {piece}",
    "climbs": "{fighter} starts to climb {piece}",
    "counted_as_activated": "{fighter} has no AP left and counts as activated",
    "deployed": "{fighter} is deployed at {at}",
    "designated": "{fighter} is designated, SPD {spd}",
    "disengage_failed": "{fighter} fails to break away",
    "disengaged": "{fighter} breaks away",
    "dropped": "{fighter} drops a marker: {kind}",
    "effects_ended": "effects until the end of the round end",
    "expelled": "{fighter} is driven out of the fire",
    "exploded": "it explodes over {fighters}",
    "fault_proved": "the secret of {player} is proved false: {value}",
    "first_player_set": "{player} is first player",
    "found": "{fighter} is hidden no more",
    "granted": "{fighter} has {what}{until}",
    "half_chosen": "{player}'s half: {half}",
    "hand_taken": "{player} takes {cards} tactical cards into hand",
    "healed": "{fighter} heals {amount} CP: {limb}",
    "hidden": "{fighter} hides in {piece}",
    "incapacitated": "{fighter} is incapacitated and leaves the field",
    "infested": "level of infestation: {level}",
    "interrupted": "{by} interrupts {fighter}",
    "jumped": "{fighter} lands safely",
    "climbed": "{fighter} gets up",
    "swum": "{fighter} gets out of the water",
    "jumps": "{fighter} jumps over {piece}",
    "leader_named": "{fighter} leads for {player}",
    "left_out": "{fighter} finds no room and is left out",
    "located": "face {face} shifted by {shift}: the {limb} of {fighter}",
    "lost_cp": "{fighter} loses {amount} CP: {limb}, {left} left",
    "marked": "{fighter} gets {amount} {marker}",
    "marker_placed": "a marker is placed at {at}: {kind}",
    "match_ended": "the match ends {vp}: {winner}",
    "missed": "{fighter} does not hurt {target}",
    "mission_chosen": "{player} lays a mission face down: {deployment}",
    "mission_revealed": "{player}'s mission: {mission} ({deployment})",
    "modified": "{fighter}: {what} {amount}{until}",
    "moved": "{fighter} moves to {path}",
    "npf_activated": "{player} activates {fighter}",
    "npf_placed": "{player} places {fighter}, level {level}, at {at}",
    "opposed": "opposition of {fighter} and {target}: {totals}",
    "passed": "{player} passes",
    "phase_began": "{phase}",
    "piece_bought": "{player} places {piece} (cost {cost}, {left} left)",
    "piece_burns": "{piece} is on fire: {burn} burn markers",
    "piece_destroyed": "{piece} is destroyed and now a devastated zone",
    "piece_hit": "{piece} has suffered {attacks} attacks",
    "piece_placed": "{player} places {piece}",
    "protected": "armour saves {fighter} {amount}",
    "prowled": "{fighter} prowls to {path}",
    "pushed": "{fighter} is moved to {path}",
    "put_back": "{fighter} is put back",
    "raised": "{fighter} stands on {piece}",
    "reacted": "{fighter} reacts: {reaction}",
    "readied": "{fighter} may be activated again",
    "refreshed": "{fighter} may move, charge and attack as if the round began",
    "removed": "{fighter} is taken from the field",
    "rolled": "{fighter} rolls for {reason}: {dice}{difficulty}{successes}",
    "round_began": "round {round}",
    "round_ended": "round {round} ends",
    "rounds_changed": "{card}: the match lasts {rounds} rounds",
    "scenery_attacked": "{fighter} attacks {piece} with {weapon}",
    "scenery_bit": "{fighter} suffers from {piece}",
    "scenery_points_gained": "{player} has {amount} scenery points",
    "scored": "{player} scores {vp} VP{for card} and has {total}",
    "shot": "{fighter} shoots at {target} with {weapon}",
    "sp_gained": "{player} gets {amount} SP and has {sp}",
    "sp_lost": "{player} loses {amount} SP and has {sp}",
    "stayed": "{fighter} can't walk that way any more and stays",
    "strayed": "the shot of {fighter} strays and hits {target}",
    "struck_at": "{fighter} strikes at {target}",
    "swims": "{fighter} swims across {piece}",
    "tactic_cancelled": "{player} cancels {card}",
    "tactic_played": "{player} plays {card}{on target}",
    "taken": "{fighter} picks up a marker: {kind}",
    "thrown": "{fighter} throws {weapon} at {at}",
    "troop_revealed": "{player} fields {troop}, {value} points",
    "unmarked": "{fighter} is rid of {amount} {marker}",
    "weather_rolled": "the weather: {total}, {weather}",
    "withstood": "{fighter} withstands {what}",
    "wounded": "{fighter} is wounded: {limb} -{amount} CP, {left} left",
    "zone_entered": "{fighter} touches {card}",
    "zone_placed": "{player} lays {card} on the field",
}
_FIGHTERS = ("fighter", "target", "by")
# Values that are an id or a word of the cards' vocabulary.
_WORDS = (
    "ability",
    "card",
    "deployment",
    "half",
    "kind",
    "marker",
    "mission",
    "phase",
    "piece",
    "reaction",
    "reason",
    "weather",
    "what",
    "why",
)


class Teller:
    """Tells the events of one match."""

    def __init__(self, match: Match) -> None:
        self._match = match
        setup = match.setup
        names = [plain(name or troop.name) for name, troop in zip(setup.names, setup.troops)]
        if names[0] == names[1]:
            names = [f"{name} ({player})" for player, name in enumerate(names, 1)]
        self.players = {1: names[0], 2: names[1]}

    def fighter(self, id: str) -> str:
        """A fighter by its card's name; by its id too where several bear the same name, or it is something else."""
        fighters = self._match.fighters
        if id not in fighters:
            return _word(id)
        name = plain(fighters[id].profile.name)
        twins = sum(other.profile.name == fighters[id].profile.name for other in fighters.values())
        return name if twins == 1 else f"{name} ({id})"

    def line(self, event: Event) -> str:
        """One event as a line."""
        text = TEXTS.get(event.code, "")
        try:
            line = text.format_map(self._values(event)) if text else self._bare(event)
        except (KeyError, TypeError, ValueError, IndexError):  # a value that its text does not know of
            line = self._bare(event)
        return f"{line} [{event.rule}]" if event.rule else line

    def _bare(self, event: Event) -> str:
        return " ".join([_word(event.code), *(f"{key} {value}" for key, value in event.values)])

    def _values(self, event: Event) -> dict[str, str]:
        given: dict[str, Any] = dict(event.values)
        made = {key: plain(str(value)) for key, value in given.items()}
        for key in _FIGHTERS:
            if key in given:
                made[key] = self.fighter(given[key]) if given[key] else "the match"
        for key in _WORDS:
            if key in given:
                made[key] = _word(str(given[key]))
        if "player" in given:
            made["player"] = self.players.get(given["player"], "nobody")
        if "winner" in given:
            made["winner"] = f"{self.players[given['winner']]} wins" if given["winner"] else "a draw"
        if "limb" in given and type(given["limb"]) is int:
            made["limb"] = LIMBS[given["limb"]]
        if "at" in given:
            made["at"] = _place(given["at"]) if given["at"] else "no place"
        if "path" in given:
            made["path"] = _place(given["path"][-1]) if given["path"] else "where it stands"
        if "fighters" in given:
            made["fighters"] = ", ".join(map(self.fighter, given["fighters"])) or "nobody"
        for key, between in (("bids", ", "), ("vp", " to "), ("totals", ", "), ("dice", " ")):
            if isinstance(given.get(key), tuple):
                made[key] = between.join(map(str, given[key]))
        made["on target"] = f" on {made['target']}" if given.get("target") else ""
        made["for card"] = f" for {made['card']}" if given.get("card") else ""
        made["until"] = f" until the end of the {given['until']}" if given.get("until") else ""
        if event.code == "rolled":
            made["difficulty"] = f", {given['difficulty']} or more" if "difficulty" in given else ""
            made["successes"] = _counted(given["successes"]) if "successes" in given else ""
        return made


def plain(text: str) -> str:
    """A text as a terminal may show it: what a stranger's card says moves no cursor and colours nothing."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def _word(id: str) -> str:
    return plain(id.replace("_", " "))


def _place(at: tuple[int, int]) -> str:
    """A place on the field, in centimetres."""
    return ",".join(f"{'-' if value < 0 else ''}{abs(value) // 100}.{abs(value) % 100:02}" for value in at)


def _counted(successes: int) -> str:
    return f": {successes} success{'' if successes == 1 else 'es'}"
