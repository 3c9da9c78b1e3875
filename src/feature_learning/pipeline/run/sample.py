"""Stage ``sample``: generate what the seeds of one setting draw before training."""

from pathlib import Path

import numpy as np

from feature_learning.core.experiment import Draws
from feature_learning.core.files import dumps, replacing, write_text
from feature_learning.pipeline.run import experiment
from feature_learning.pipeline.run.runfiles import draws_file, is_run_of, run_file
from feature_learning.pipeline.run.task import Task

STORED_BYTES = 32 * 2**20
"""Larger draws are made by `train` from the same streams, which is cheaper than writing them."""


def run(task: Task) -> None:
    """Write teacher, initial weights and data of each seed that has no run yet, and what they are
    to the output. The draws of a seed are removed by its run.
    """
    with task.recorded() as watch:
        setting, folder = task.setting, task.out.parent
        folders = [Path(task[name]) for name in ("runs", "restored")]
        # Draws that no run has used may be of other code or of other values.
        for old in folder.glob("*.npz"):
            old.unlink()
        arrays: dict[str, object] = {}
        for seed in range(task.seeds):
            files = (run_file(each, setting, seed) for each in folders)
            if any(is_run_of(file, setting, seed, task["code"]) for file in files):
                continue
            with watch.science():
                draws = experiment.draw(setting, seed)
            arrays = {name: [*array.shape, str(array.dtype)] for name, array in draws.items()}
            if sum(array.nbytes for array in draws.values()) > STORED_BYTES:
                break
            save(draws, draws_file(folder, seed))
        write_text(task.out, dumps({"seeds": task.seeds, "drawn": arrays}) + "\n")


def save(draws: Draws, path: Path) -> None:
    """Write draws completely or not at all."""
    with replacing(path) as temporary, temporary.open("wb") as file:
        np.savez(file, **draws)  # type: ignore[arg-type]
