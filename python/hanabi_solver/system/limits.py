"""Limits of time, memory and threads, in the units that people give them."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, replace
from fractions import Fraction

from hanabi_solver.errors import InputError, expect, expect_whole, written, wrong
from hanabi_solver.system.memory import addresses_left, free_memory, resident
from hanabi_solver.texts.text import _

LONGEST = 1e9
"""Seconds of a time limit: 30 years, which every clock can count."""

MOST_MEMORY = 10**18
"""Bytes of a memory limit: more than any machine has, and the core can count them."""

MOST_THREADS = 1024

_WIDEST = 30
"""The highest score there is: no bounds lie further apart."""

UNITS = {"": 1, "B": 1, "KB": 10**3, "MB": 10**6, "GB": 10**9}
"""Bytes in a unit: powers of 1000."""

_SPARE = 8_000_000
"""Bytes left aside for what the interpreter still allocates during a search."""

_STACK = 2**26
"""Bytes of addresses that a thread of a search takes for its stack."""


@dataclass(frozen=True, slots=True)
class Limits:
    """`time`: seconds for each position. `memory` of the whole process, interpreter included:
    bytes, or a text as "500MB"; None means half of the memory that is free. `threads`: None
    means all cores. `tolerance`: bounds of the value that lie no further apart will do (a number,
    or a text as "0.01" or "1/100").
    """

    time: float | None = None
    memory: int | str | None = None
    threads: int | None = None
    tolerance: Fraction | float | str = 0

    def __post_init__(self) -> None:
        """InputError for what is no such amount."""
        time = self.time
        if time is not None and not (_is_number(time) and 0 <= time <= LONGEST):
            raise wrong("time", time, _("{low} to {high}").format(low=0, high=int(LONGEST)))
        if isinstance(self.memory, str):
            # Frozen for everybody else: from here on it is a number of bytes.
            object.__setattr__(self, "memory", _memory(self.memory))
        elif self.memory is not None:
            expect_whole("memory", self.memory, 0, MOST_MEMORY)
        object.__setattr__(self, "tolerance", _tolerance(self.tolerance))
        if self.threads is not None:
            expect_whole("threads", self.threads, 1, MOST_THREADS)

    def thread_count(self) -> int:
        """Threads to use."""
        return self.threads or len(os.sched_getaffinity(0))

    def settled(self) -> Limits:
        """The same, with what is free now for memory that is not given."""
        return self if self.memory is not None else replace(self, memory=free_memory() // 2)

    def search_memory(self, kept: int = 0) -> int:
        """Bytes that a search may take, those of `kept` tables included."""
        expect("kept", kept, int)
        limit = free_memory() // 2 if self.memory is None else int(self.memory)
        room = limit - resident() - _SPARE
        left = addresses_left()
        if left is not None:
            # Beyond that the system ends a process that asks for a little more.
            room = min(room, left - self.search_threads() * _STACK - _SPARE)
        return max(room, 0) + kept

    def search_threads(self) -> int:
        """Threads to search with: no more than there are addresses for."""
        left = addresses_left()
        threads = self.thread_count()
        return threads if left is None else max(1, min(threads, left // (4 * _STACK)))


def memory_size(text: str) -> int:
    """Bytes: a number, or one with KB, MB or GB. InputError for anything else."""
    found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([KMG]?B)?", text.strip().upper(), re.ASCII)
    size = float(found[1]) * UNITS[found[2] or ""] if found else 0.0
    if not 1 <= size <= MOST_MEMORY:
        problem = _(
            "{value} is no size; expected bytes or a number with KB, MB or GB, such as 500MB"
        )
        raise InputError(problem.format(value=written(text)))
    return int(size)


def _memory(text: str) -> int:
    try:
        return memory_size(text)
    except InputError as error:
        raise error.at("memory") from None


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _tolerance(value: Fraction | float | str) -> Fraction:
    try:
        # A float stands for the decimals that it is written with.
        exact = Fraction(str(value)) if isinstance(value, float | str) else Fraction(value)
    except (ValueError, TypeError, ZeroDivisionError):
        exact = Fraction(-1)
    if isinstance(value, bool) or not 0 <= exact <= _WIDEST:
        expected = _("{low} to {high}").format(low=0, high=_WIDEST)
        raise wrong("tolerance", value, expected)
    # The core counts no finer.
    return exact.limit_denominator(10**12)


def checked(limits: Limits | None) -> Limits:
    """The limits, none for None. InputError for what are no limits."""
    if limits is None:
        return Limits()
    if not isinstance(limits, Limits):
        problem = _("{thing} are no limits; expected Limits, such as {example}")
        example = 'Limits(time=2.5, memory="500MB")'
        raise InputError(problem.format(thing=written(limits), example=example))
    return limits
