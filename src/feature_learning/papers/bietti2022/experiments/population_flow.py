"""Gradient descent on the population loss (infinitely many samples) from several inits."""

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.papers.bietti2022.shared.model import draw_inits, populations, schedule, starts, targets
from feature_learning.theory.population_descent import PopulationDescent

_EVERY = 50  # steps at the start that are all recorded


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw the inits."""
    return draw_inits(setting, int(setting["inits"]), rng)


def population_flow(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per recorded iteration, exponent and init: the overlap."""
    plan, eta, links, inits = schedule(setting), float(setting["eta"]), targets(setting), populations(draws)
    later = np.geomspace(_EVERY, plan.iterations, int(setting["points"])).astype(int)
    shown = {*range(_EVERY), *later.tolist()}
    begin = starts(draws, inits, links, bool(setting["force_signs"]))
    m = begin.theta[:, 0].reshape(len(links), -1).T
    c = begin.c.reshape(len(links), len(inits), -1).swapaxes(0, 1)
    descent = PopulationDescent(inits, list(links.values()))
    for number in range(plan.iterations + 1):
        if number in shown:
            for row, s in enumerate(links):
                for init, overlap in enumerate(np.abs(m[:, row]).tolist()):
                    yield {"s": s, "init": init, "iteration": number, "overlap": overlap}
        step = eta if number >= plan.warmup else 0.0
        m, c = descent.step(m, c, plan.ratio * eta, step, float(setting["ridge"]), radial=plan.radial)
