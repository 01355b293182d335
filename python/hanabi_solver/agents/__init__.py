"""Agents that play, and what they are worth: the worlds of a position, what a player sees."""
