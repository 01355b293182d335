"""The documentation site: `sphinx-build --fail-on-warning --builder html docs target/site`."""

import sys
from pathlib import Path

from hanabi_solver import __version__

sys.path.insert(0, str(Path(__file__).parent))

project = "hanabi-solver"
author = "the hanabi-solver developers"
version = release = __version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.viewcode",
    "sphinx_click",
]
source_suffix = {".md": "markdown"}
myst_heading_anchors = 3
autodoc_member_order = "bysource"
autodoc_typehints = "description"

html_theme = "furo"
html_title = "hanabi-solver"
html_show_sphinx = False

# `--builder man` makes the manual page of the command: `man -l target/man/hanabi-solver.1`.
man_pages = [("command-line", "hanabi-solver", "the exact endgame solver for Hanabi", author, 1)]
