"""The variants of the box and of hanab.live."""
