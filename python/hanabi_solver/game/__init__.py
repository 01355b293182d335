"""What a position is: rules, cards, positions, moves, and what follows from them. Plain data."""
