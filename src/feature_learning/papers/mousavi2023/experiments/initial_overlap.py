"""Overlaps of random neurons with the target, and how long the whitened population flow needs from there (fig-runtime)."""

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.papers.mousavi2023.shared.model import gammas, plane
from feature_learning.theory.whitened_flow import runtime

DEGREES = (2, 3, 4)


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw the neurons' two coordinates in the plane of spike and target, and the squared length of the rest, d by d."""
    for structure in map(str, setting.grid["structure"]):
        gammas(structure)
    count, drawn = int(setting["inits"]), []
    for d in map(int, setting.grid["d"]):
        stream = rng("init", d)
        first, second = stream.standard_normal((2, count))
        rest = stream.chisquare(d - 2, count)
        norm = np.sqrt(first**2 + second**2 + rest)
        drawn.append(np.stack([first / norm, second / norm]))
    return {"plane": np.stack(drawn)}


def initial_overlap(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per structure and d: the median overlap, and the median time to the final overlap for each k."""
    for number, d in enumerate(map(int, setting.grid["d"])):
        first, second = draws["plane"][number]
        for structure in map(str, setting.grid["structure"]):
            overlaps = np.abs(plane(structure, d).overlap_from_plane(first, second))
            times = {f"time_{k}": float(np.median(runtime(overlaps, setting["end"], k))) for k in DEGREES}
            yield {"structure": structure, "d": d, "overlap": float(np.median(overlaps)), **times}
