"""What every test starts from."""

import os
import signal

# Texts for people are compared in English, whatever the locale of the machine.
os.environ["LANGUAGE"] = "en"
for name in ("COLUMNS", "FORCE_COLOR", "NO_COLOR", "HANABI_DEBUG"):
    os.environ.pop(name, None)

# A shell without job control starts what stands before `&` with Ctrl-C ignored, and programs hand
# that down: the tests of Ctrl-C would wait for ever.
signal.signal(signal.SIGINT, signal.default_int_handler)
