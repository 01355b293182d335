"""Click's own texts, so that the catalogue has them. Click looks them up itself.

Nothing imports this file: it is for collecting the texts.
"""

from hanabi_solver.texts.text import _

TEXTS = (
    _("Usage:"),
    _("Options"),
    _("Commands"),
    _("Positional arguments"),
    _("Show this message and exit."),
    _("Try '{command} {option}' for help."),
    _("Missing command."),
    _("No such option {name!r}."),
    _("No such command {name!r}."),
    _("Option {name!r} does not take a value."),
    _("Invalid value: {message}"),
    _("Invalid value for {param_hint}: {message}"),
    _("{value} is not in the range {range}."),
)
