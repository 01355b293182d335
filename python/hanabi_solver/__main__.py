"""`python -m hanabi_solver`."""

from hanabi_solver.cli import main

if __name__ == "__main__":
    main()
