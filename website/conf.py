"""Settings of Sphinx for the website; ``python -m tools.website`` makes its pages and calls it."""

import os
import tomllib
from pathlib import Path

from leaderboard.version import VERSION

project_file = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text("utf-8"))
# In the workflow that publishes the website, the platform names the repository.
places = ("GITHUB_SERVER_URL", "GITHUB_REPOSITORY")
platform = "/".join(os.environ.get(name, "") for name in places).strip("/")
repository = project_file["project"].get("urls", {}).get("Repository", platform)

project = "leaderboard"
html_title = f"leaderboard {VERSION}"
extensions = ["myst_parser"]
myst_heading_anchors = 4
html_theme = "furo"
html_copy_source = html_show_sourcelink = html_show_copyright = html_show_sphinx = False
pygments_style, pygments_dark_style = "tango", "monokai"
html_show_search_summary = False  # summaries would be requested, which a browser refuses for local files
link = {"name": "Repository", "url": repository, "html": "Repository", "class": ""}
html_theme_options = {"footer_icons": [link] if repository else []}
