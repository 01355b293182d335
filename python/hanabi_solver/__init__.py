"""The exact endgame solver for the card game Hanabi."""
