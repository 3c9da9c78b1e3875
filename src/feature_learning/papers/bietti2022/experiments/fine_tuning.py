"""The refit of the second layer, against the number of fresh samples."""

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.papers.bietti2022.shared.model import neurons, targets
from feature_learning.papers.bietti2022.shared.refit import RIDGES
from feature_learning.theory.tied_population import TiedPopulation
from feature_learning.training.tied_readout import moments

_FLAT = 1e-13  # a ridge that adds nothing: 1e-9 |c|^2 is some per cent of the smallest floors


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw the widest layer of neurons with offsets of spread 1; narrower ones are its first
    neurons.
    """
    widest = max(setting["width"], *(_growing(n) for n in setting.ints("samples")))
    offsets, signs = neurons(widest, 1.0, rng("init"))
    return {"offsets": offsets, "signs": signs}


def _growing(samples: int) -> int:
    """Return the width that grows with the fresh sample: a tenth of it."""
    return max(1, samples // 10)


def fine_tuning(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """One row per spread, exponent, sample size and kind of width (growing with the sample, or
    fixed), at the target's direction: the excess risk at the ridge that is best on held-out
    samples, and the floor R(1).
    """
    sizes, links, tests = setting.ints("samples"), targets(setting), setting["test_size"]
    most = max(sizes)
    # Inputs matter through their projections only.
    u = rng("refit").standard_normal(most + tests)
    noise = np.sqrt(setting["noise"]) * rng("noise").standard_normal(most + tests)
    for tau in setting.floats("tau"):
        for n in sizes:
            for growing, width in ((True, _growing(n)), (False, setting["width"])):
                population = TiedPopulation(tau * draws["offsets"][:width], draws["signs"][:width])
                layer = population.offsets, population.signs
                for s, link in links.items():
                    g, labels = population.correlations(link, [1.0]), link(u) + noise
                    floor = population.excess(population.best(g, _FLAT), g, link.square_norm)[0]
                    solutions = moments(u[:n], labels[:n], *layer).solutions(RIDGES)
                    held = moments(u[most:], labels[most:], *layer).errors(solutions)
                    excess = population.excess(solutions, g[0], link.square_norm)
                    row = {"growing": growing, "neurons": width, "tau": tau, "s": s, "samples": n}
                    chosen = float(excess[held.argmin()])
                    yield {**row, "floor": float(floor), "excess": chosen}
