"""Files and processes."""
