"""The state of a match: a thin shell of dicts over frozen records, its copy, and pure queries on it.

Records hold integers, text, bytes and tuples only ("" / 0 / () mean none), so that any state has one canonical form.
They are NamedTuples: immutable, compared and replaced at C speed. `rules/effects` alone changes a match.
"""

from __future__ import annotations

from typing import NamedTuple

from eden_core.cards.records import Ability, Mission, Profile, Shape, Tactic, Troop
from eden_core.cards.vocabulary import MARKS
from eden_core.engine.field import Marker, Piece, Zone
from eden_core.engine.messages import NOWHERE, Event, Point, Question, Spot
from eden_core.engine.procedures import Frame
from eden_core.geometry.plane import gap, touching
from eden_core.ruleset import Ruleset

__all__ = [
    "ARMS",
    "BURN",
    "FEAR",
    "FINISHED",
    "HEAD",
    "LEGS",
    "MARKERS",
    "POISON",
    "RAGE",
    "SLOWDOWN",
    "TORSO",
    "Fighter",
    "Match",
    "Modifier",
    "Setup",
    "Side",
    "Table",
]

HEAD, ARMS, TORSO, LEGS = range(4)
PSI, CBT, VIG, SPD = range(4)
MARKERS = MARKS
BURN, FEAR, POISON, RAGE, SLOWDOWN = range(5)
WAITING, ON_FIELD, INCAPACITATED, REMOVED = range(4)  # a fighter's status
DRAW, UNDECIDED = 0, -1
COUNTS_AS_ACTIVATED = 2  # ACT-6: left with 0 AP before its activation
FINISHED = "finished"
NPF = 0  # the player of a non-player fighter
ROLLED = 11  # NPF-1: the level of infestation is rolled


class Setup(NamedTuple):
    """The agreement of the players before PREP-1; the match's first entry.

    `field` is width and height in units, `pool` the scenery still to be placed by turns (PREP-6), `pieces` what stands
    already, `nonce` makes the match's id its own.
    """

    ruleset: Ruleset
    troops: tuple[Troop, Troop]
    missions: tuple[Mission, ...] = ()
    tactics: tuple[Tactic, ...] = ()
    field: Point = (6000, 6000)
    rounds: int = 5
    budget: int = 100
    abilities: tuple[Ability, ...] = ()  # those on the profiles and missions, each once
    pool: tuple[Shape, ...] = ()
    pieces: tuple[Piece, ...] = ()
    names: tuple[str, str] = ("", "")
    nonce: bytes = b""
    territory: int = 0  # TER: `pool` is what may be bought, each as often as wished
    infestation: int = 0  # NPF-1: the level; ROLLED by dice; 0 without NPFs
    npfs: tuple[Profile, ...] = ()  # those that may be placed
    weather: int = 0  # WEA-1: how many rolls are combined


class Fighter(NamedTuple):
    """A fighter of a match: its profile, where it stands, and all that is counted on it."""

    id: str
    player: int
    profile: Profile
    at: Point = NOWHERE
    status: int = WAITING
    ap: int = 0
    lost: tuple[int, ...] = (0, 0, 0, 0)  # CP ticked, by limb
    markers: tuple[int, ...] = (0, 0, 0, 0, 0)  # in the order of MARKERS
    activated: int = 0  # this round: 1, or COUNTS_AS_ACTIVATED
    attacks: int = 0  # used this round
    moves: int = 0
    charges: int = 0
    raised: str = ""  # TER-ELE: the piece it stands up on
    hidden: str = ""  # TER-HID: the piece that hides it
    hurt: int = 0  # CP lost this round
    unscored: int = 0  # WEA-13: 1 when it fell to the weather, which scores for nobody
    used_round: tuple[tuple[str, int], ...] = ()  # equipment and abilities (GEN-7)
    used_match: tuple[tuple[str, int], ...] = ()
    carries: tuple[Marker, ...] = ()  # markers picked up, off the field until dropped

    @property
    def radius(self) -> int:
        """The base's radius in units (MAT-2)."""
        return self.profile.base * 5

    @property
    def on_field(self) -> bool:
        """Return whether it stands on the field."""
        return self.status == ON_FIELD


class Side(NamedTuple):
    """One player's reserve, leader, mission, hand and score."""

    sp: int = 0
    vp: int = 0
    leader: str = ""
    leader_fell: int = 0  # the round in which the leader was incapacitated (RND-4)
    mission: str = ""  # its id once revealed
    sealed_mission: bytes = b""  # its digest while it is face down
    mission_seal: int = 0  # the number of that seal, and of the hand's first card
    hand_seal: int = 0
    deployment: str = ""
    half: str = ""
    hand: tuple[bytes, ...] = ()  # digests; b"" once played
    played: tuple[str, ...] = ()  # tactical cards shown, for the match
    played_now: int = 0  # whether one was played this round (TAC-1, TAC-3)
    seals: int = 0  # how many secrets it has sealed
    scenery_points: int = 0  # TER-1: left to spend
    npf_points: int = 0  # NPF-1
    claims: tuple[tuple[int, ...], ...] = ()  # for a face-down mission: what was claimed, then the counts (audit)


class Table(NamedTuple):
    """The state that the whole table shares: round, phase, first player, active fighter, the end."""

    round: int = 0
    rounds: int = 5
    phase: str = "preparation"
    first_player: int = 0
    active: str = ""
    passes: int = 0  # in a row (ACT-4)
    last_activated_by: int = 0  # ACT-7
    activations: int = 0  # of this round (ACT-4)
    winner: int = UNDECIDED
    fault: int = 0  # whose opened secret was proved false: 1, 2, or 3 for both
    weather: tuple[str, ...] = ()  # WEA: words of `vocabulary.WEATHER`
    infestation: int = 0  # NPF-1: the level in play
    npf: str = ""  # NPF-4: the NPF being activated, and by whom
    npf_player: int = 0


class Modifier(NamedTuple):
    """A card's change on a fighter until the end of the "round" or the "match".

    `amount` more of a word of `vocabulary.MODIFIED`, or a property that it has (`vocabulary.PROPERTIES`).
    """

    fighter: str
    what: str
    amount: int
    until: str


class Due(NamedTuple):
    """An event that abilities must hear of (`rules/cards/abilities.py`): a word of `vocabulary.TRIGGERS`."""

    on: str
    fighter: str
    other: str
    attack: str  # "melee", "shooting", or ""
    at: Spot = ()  # where the fighter stood, if it fell


class Match:
    """A match: a pure function of its setup and of the answers given to its questions."""

    __slots__ = (
        "abilities",
        "answers",
        "due",
        "events",
        "fighters",
        "frames",
        "gives",
        "id",
        "markers",
        "modifiers",
        "pending",
        "pieces",
        "pool",
        "setup",
        "sides",
        "stands",
        "table",
        "triggers",
        "zones",
    )

    def __init__(self, setup: Setup, match_id: bytes) -> None:
        self.setup = setup
        self.id = match_id
        self.fighters: dict[str, Fighter] = {}
        self.pieces: dict[str, Piece] = {piece.id: piece for piece in setup.pieces}
        self.markers: dict[str, Marker] = {}
        self.zones: dict[str, Zone] = {}
        self.sides: dict[int, Side] = {1: Side(), 2: Side()}
        self.table = Table(rounds=setup.rounds)
        self.modifiers: tuple[Modifier, ...] = ()
        self.pool: tuple[str, ...] = tuple(shape.id for shape in setup.pool)
        self.due: tuple[Due, ...] = ()  # what abilities have yet to hear
        # Of the set-up alone, to be quick: its abilities by id, what they change as they stand, give and wait for.
        self.abilities = {ability.id: ability for ability in setup.abilities}
        self.stands = frozenset(standing.what for ability in setup.abilities for standing in ability.standing)
        self.gives = frozenset(word for ability in setup.abilities for word in ability.has)
        self.triggers = frozenset(trigger.on for ability in setup.abilities for trigger in ability.triggers)
        self.frames: list[Frame] = []
        self.pending: Question | None = None
        self.events: list[Event] = []  # since the last answer; no part of the state
        self.answers = 0  # how many were given

    def copy(self) -> Match:
        """An independent copy: dicts and frames are copied, records shared."""
        new = object.__new__(Match)
        new.setup = self.setup
        new.id = self.id
        new.fighters = self.fighters.copy()
        new.pieces = self.pieces.copy()
        new.markers = self.markers.copy()
        new.zones = self.zones.copy()
        new.sides = self.sides.copy()
        new.table = self.table
        new.modifiers = self.modifiers
        new.pool = self.pool
        new.due = self.due
        new.abilities, new.stands, new.triggers, new.gives = self.abilities, self.stands, self.triggers, self.gives
        new.frames = [frame.copy() for frame in self.frames]
        new.pending = self.pending
        new.events = []
        new.answers = self.answers
        return new

    # --- queries ---

    @property
    def ruleset(self) -> Ruleset:
        """The switches in force."""
        return self.setup.ruleset

    @property
    def is_finished(self) -> bool:
        """Return whether nothing is left to ask."""
        return self.pending is None

    def emit(self, code: str, rule: str, **values: object) -> None:
        """Tell a fact (called by effects and steps)."""
        self.events.append(Event(code, rule, tuple(values.items())))


def opponent(player: int) -> int:
    """The other player."""
    return 3 - player


def on_field(match: Match, player: int = 0) -> list[Fighter]:
    """The fighters on the field, of one player or (0) of all, in troop order."""
    return [f for f in match.fighters.values() if f.status == ON_FIELD and (not player or f.player == player)]


def are_enemies(one: Fighter, other: Fighter) -> bool:
    """CON-2: of different players; to a troop's fighter an NPF (player 0) is an enemy."""
    return one.player != other.player


def contacts(match: Match, fighter: Fighter) -> list[Fighter]:
    """All fighters whose bases touch this one (CON-1)."""
    at, radius = fighter.at, fighter.profile.base * 5
    return [
        f
        for f in match.fighters.values()
        if f.status == ON_FIELD and f.id != fighter.id and touching(at, radius, f.at, f.profile.base * 5)
    ]


def enemies_in_contact(match: Match, fighter: Fighter) -> list[Fighter]:
    """CON-2: the enemies in contact, in troop order."""
    return [f for f in contacts(match, fighter) if f.player != fighter.player]


def is_free(match: Match, fighter: Fighter) -> bool:
    """CON-2: no enemy in contact."""
    return not enemies_in_contact(match, fighter)


def fighters_gap(one: Fighter, other: Fighter) -> int:
    """Edge to edge between two bases, rounded up (GEN-1, GEN-2)."""
    return gap(one.at, one.radius, other.at, other.radius)


def can_be_activated(fighter: Fighter) -> bool:
    """ACT-6: on the field, not activated this round, with AP left."""
    return fighter.status == ON_FIELD and not fighter.activated and fighter.ap > 0
