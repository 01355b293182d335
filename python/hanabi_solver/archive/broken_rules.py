"""The rules that archived games break, so that the catalogue has their names.

In tables and summaries a rule has its English name; `GameError` looks it up for people.
Nothing imports this file: it is for collecting the texts.
"""

from hanabi_solver.texts.text import _

TEXTS = (
    _("a clue costs a token"),
    _("a clue touches a card"),
    _("an error in hanabi-solver itself"),
    _("card in the mover's hand"),
    _("cards of the variant"),
    _("clues alternate"),
    _("clues of the variant"),
    _("deal"),
    _("deck not listed"),
    _("file not readable"),
    _("format of a compact link"),
    _("format of a game file"),
    _("format of an action history"),
    _("format of the export"),
    _("hands and cards of a full game"),
    _("legal moves"),
    _("no clue to oneself"),
    _("no discard at 8 clue tokens"),
    _("no plays from the deck"),
    _("number of players"),
    _("old format of the export"),
    _("only the deck's last card is played from there"),
    _("option not supported"),
    _("options of the export"),
    _("partial deck"),
    _("seat of a player"),
    _("starting player"),
    _("turn of the game"),
    _("unknown variant"),
    _("variant not supported"),
    _("worker died"),
)
