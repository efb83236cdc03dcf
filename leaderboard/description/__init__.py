"""Statistics of one file: its text, its entities and its mentions."""

from __future__ import annotations

from leaderboard.description.description import description
from leaderboard.description.records import GROUPS, Description, Entities, Group, Mentions

__all__ = ["GROUPS", "Description", "Entities", "Group", "Mentions", "description"]
