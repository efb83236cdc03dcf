"""Templates of pages that need nothing else: no network, no style or script but their own."""

from __future__ import annotations

from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from leaderboard.report.forms.html import hashed
from leaderboard.text import counted, one_line


def _signed(points: float) -> str:
    return f"{points:+.2f}".replace("-", "\N{MINUS SIGN}")


TEMPLATES = Environment(
    loader=PackageLoader("leaderboard.report"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
TEMPLATES.filters |= {"one_line": one_line, "counted": counted, "signed": _signed}


def fill(template: str, style: str, script: str, *, title: str, images: str = "", **content: Any) -> str:
    """Return the page; its policy names the one style and the one script by their hashes."""
    policy = (
        f"default-src 'none'; {images}style-src {hashed(style)}; script-src {hashed(script)}; "
        "base-uri 'none'; form-action 'none'"
    )
    return TEMPLATES.get_template(template).render(
        policy=policy, style=Markup(style), script=Markup(script), title=title, **content
    )


def source(name: str) -> str:
    """Return the text of a template, a style or a script."""
    assert TEMPLATES.loader
    return TEMPLATES.loader.get_source(TEMPLATES, name)[0]
