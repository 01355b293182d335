"""The only importers of `_core`: positions in, answers out."""
