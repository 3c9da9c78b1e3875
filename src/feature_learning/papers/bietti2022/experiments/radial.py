"""The gradient of the poster, on the sphere, against the Euclidean one of the public code."""

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.papers.bietti2022.shared.model import draw_inits, populations, samples, starts, targets, trained
from feature_learning.theory.population_descent import PopulationDescent


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw the inits."""
    return draw_inits(setting, int(setting["inits"]), rng)


def radial(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per gradient, exponent and init: final overlap, and how often theta turns round in the warm-up at infinite n."""
    links, inits, n = targets(setting), populations(draws), int(setting["n"])
    drawn = samples(setting, n, rng)
    begin = starts(draws, inits, links, bool(setting["force_signs"]))
    descent = PopulationDescent(inits, list(links.values()))
    c = begin.c.reshape(len(links), len(inits), -1).swapaxes(0, 1)
    for radial in setting.grid["radial"]:
        theta, _ = trained(setting, draws, inits, links, drawn, n, bool(radial))
        m = begin.theta[:, 0].reshape(len(links), -1).T
        flips = np.zeros(m.shape, dtype=int)
        for _ in range(int(setting["watched"])):
            moved, _ = descent.step(m, c, float(setting["ratio"]) * float(setting["eta"]), 0.0, 0.0, radial=bool(radial))
            flips += np.sign(moved) != np.sign(m)
            m = moved
        for row, s in enumerate(links):
            for init in range(len(inits)):
                overlap = abs(float(theta[row, init, 0]))
                found = {"overlap": overlap, "flips": int(flips[init, row]), "diverged": not np.isfinite(overlap)}
                yield {"radial": radial, "s": s, "init": init, **found}
