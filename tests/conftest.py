"""What every test starts from."""

import os

# Texts for people are compared in English, whatever the locale of the machine.
os.environ["LANGUAGE"] = "en"
for name in ("COLUMNS", "FORCE_COLOR", "NO_COLOR", "HANABI_DEBUG"):
    os.environ.pop(name, None)
