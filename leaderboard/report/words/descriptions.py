"""Captions and notes of the tables that describe files."""

from __future__ import annotations

from leaderboard.text import counted

TEXTS = "Documents and words"
ENTITIES = "Entities"
MENTIONS = "Mentions"
FORMS = "Mentions by form and part of speech of the head"

SIZES_NOTE = "Size 1, 2, ...: percentages of the entities."
RANGE_NOTE = (
    "Range 95 %: words from the first to the last mention of an entity; 95 % of entities reach no further. "
    "In CorefUD files it is measured between their heads, and empty nodes count as words."
)
LENGTHS_NOTE = "Length 0, 1, ...: percentages of the mentions, by number of words without empty nodes."
FORMS_NOTE = "All columns are percentages of the mentions. Penn tags and rare universal tags count as other."
TREELET_NOTE = "Not a treelet: the mention is not one connected part of the dependency tree."
NO_SINGLETONS = "There are no singletons."


def joined_entities(by: str, groups: int) -> str:
    """Return over what entities are joined; these have no range."""
    groups_of = counted(groups, "group")
    return f"An id is one entity throughout a {by} ({groups_of} of documents). Entities have no range."
