"""The command line as an object, for the page that documents it."""

from hanabi_solver.cli.app import build

cli = build()
