"""The refit of the second layer, against the number of fresh samples."""

from collections.abc import Mapping

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.data.links import Link
from feature_learning.papers.bietti2022.shared.model import neurons, targets
from feature_learning.papers.bietti2022.shared.refit import RIDGES
from feature_learning.theory.tied_population import TiedPopulation
from feature_learning.training.tied_readout import moments

_FLAT = 1e-13  # a ridge that adds nothing: 1e-9 |c|^2 is some per cent of the smallest floors
_END = 3.0  # of the random walk


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
    yield from _refits(setting, draws, rng, targets(setting))


def rough(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """The same for a link that few neurons cannot fit, with another draw for each seed.

    It is a random walk of straight pieces on [-3, 3], constant beyond, with mean 0 and norm 1.
    """
    yield from _refits(setting, draws, rng, {1: _walk(setting["pieces"], rng("teacher"))})


def _walk(pieces: int, rng: np.random.Generator) -> Link:
    knots = np.linspace(-_END, _END, pieces + 1)
    slopes = np.concatenate([[0.0], rng.standard_normal(pieces), [0.0]])
    walk = Link.relu(tuple(knots), tuple(np.diff(slopes))).centred()
    size = walk.square_norm**0.5
    return Link.relu(tuple(knots), tuple(np.diff(slopes) / size)).centred()


def _refits(setting: Setting, draws: Draws, rng: Streams, links: Mapping[int, Link]) -> Rows:
    sizes, tests = setting.ints("samples"), setting["test_size"]
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
