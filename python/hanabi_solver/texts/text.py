"""Every text for people goes through here: English in the source, other languages by gettext.

`_` marks a text and looks it up, `plural` chooses by a number. Texts are written as they
appear in English, with `{name}` for what is filled in afterwards. The catalogues lie in
`locale/`; CONTRIBUTING.md tells how to extract and compile them.
"""

from __future__ import annotations

import gettext
import os
from contextlib import contextmanager
from pathlib import Path

TYPE_CHECKING = False  # Errors import this file; importing typing would be half of its cost.
if TYPE_CHECKING:
    from collections.abc import Iterator

DOMAIN = "hanabi_solver"
LOCALE = Path(__file__).parent / "locale"
SOURCE_LANGUAGE = "en"
LANGUAGES = (SOURCE_LANGUAGE, "de", "es", "fr", "ja", "pt")

_catalogue = gettext.NullTranslations()


def use_language(language: str | None = None) -> str:
    """Speak `language` (one of `LANGUAGES`); None takes the locale's, or else English.

    Returns the language that is spoken now.
    """
    global _catalogue
    language = language or _language_of_locale()
    if language == SOURCE_LANGUAGE:
        _catalogue = gettext.NullTranslations()
    else:
        _catalogue = gettext.translation(DOMAIN, LOCALE, [language])
    return language


def _language_of_locale() -> str:
    """The first language asked for that there is. Gettext would pass over English for the next:
    English has no catalogue.
    """
    wanted = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
    chosen = next(filter(None, map(os.environ.get, wanted)), "")
    codes = (code.replace(".", "_").split("_")[0] for code in chosen.split(":"))
    return next((code for code in codes if code in LANGUAGES), SOURCE_LANGUAGE)


def language() -> str:
    """The language in use, as HTML names it."""
    return _catalogue.info().get("language") or SOURCE_LANGUAGE


def _(message: str) -> str:
    """`message` in the language in use."""
    return _catalogue.gettext(message)


def lookup(message: str) -> str:
    """`message` in the language in use, where it is collected from somewhere else."""
    return _catalogue.gettext(message)


@contextmanager
def source_language() -> Iterator[None]:
    """English for a while: for what is written for programs."""
    global _catalogue
    before, _catalogue = _catalogue, gettext.NullTranslations()
    try:
        yield
    finally:
        _catalogue = before


def plural(singular: str, several: str, number: int) -> str:
    """The form of a text that suits `number`, in the language in use."""
    return _catalogue.ngettext(singular, several, number)
