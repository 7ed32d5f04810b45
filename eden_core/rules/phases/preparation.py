"""The preparation phase (PREP), once and in order."""

from __future__ import annotations

from eden_core.cards.records import Mission, Shape
from eden_core.engine.characteristics import characteristic
from eden_core.engine.field import Marker
from eden_core.engine.flow import kind_of
from eden_core.engine.match import NPF, PSI, WAITING, Fighter, Match, on_field, opponent
from eden_core.engine.messages import PASS, Answer, Decision, Hand, Pick, Place, Point, Seal
from eden_core.engine.procedures import DONE, Call, Frame, Goto, Result, procedure, step
from eden_core.errors import Illegal
from eden_core.geometry.plane import touching
from eden_core.rules import effects
from eden_core.rules.cards import missions
from eden_core.rules.common.paths import why_not_stand
from eden_core.rules.common.weather import is_weather
from eden_core.rules.npfs.placing import Infestation, npf_options, why_not_place_npf
from eden_core.rules.phases.first_player import ChooseFirstPlayer
from eden_core.rules.phases.placing import piece_from, place_somewhere, why_not_place
from eden_core.rules.phases.territory import TerritoryManagement, affordable, check_territory
from eden_core.rules.phases.weather_rolls import RollWeather

__all__ = [
    "KEPT_FROM_CENTRE",
    "Preparation",
    "deploy_somewhere",
    "hand_size",
    "why_not_deploy",
]

KEPT_FROM_CENTRE = 2000  # PREP-7: 20 cm
AP_A_ROUND = 3  # PREP-9, ITD-8


# --- scenery ---


def _shape(match: Match, name: str) -> Shape | None:
    for shape in match.setup.pool:
        if shape.id == name and name in match.pool:
            return shape
    return None


def _to_place(match: Match, decision: Decision) -> tuple[str, ...]:
    if decision.rule == "TER-1":
        return affordable(match, decision.owners[0])
    return npf_options(match, decision) if decision.rule == "NPF-2" else match.pool


def _check_place(match: Match, decision: Decision, player: int, given: Answer) -> Illegal | None:
    if decision.rule == "TER-1":
        return check_territory(match, decision, player, given)
    if decision.rule == "NPF-2":
        return why_not_place_npf(match, player, given)
    if isinstance(given, Pick) and given.value == PASS:
        fits = place_somewhere(match)
        return None if fits is None else Illegal("a_piece_still_fits", "PREP-6", piece=fits.what)
    if not isinstance(given, Place):
        return Illegal("not_this_question", "PREP-6", asked=decision.kind)
    shape = _shape(match, given.what)
    if shape is None:
        return Illegal("not_in_the_pool", "PREP-6", piece=given.what)
    if given.turn % 15:
        return Illegal("turn_is_a_multiple_of_15", "PREP-6", turn=given.turn)
    return why_not_place(match, piece_from(shape, given.at, given.turn))


kind_of("place", _to_place, _check_place)


# --- missions and hands ---


def _missions(match: Match, decision: Decision) -> tuple[str, ...]:
    player = decision.owners[0]
    return tuple(card.id for card in match.setup.missions if _why_not_mission(match, player, card) is None)


def _why_not_mission(match: Match, player: int, card: Mission) -> Illegal | None:
    if not missions.usable(match, player, card.symbol):
        return Illegal("not_your_symbol", "MAT-8", mission=card.id)
    if card.id == match.sides[opponent(player)].mission:
        return Illegal("mission_is_taken", "PREP-5", mission=card.id)
    return None


def _check_mission(match: Match, decision: Decision, player: int, given: Answer) -> Illegal | None:
    if isinstance(given, Seal):
        if given.deployment not in ("confrontation", "ambush"):
            return Illegal("not_sealed", "PREP-5", asked="mission")
        return None
    card = missions.find(match, str(given.value)) if isinstance(given, Pick) else None
    if card is None:
        return Illegal("no_such_mission", "MAT-8")
    if not card.revealed:
        return Illegal("mission_is_secret", "PREP-5", mission=card.id)
    return _why_not_mission(match, player, card)


kind_of("mission", _missions, _check_mission)


def _usable_cards(match: Match, player: int) -> tuple[str, ...]:
    return tuple(card.id for card in match.setup.tactics if missions.usable(match, player, card.symbol))


def hand_size(match: Match, player: int) -> int:
    """As many cards as the leader's PSI, as far as there are cards (PREP-8)."""
    leader = match.fighters[match.sides[player].leader]
    return min(characteristic(match, leader, PSI), len(_usable_cards(match, player)))


def _check_hand(match: Match, decision: Decision, player: int, given: Answer) -> Illegal | None:
    if not isinstance(given, Hand):
        return Illegal("not_sealed", "PREP-8", asked="hand")
    size = hand_size(match, player)
    if len(given.digests) != size:
        return Illegal("wrong_hand_size", "PREP-8", expected=size, given=len(given.digests))
    return None


kind_of("hand", lambda match, decision: _usable_cards(match, decision.owners[0]), _check_hand)


# --- deployment ---

OPPOSITE = {"left": "right", "right": "left", "top": "bottom", "bottom": "top"}


def halves(match: Match) -> tuple[str, ...]:
    """The halves to choose from; the field is halved across its length, a square one either way (PREP-7)."""
    width, height = match.setup.field
    if width == height:
        return ("bottom", "left", "right", "top")
    return ("left", "right") if width > height else ("bottom", "top")


def why_not_deploy(match: Match, fighter: Fighter, at: Point) -> Illegal | None:
    """PREP-7: inside the half, 20 cm or more from the centre (line or point), where the base fits, no enemy touched."""
    (x, y), radius = at, fighter.radius
    width, height = match.setup.field
    side = match.sides[fighter.player]
    if not (radius <= x <= width - radius and radius <= y <= height - radius):
        return Illegal("off_the_field", "PREP-7", fighter=fighter.id)
    # Twice the distance of the base's inner edge from the centre line, above 0 in the own half.
    inner = {
        "left": width - 2 * (x + radius),
        "right": 2 * (x - radius) - width,
        "bottom": height - 2 * (y + radius),
        "top": 2 * (y - radius) - height,
    }[side.half]
    if inner < 0:
        return Illegal("outside_the_half", "PREP-7", fighter=fighter.id, half=side.half)
    if side.deployment == "confrontation":
        if inner < 2 * KEPT_FROM_CENTRE:
            return Illegal("too_close_to_the_centre_line", "PREP-7", fighter=fighter.id)
    elif (2 * x - width) ** 2 + (2 * y - height) ** 2 < (2 * (KEPT_FROM_CENTRE + radius)) ** 2:
        return Illegal("too_close_to_the_centre", "PREP-7", fighter=fighter.id)
    refusal = why_not_stand(match, fighter, at)
    if refusal is not None:
        return Illegal(refusal.code, "PREP-7", fighter=fighter.id)
    for enemy in on_field(match):
        if enemy.player != fighter.player and touching(at, radius, enemy.at, enemy.radius):
            return Illegal("in_contact", "PREP-7", fighter=fighter.id, enemy=enemy.id)
    return None


def _undeployed(match: Match, player: int) -> tuple[str, ...]:
    return tuple(f.id for f in match.fighters.values() if f.player == player and f.status == WAITING)


def deploy_somewhere(match: Match, player: int) -> Place | None:
    """PREP-7: the first place on a grid of 1 cm where a fighter still to deploy fits; with None a player may pass.

    Ruling: a fighter for whom there is no room is left out of the match.
    """
    width, height = match.setup.field
    for name in _undeployed(match, player):
        fighter = match.fighters[name]
        for y in range(fighter.radius, height, 100):
            for x in range(fighter.radius, width, 100):
                if why_not_deploy(match, fighter, (x, y)) is None:
                    return Place(name, (x, y))
    return None


def _check_deploy(match: Match, decision: Decision, player: int, given: Answer) -> Illegal | None:
    if isinstance(given, Pick) and given.value == PASS:
        fits = deploy_somewhere(match, player)
        return None if fits is None else Illegal("there_is_room", "PREP-7", fighter=fits.what)
    if not isinstance(given, Place):
        return Illegal("not_this_question", "PREP-7", asked=decision.kind)
    if given.what not in _undeployed(match, player) or given.turn:
        return Illegal("not_to_deploy", "PREP-7", fighter=given.what)
    return why_not_deploy(match, match.fighters[given.what], given.at)


kind_of("half")
kind_of("leader")
kind_of("deploy", lambda match, decision: _undeployed(match, decision.owners[0]), _check_deploy)


# --- the phase ---


@procedure
class Preparation(Frame):
    """PREP-1 to PREP-9. `turn` says whose turn it is by turns: 0 the first player, 1 the other."""

    turn: int = 0
    chosen: str = ""
    mission: Pick | Seal | str = ""
    placed: Place | str = PASS
    hand: Hand = Hand(())
    passes: int = 0

    @step("PREP-1", "WEA-1", "TRP-1", "TRP-2", "TRP-3", "TRP-4")
    def show_troops(self, match: Match) -> Result:
        effects.set_phase(match, "preparation", "PREP-1")
        for player, troop in enumerate(match.setup.troops, 1):
            match.emit(
                "troop_revealed",
                "PREP-1",
                player=player,
                troop=troop.name,
                value=sum(profile.value for profile in troop.profiles),
            )
        return Call(RollWeather(match.setup.weather)) if match.setup.weather else None

    @step("PREP-2", "GEN-2")
    def give_reserves(self, match: Match) -> Result:
        for player, troop in enumerate(match.setup.troops, 1):
            psi = sum(profile.limbs[PSI].normal for profile in troop.profiles)
            effects.gain_sp(match, player, (psi + 1) // 2 if troop.composed == "stigma" else psi, "PREP-2")
        return None

    @step("PREP-3", "GEN-6")
    def choose_first_player(self, match: Match) -> Result:
        return Call(ChooseFirstPlayer("PREP-3"))

    @step("PREP-4")
    def ask_leader(self, match: Match) -> Result:
        player = self._player(match)
        return self.ask("leader", player, _undeployed(match, player), "chosen", "PREP-4")

    @step("PREP-4")
    def name_leader(self, match: Match) -> Result:
        effects.name_leader(match, self._player(match), self.chosen)
        return self._next("ask_leader")

    @step("PREP-5", "MAT-8")
    def ask_mission(self, match: Match) -> Result:
        question = Decision("mission", (self._player(match),), "PREP-5", into="mission")
        left = [missions.find(match, name) for name in _missions(match, question)]
        if len(left) == 1 and left[0] is not None and left[0].revealed:
            self.mission = left[0].id
            return None
        return question

    @step("PREP-5", "GEN-3", "GEN-5")
    def lay_mission(self, match: Match) -> Result:
        player = self._player(match)
        if isinstance(self.mission, Seal):
            effects.lay_mission(match, player, self.mission.digest, self.mission.deployment)
            return self._next("ask_mission")
        card = missions.find(match, str(self.mission))
        assert card is not None
        effects.reveal_mission(match, player, card.id, card.deployment, "PREP-5")
        if card.rounds:
            effects.change_rounds(match, card.rounds, card.id)
        placed = [
            (marker.kind, spot) for marker in card.markers for spot in missions.spots(match.setup.field, marker.where)
        ]
        for index, (kind, spot) in enumerate(placed):
            effects.add_marker(
                match,
                Marker(
                    f"{card.id}.{player}.{index}",
                    kind,
                    player,
                    missions.room_for_marker(match, spot),
                    missions.MARKER_RADIUS,
                ),
            )
        return self._next("ask_mission")

    @step("PREP-6")
    def ask_scenery(self, match: Match) -> Result:
        if match.setup.territory:
            return Call(TerritoryManagement())
        if not match.pool or self.passes == 2:
            return None
        return Decision("place", (self._player(match),), "PREP-6", into="placed")

    @step("PREP-6")
    def place_scenery(self, match: Match) -> Result:
        if match.setup.territory or not match.pool or self.passes == 2:
            self.turn = 0
            return None
        if isinstance(self.placed, Place):
            shape = _shape(match, self.placed.what)
            assert shape is not None
            self.passes = 0
            effects.place_piece(match, self._player(match), piece_from(shape, self.placed.at, self.placed.turn))
            effects.take_from_pool(match, shape.id)
        else:
            self.passes += 1
        self.turn = 1 - self.turn
        return Goto("ask_scenery")

    @step("PREP-6b", "NPF-1", "NPF-2")
    def infest(self, match: Match) -> Result:
        return Call(Infestation()) if match.setup.infestation else None

    @step("PREP-7")
    def ask_half(self, match: Match) -> Result:
        return self.ask("half", match.table.first_player, halves(match), "chosen", "PREP-7")

    @step("PREP-7")
    def halve(self, match: Match) -> Result:
        first = match.table.first_player
        effects.choose_half(match, first, self.chosen)
        effects.choose_half(match, opponent(first), OPPOSITE[self.chosen])
        return None

    @step("PREP-7")
    def ask_deploy(self, match: Match) -> Result:
        if not _undeployed(match, self._player(match)):
            self.turn = 1 - self.turn
        if not _undeployed(match, self._player(match)):
            self.turn = 0
            return Goto("ask_hand")
        return Decision("deploy", (self._player(match),), "PREP-7", into="placed")

    @step("PREP-7", "WEA-8")
    def deploy(self, match: Match) -> Result:
        if isinstance(self.placed, Place):
            effects.deploy(match, self.placed.what, self.placed.at)
        else:
            for name in _undeployed(match, self._player(match)):
                effects.leave_out(match, name)
        if is_weather(match, "mist"):
            self.turn = 1 - self.turn  # one by one by turns
        return Goto("ask_deploy")

    @step("PREP-8", "MAT-9")
    def ask_hand(self, match: Match) -> Result:
        player = self._player(match)
        if not hand_size(match, player):
            return self._next("ask_hand") or Goto("give_action_points")
        return Decision("hand", (player,), "PREP-8", into="hand")

    @step("PREP-8")
    def take_hand(self, match: Match) -> Result:
        effects.take_hand(match, self._player(match), self.hand.digests)
        return self._next("ask_hand")

    @step("PREP-9")
    def give_action_points(self, match: Match) -> Result:
        for fighter in on_field(match):
            if fighter.player != NPF:
                effects.gain_ap(match, fighter.id, AP_A_ROUND, "PREP-9")
        return DONE

    def _player(self, match: Match) -> int:
        first = match.table.first_player
        return opponent(first) if self.turn else first

    def _next(self, again: str) -> Result:
        """The other player's turn at the same step, then on."""
        self.turn = 1 - self.turn
        return Goto(again) if self.turn else None
