"""The core against the reference engine on random positions."""
