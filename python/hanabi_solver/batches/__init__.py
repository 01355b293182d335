"""Many games against the optimum: resumable, on all cores or a cluster, in tables."""

from hanabi_solver.batches.run import Batch, run
from hanabi_solver.batches.work import Settings

__all__ = ["Batch", "Settings", "run"]
