"""How the site is built of these pages.

pip install 'noise-cffi[docs]'
python -m sphinx -W docs build/site
"""

from typing import Any

import noise_cffi

project = "noise-cffi"
author = "The noise-cffi authors"
copyright = "The noise-cffi authors, MIT licence"  # Sphinx's name
version = release = noise_cffi.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx_click"]
smartquotes = False  # they would make one dash of the two before an option
html_theme = "furo"
html_title = "noise-cffi"
html_copy_source = False
html_static_path = ["_static"]
html_css_files = ["wide.css"]
pygments_style = "tango"

myst_heading_anchors = 3
default_role = "literal"  # docstrings put names between single backticks
autodoc_typehints = "none"  # the overloads that type checkers read would hide the functions
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True}
toc_object_entries_show_parents = "hide"


def setup(app: Any) -> None:
    """Show examples as they are meant to be read, and no signature where it would only confuse."""

    def examples(app: Any, ctx: Any, lines: list[str]) -> None:
        lines[:] = [line.strip(" |") for line in lines]
        lines[:] = (
            ["Examples:", "", ".. code-block:: sh", "", *(f"   {line}" for line in lines[1:])] if lines else []
        )

    def signature(
        app: Any, what: str, name: str, thing: Any, options: Any, shown: str | None, result: Any
    ) -> tuple[str, Any] | None:
        if name in ("noise_cffi.Field", "noise_cffi._ranges.Range"):
            return "", None
        return (shown.replace("<object object>", "..."), result) if shown else None

    def trimmed(app: Any, name: str, source: list[str]) -> None:
        source[0] = source[0].replace("\n\n```\n", "\n```\n")  # doctest wants the empty line, readers do not

    app.connect("source-read", trimmed)
    app.connect("sphinx-click-process-epilog", examples)
    app.connect("autodoc-process-signature", signature)
