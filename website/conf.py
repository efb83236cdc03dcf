"""Settings of Sphinx for the website; ``python -m tools.website`` makes its pages and calls it."""

from leaderboard.version import VERSION

project = "leaderboard"
html_title = f"leaderboard {VERSION}"
extensions = ["myst_parser"]
myst_heading_anchors = 4
html_theme = "furo"
html_copy_source = html_show_sourcelink = html_show_copyright = html_show_sphinx = False
pygments_style, pygments_dark_style = "tango", "monokai"
html_show_search_summary = False  # summaries would be requested, which a browser refuses for local files
