"""The refit of the second layer, against the number of fresh samples (figx-finetune)."""

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.papers.bietti2022.shared.model import (
    draw_inits,
    neurons,
    populations,
    samples,
    targets,
    trained,
)
from feature_learning.papers.bietti2022.shared.refit import RIDGES
from feature_learning.theory.tied_population import TiedPopulation
from feature_learning.training.tied_readout import moments

_FLAT = 1e-13  # a ridge that adds nothing: 1e-9 |c|^2 is some per cent of the smallest floors


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw the widest layer of neurons with offsets of spread 1; narrower ones are its first
    neurons.
    """
    offsets, signs = neurons(max(setting.ints("width")), 1.0, rng("init"))
    return {"offsets": offsets, "signs": signs}


def fine_tuning(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """One row per width, spread, sample size and exponent, at the target's direction: the least
    excess risk over ridges, and the floor R(1).
    """
    sizes, links = setting.ints("samples"), targets(setting)
    u = rng("refit").standard_normal(max(sizes))  # inputs matter through their projections only
    noise = np.sqrt(setting["noise"]) * rng("noise").standard_normal(max(sizes))
    for width in setting.ints("width"):
        for tau in setting.floats("tau"):
            population = TiedPopulation(tau * draws["offsets"][:width], draws["signs"][:width])
            for s, link in links.items():
                g, labels = population.correlations(link, [1.0]), link(u) + noise
                floor = population.excess(population.best(g, _FLAT), g, link.square_norm)[0]
                for n in sizes:
                    row = {"width": width, "tau": tau, "s": s, "samples": n, "floor": float(floor)}
                    refit = moments(u[:n], labels[:n], population.offsets, population.signs)
                    excess = population.excess(refit.solutions(RIDGES), g[0], link.square_norm)
                    yield {**row, "excess": float(excess.min())}


def draw_fine_tuning_trained(setting: Setting, rng: Streams) -> Draws:
    """Draw one init."""
    return draw_inits(setting, 1, rng)


def fine_tuning_trained(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """One row per exponent, size of the training sample and of the fresh one, at trained
    directions: the least excess risk over ridges, and R(m).
    """
    links, (population,) = targets(setting), populations(draws)
    sizes, fresh = setting.ints("n"), setting.ints("samples")
    drawn = samples(setting, max(*sizes, *fresh), rng)
    for n in sizes:
        theta, _ = trained(setting, draws, [population], links, drawn, n)
        for (direction,), (s, link) in zip(theta, links.items(), strict=True):
            g = population.correlations(link, [direction[0]])
            predicted = float(population.least_loss(g, RIDGES[0], link.square_norm)[0])
            u = drawn["refit"] @ direction
            labels = link(drawn["refit"][:, 0]) + drawn["refit_noise"]
            for more in fresh:
                row = {"s": s, "n": n, "samples": more, "overlap": abs(float(direction[0]))}
                refit = moments(u[:more], labels[:more], population.offsets, population.signs)
                excess = population.excess(refit.solutions(RIDGES), g[0], link.square_norm)
                yield {**row, "excess": float(excess.min()), "predicted": predicted}
