"""Questions to the search, and its answers."""
