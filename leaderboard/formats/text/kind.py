"""How mentions are marked in a text: by tagged words, by tags of XML, or by links."""

from __future__ import annotations

import re

from leaderboard.formats.text.words import is_tagged

# Ids of other alphabets are bytes beyond ASCII.
_ID = rb"[A-Za-z\x80-\xff][\w.\x80-\xff]*"
_CHUNK = re.compile(rb"(?<!\S)\S+\|[^\s|]+(?!\S)")
_XML = re.compile(rb"</?%b>" % _ID)
_LINK = re.compile(rb"\]\(#%b\)" % _ID)


def kinds_in(data: bytes) -> list[str]:
    """The kinds of tags that occur in a text."""
    tags = {
        "words": b"|" in data
        and any(is_tagged(found[0].decode(errors="replace")) for found in _CHUNK.finditer(data)),
        "xml": _XML.search(data),
        "links": _LINK.search(data),
    }
    return [kind for kind, found in tags.items() if found]
