"""Team Elo and its table of bots."""
