"""What the core says of moves, so that the catalogue has it.

Nothing imports this file: it is for collecting the texts. They are looked up where the core's
errors come to people.
"""

from hanabi_solver.texts.text import _

TEXTS = (
    _("a card must be drawn"),
    _("a suit is completed: its bonus must be named"),
    _("no bonus comes here"),
    _("no such card lies in the discard pile"),
    _("no such card of the discard pile can be played"),
    _("the move is not legal here"),
    _("there is no such card to draw"),
    _("this bonus takes a card of the discard pile"),
    _("this bonus takes no card"),
)
