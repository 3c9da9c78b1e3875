"""How many inits recover with signs as drawn, from a sample."""

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.papers.bietti2022.shared.model import draw_inits, populations, samples, targets, trained


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw the inits."""
    return draw_inits(setting, int(setting["inits"]), rng)


def signs_sampled(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per exponent and init."""
    links, inits = targets(setting), populations(draws)
    n = int(setting["n"])
    theta, _ = trained(setting, draws, inits, links, samples(setting, n, rng), n)
    for s, row in zip(links, np.abs(theta[..., 0]), strict=True):
        for init, overlap in enumerate(row.tolist()):
            yield {"s": s, "init": init, "overlap": overlap, "diverged": not np.isfinite(overlap)}
