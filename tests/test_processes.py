"""Worker processes: interrupted at any moment, killed in the middle of a message."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time

import pytest
from hanabi_solver.system import processes

INTERRUPTS = 120

INTERRUPTED_AGAIN_AND_AGAIN = """
import multiprocessing, random, signal, sys
from hanabi_solver.system import processes

def interrupt(number, frame):
    raise KeyboardInterrupt

if __name__ == "__main__":
    seed, count = map(int, sys.argv[1:])
    chance = random.Random(seed)
    signal.signal(signal.SIGALRM, interrupt)
    processes.STOPS.add(signal.SIGALRM)
    for _ in range(count):
        try:
            signal.setitimer(signal.ITIMER_REAL, chance.uniform(0.001, 0.2))
            for done in processes.each(bytes, [3_000_000] * 1_000_000, 2):
                assert done.result is not None and len(done.result) == 3_000_000
        except KeyboardInterrupt:
            assert multiprocessing.active_children() == []
            print("interrupted", flush=True)
"""
"""Messages longer than a pipe holds, so that workers are stopped while they send them."""


def test_interrupted_at_any_moment_nobody_waits_for_ever() -> None:
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED_AGAIN_AND_AGAIN, "1", str(INTERRUPTS)],
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("interrupted") == INTERRUPTS


def _slowly(task: int) -> tuple[int, bytes]:
    """One time in ten the worker dies about when it sends."""
    if random.random() < 0.1:
        import threading

        threading.Timer(0.002, lambda: os.kill(os.getpid(), signal.SIGKILL)).start()
    return task, bytes(2_000_000)


def test_a_worker_killed_in_the_middle_of_a_message_costs_no_other_task() -> None:
    found = list(processes.each(_slowly, range(60), 2))
    assert sorted(done.task for done in found) == list(range(60))
    for done in found:
        assert done.result is None or done.result == (done.task, bytes(2_000_000))


def _fails(task: int) -> int:
    if task == 3:
        raise ZeroDivisionError(task)
    return task


def test_an_error_of_the_work_is_raised() -> None:
    with pytest.raises(ZeroDivisionError, match="3"):
        list(processes.each(_fails, range(5), 2))


def _dies(task: int) -> int:
    if task == 1:
        os._exit(1)
    return -task


def test_a_task_whose_worker_dies_twice_has_no_result() -> None:
    found = {done.task: done.result for done in processes.each(_dies, range(4), 2)}
    assert found == {0: 0, 1: None, 2: -2, 3: -3}


def test_a_second_interrupt_ends_the_run_at_once_and_quietly() -> None:
    """The first one is being handled, slowly."""
    code = (
        "import sys, time\n"
        "from hanabi_solver.cli import app, main\n"
        "def run(arguments):\n"
        "    try:\n"
        "        print('ready', flush=True)\n"
        "        time.sleep(60)\n"
        "    finally:\n"
        "        print('handling', flush=True)\n"
        "        time.sleep(60)\n"
        "app.run = run\n"
        "main()\n"
    )
    for stop in (signal.SIGINT, signal.SIGTERM):
        with subprocess.Popen(
            [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        ) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
            time.sleep(0.1)
            process.send_signal(stop)
            assert process.stdout.readline() == "handling\n"
            process.send_signal(stop)
            rest, errors = process.communicate(timeout=60)
        assert (process.returncode, rest, errors) == (130, "", "")


def test_an_interrupt_within_exec_ends_with_the_status() -> None:
    """As it is while named tuples and dataclasses are made, where modules are imported."""
    code = (
        "import os, signal, sys\n"
        "from hanabi_solver.cli import app, main\n"
        "def run(arguments):\n"
        "    exec('import os, signal; os.kill(os.getpid(), signal.SIGINT); print(1)')\n"
        "app.run = run\n"
        "main()\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")
