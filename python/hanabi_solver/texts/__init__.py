"""Texts for people, and their translations."""
