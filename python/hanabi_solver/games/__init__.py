"""Games as objects: read, checked, and what was found as rows of tables."""
