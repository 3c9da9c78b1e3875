"""The refit of a wide second layer at the target's direction, against the number of fresh samples."""

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.papers.bietti2022.shared.model import neurons, targets
from feature_learning.papers.bietti2022.shared.refit import RIDGES
from feature_learning.theory.tied_population import TiedPopulation
from feature_learning.training.tied_readout import moments

_FLAT = 1e-13  # a ridge that adds nothing: 1e-9 |c|^2 is some per cent of the smallest floors


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw the widest layer of neurons with offsets of spread 1; narrower ones are its first neurons."""
    offsets, signs = neurons(max(map(int, setting.grid["width"])), 1.0, rng("init"))
    return {"offsets": offsets, "signs": signs}


def fine_tuning(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per width, spread, sample size and exponent: the least excess risk over ridges, and the floor R(1)."""
    most = max(map(int, setting.grid["samples"]))
    u = rng("refit").standard_normal(most)  # inputs matter through their projections only
    noise = float(np.sqrt(setting["noise"])) * rng("noise").standard_normal(most)
    for width in map(int, setting.grid["width"]):
        for tau in map(float, setting.grid["tau"]):
            offsets, signs = tau * draws["offsets"][:width], draws["signs"][:width]
            own = TiedPopulation(offsets, signs)
            for s, link in targets(setting).items():
                g, labels = own.correlations(link, [1.0]), link(u) + noise
                floor = float(own.excess(own.best(g, _FLAT), g, link.square_norm)[0])
                for n in map(int, setting.grid["samples"]):
                    solutions = moments(u[:n], labels[:n], offsets, signs).solutions(RIDGES)
                    excess = float(own.excess(solutions, g[0], link.square_norm).min())
                    yield {"width": width, "tau": tau, "s": s, "samples": n, "excess": excess, "floor": floor}
