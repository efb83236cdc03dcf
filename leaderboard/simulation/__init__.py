"""Synthetic shared tasks: a key in an invented language, and systems whose errors are known."""

from leaderboard.simulation.profiles import PROFILES, Entrant, Profile, entrants, runs_of
from leaderboard.simulation.shapes import SHAPES, Shape
from leaderboard.simulation.synthetic_key import CLASSES, Part, genres_of, key_parts
from leaderboard.simulation.synthetic_responses import response
from leaderboard.simulation.writing import write

__all__ = [
    "CLASSES",
    "PROFILES",
    "SHAPES",
    "Entrant",
    "Part",
    "Profile",
    "Shape",
    "entrants",
    "genres_of",
    "key_parts",
    "response",
    "runs_of",
    "write",
]
