"""The title of a picture and its text in words, inside the file, for whoever cannot see it."""

from __future__ import annotations

from dataclasses import replace
from xml.sax.saxutils import escape

from leaderboard.report.figures.drawing import Picture


def described(picture: Picture) -> Picture:
    """The picture with its words in the SVG."""
    names = {"title": picture.title, "desc": picture.text}
    words = "".join(
        f'<{tag} id="{picture.name}-{tag}">{escape(text)}</{tag}>\n' for tag, text in names.items()
    )
    labelled = " ".join(f"{picture.name}-{tag}" for tag in names)
    before, opening, after = picture.svg.decode().partition("<svg ")
    attributes, end, inside = after.partition(">\n")
    told = f'{before}{opening}role="img" aria-labelledby="{labelled}" {attributes}{end}{words}{inside}'
    return replace(picture, images={**picture.images, "svg": told.encode()})
