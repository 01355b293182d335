"""The command group, and the one place where a run ends: exit statuses and error messages.

Statuses: 0 done, 1 a check failed, 2 bad input or usage, 3 stopped by a limit, 130 interrupted.
A command returns its status (None for 0) or raises; no traceback reaches a user.
"""

from __future__ import annotations

import errno
import gettext
import io
import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING

import click

from hanabi_solver.cli.output import OutputClosedError, abandon, complain, emit, note
from hanabi_solver.cli.status import BAD_INPUT, FAILED, INTERRUPTED, is_interrupt
from hanabi_solver.errors import HanabiError, own_fault
from hanabi_solver.system.paths import os_problem
from hanabi_solver.texts.text import DOMAIN, LANGUAGES, LOCALE, SOURCE_LANGUAGE, _, use_language

if TYPE_CHECKING:
    from collections.abc import Sequence

COMMANDS = ("solve", "check", "board", "batch", "puzzles", "elo", "show", "convert", "crosscheck")
"""Names of the commands, in the order of `--help`. Each is a module of this package."""


class CommandGroup(click.Group):
    """Imports a command's module when the command is asked for."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Of a name that there is not, those like it are told."""
        try:
            return super().resolve_command(ctx, args)
        except click.exceptions.NoSuchCommand as error:
            from difflib import get_close_matches

            like = get_close_matches(error.command_name, COMMANDS, 1)
            if not like:
                raise
            hint = _("Did you mean {name}?").format(name=repr(like[0]))
            raise click.UsageError(f"{error.message} {hint}", ctx) from None

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """The commands' names in the order of `--help`."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """The command of that name, None if there is none."""
        if cmd_name not in COMMANDS:
            return None
        found: click.Command = import_module(f"hanabi_solver.cli.{cmd_name}").command
        # In the list of commands the first paragraph stands whole; click would cut it short.
        found.short_help = " ".join((found.help or "").partition("\n\n")[0].split())
        if not any(each.name == "lang" for each in found.params):
            # It is written after the command as readily as before it.
            found.params.append(_language_option())
        return found


def _language_option() -> click.Option:
    """`--lang`. It has been read before click reads it: see `_choose_language`."""
    return click.Option(
        ["--lang"],
        type=click.Choice(LANGUAGES),
        help=_("Language of texts for people (default: the locale's, or else English)."),
        expose_value=False,
    )


def _print_version(context: click.Context, _option: click.Parameter, asked: bool) -> None:
    """`--version`. Click's own would look through what is installed, which takes longer."""
    if asked and not context.resilient_parsing:
        from hanabi_solver.core.version import __version__

        emit(f"hanabi-solver {__version__}")
        context.exit()


def build() -> click.Group:
    """The command line, its help in the language in use."""

    @click.group(
        cls=CommandGroup,
        params=[_language_option()],
        context_settings={"help_option_names": ["--help", "-h"]},
        help=_("The exact endgame solver for the card game Hanabi."),
        epilog=_("Shell completion: see the README."),
    )
    @click.option(
        "--version",
        is_flag=True,
        expose_value=False,
        is_eager=True,
        callback=_print_version,
        help=_("Show the version and exit."),
    )
    def group() -> None:
        """The commands do everything."""

    return group


def run(arguments: Sequence[str]) -> int:
    """Run the command line and return the exit status."""
    if sys.stderr is None:
        # It was closed: nobody is there to be told anything.
        sys.stderr = io.StringIO()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            # A letter that the terminal cannot show must not end the run.
            stream.reconfigure(errors="replace")
    _choose_language(arguments)
    try:
        if sys.stdout is None:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF), "<stdout>")
        status = build().main(list(arguments), prog_name="hanabi-solver", standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as error:
        told = io.StringIO()
        error.show(told)
        note(told.getvalue().rstrip("\n"))
        if isinstance(error, click.NoSuchOption) and error.option_name == "--line":
            note(_("--line goes with the command check."))
        return BAD_INPUT
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except (OutputClosedError, BrokenPipeError, SystemExit):
        # Click exits where nobody reads its help.
        abandon(sys.stdout)
        return 0
    except HanabiError as error:
        complain(str(error))
        return BAD_INPUT
    except OSError as error:
        try:
            sys.stdout and sys.stdout.flush()
        except OSError:
            abandon(sys.stdout)
        complain(os_problem(error))
        return BAD_INPUT
    except Exception as error:
        if is_interrupt(error):
            return INTERRUPTED
        if os.environ.get("HANABI_DEBUG"):
            raise
        complain(own_fault(error))
        return FAILED
    return status or 0


def _choose_language(arguments: Sequence[str]) -> None:
    """Take `--lang` before click reads it, because `--help` is to obey it too."""
    asked = None
    for number, argument in enumerate(arguments):
        name, _sign, value = argument.partition("=")
        language = value or "".join(arguments[number + 1 : number + 2])
        if name == "--lang" and language in LANGUAGES:
            asked = language
    spoken = use_language(asked)
    try:
        _("last round").encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        # English rather than question marks.
        spoken = use_language(SOURCE_LANGUAGE)
    # Click looks its own texts up in the default domain.
    os.environ["LANGUAGE"] = spoken
    gettext.bindtextdomain(DOMAIN, LOCALE)
    gettext.textdomain(DOMAIN)
