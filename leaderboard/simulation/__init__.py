"""Synthetic shared tasks: a key in an invented language, and systems whose errors are known."""

from leaderboard.simulation.synthetic_files import write
from leaderboard.simulation.synthetic_key import CLASSES, SHAPES, Part, Shape, genres_of, key_parts
from leaderboard.simulation.synthetic_responses import PROFILES, Entrant, Profile, entrants, response, runs_of

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
