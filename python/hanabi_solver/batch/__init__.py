"""Many games against the optimum: resumable, on all cores or a cluster, in tables."""

from hanabi_solver.batch.run import Batch, run
from hanabi_solver.batch.work import Settings

__all__ = ["Batch", "Settings", "run"]
