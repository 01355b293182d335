"""Archived games: a file for each format, the game as plain data, and the game played again."""

from hanabi_solver.archive.export import read_export, write_export
from hanabi_solver.archive.files import (
    Entry,
    Text,
    find_games,
    find_texts,
    games_of_text,
    pick_game,
    read_game,
)
from hanabi_solver.archive.game import Action, Game, Kind, Options, Source
from hanabi_solver.archive.hle import read_history
from hanabi_solver.archive.link import read_link, write_link
from hanabi_solver.archive.replay import Replay, replay
from hanabi_solver.archive.turn import Turn

__all__ = [
    "Action",
    "Entry",
    "Game",
    "Kind",
    "Options",
    "Replay",
    "Source",
    "Text",
    "Turn",
    "find_games",
    "find_texts",
    "games_of_text",
    "pick_game",
    "read_export",
    "read_game",
    "read_history",
    "read_link",
    "replay",
    "write_export",
    "write_link",
]
