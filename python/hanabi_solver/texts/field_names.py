"""The fields of a position that errors call by a plain word, so that the catalogue has them.

`Fault` looks them up for people; keys (`variant`, `c`) are written as they stand. Nothing
imports this file: it is for collecting the texts.
"""

from hanabi_solver.texts.text import _

TEXTS = (_("stacks"), _("hands"), _("deck"))
