"""The analysis board: a page in the browser, served from this machine alone."""
