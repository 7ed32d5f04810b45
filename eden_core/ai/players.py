"""The players of the core by their names: the one place that knows them all.

`random` answers anything legal; `recruit`, `veteran` and `warlord` play to win (`commander.py`); a name with `-blind`
plays as if there were no missions.
"""

from __future__ import annotations

from eden_core.ai.player import BLIND, Numbers, Player

__all__ = ["NAMES", "chosen_player"]

NAMES = ("random", "recruit", "veteran", "warlord")


def chosen_player(name: str, player: int, numbers: Numbers, nodes: int = 0) -> Player:
    """Make a player by its name: one of `NAMES`, but for `random` with or without `-blind`.

    `nodes` bounds the warlord's search (0: its own bound). Raises `KeyError` for an unknown name.
    """
    from eden_core.ai.commander import STYLES, Commander  # loaded when a machine plays, not when the page starts
    from eden_core.ai.random import RandomPlayer

    if name == "random":
        return RandomPlayer(player, numbers)
    plain = name.removesuffix(BLIND)
    style = STYLES[plain]
    return Commander(
        player, numbers, style._replace(blind=int(plain != name), nodes=style.nodes and (nodes or style.nodes))
    )
