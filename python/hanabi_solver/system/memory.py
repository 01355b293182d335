"""How much memory there is for this process: what the system has free, and its control groups and
its own limit of addresses let it take.
"""

from __future__ import annotations

import os
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_ROOT = Path("/")

_COUNTS = "/proc/self/statm"

_FORMS = (
    ("memory.current", ("memory.max", "memory.high"), "inactive_file"),
    ("memory.usage_in_bytes", ("memory.limit_in_bytes",), "total_inactive_file"),
)
"""Of version 2 and 1: what a group uses, its limits, and what of its use can be dropped."""


_HEAPS = -8
_LARGE = -3
"""The number of heaps, and the size of pieces beside them: options of the C library of GNU."""


def free_memory(root: Path = _ROOT) -> int:
    """Bytes that a new process could take without swapping. `root` is where the system shows."""
    try:
        lines = (root / "proc/meminfo").read_text(encoding="ascii").splitlines()
    except OSError:
        free = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    else:
        fields = dict(line.split(":", 1) for line in lines)
        free = int(fields["MemAvailable"].split()[0]) * 1024
    return min(free, *_left_by_groups(root), free)


def addresses_left() -> int | None:
    """Bytes of addresses that this process may still take; None where they are not limited."""
    import resource

    most, _hard = resource.getrlimit(resource.RLIMIT_AS)
    if most == resource.RLIM_INFINITY:
        return None
    _share_heap()
    return max(most - _counted(0), 0)


@cache
def _share_heap() -> None:
    """One heap for all threads, where addresses are scarce. GNU's C library gives each its own,
    which wants 128 MB of them; where it gets none, every small piece takes a page.
    """
    _set_heap(_HEAPS, 1)


@cache
def give_back() -> None:
    """Lets large pieces of memory go back to the system when they are freed, and leaves but one
    heap to have holes: a search that takes many pieces of all sizes is else charged for what it
    has given up.
    """
    _share_heap()
    _set_heap(_LARGE, 2**18)


def _set_heap(option: int, value: int) -> None:
    from ctypes import CDLL

    with suppress(AttributeError, OSError):
        CDLL(None).mallopt(option, value)


def resident() -> int:
    """Bytes of this process in memory now."""
    try:
        return _counted(1)
    except OSError:
        import resource

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def _counted(column: int) -> int:
    """Bytes of this process that the system counts: in all (0) or in memory (1)."""
    # Every search asks; a file object would take twice as long.
    file = os.open(_COUNTS, os.O_RDONLY)
    try:
        return int(os.read(file, 200).split()[column]) * os.sysconf("SC_PAGE_SIZE")
    finally:
        os.close(file)


def _left_by_groups(root: Path) -> Iterator[int]:
    """What each group leaves, of those that this process is in, which are nested."""
    for group in _groups(root):
        for used, limits, droppable in _FORMS:
            for limit in limits:
                try:
                    whole = int((group / limit).read_text(encoding="ascii"))
                    usage = int((group / used).read_text(encoding="ascii"))
                    counts = (group / "memory.stat").read_text(encoding="ascii").split()
                    kept = usage - int(counts[counts.index(droppable) + 1])
                except (OSError, ValueError):
                    # No such file, or "max": no limit there.
                    continue
                yield max(whole - max(kept, 0), 0)


def _groups(root: Path) -> Iterator[Path]:
    try:
        lines = (root / "proc/self/cgroup").read_text(encoding="utf-8").splitlines()
    except OSError:
        return
    mounted = root / "sys/fs/cgroup"
    for line in lines:
        _number, controllers, path = line.split(":", 2)
        if controllers and "memory" not in controllers.split(","):
            continue
        # In a container the own group may be shown at the top, under another path than its own.
        for top in (mounted / "memory",) if controllers else (mounted, mounted / "unified"):
            group = top / path.strip("/")
            yield from (each for each in (group, *group.parents) if each.is_relative_to(top))
