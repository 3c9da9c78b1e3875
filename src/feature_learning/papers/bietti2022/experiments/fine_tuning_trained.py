"""The refit of the second layer at trained directions, against the number of fresh samples."""

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.papers.bietti2022.shared.model import draw_inits, populations, samples, targets, trained
from feature_learning.papers.bietti2022.shared.refit import RIDGES
from feature_learning.training.tied_readout import moments


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw one init."""
    return draw_inits(setting, 1, rng)


def fine_tuning_trained(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per exponent, size of the training sample and of the fresh one: the least excess risk over ridges, and R(m)."""
    links, (own,) = targets(setting), populations(draws)
    sizes, fresh = list(map(int, setting.grid["n"])), list(map(int, setting.grid["samples"]))
    drawn = samples(setting, max(*sizes, *fresh), rng)
    for n in sizes:
        theta, _ = trained(setting, draws, [own], links, drawn, n)
        for (direction,), (s, link) in zip(theta, links.items(), strict=True):
            g = own.correlations(link, [direction[0]])
            predicted = float(own.least_loss(g, RIDGES[0], link.square_norm)[0])
            u, labels = drawn["refit"] @ direction, link(drawn["refit"][:, 0]) + drawn["refit_noise"]
            for more in fresh:
                solutions = moments(u[:more], labels[:more], own.offsets, own.signs).solutions(RIDGES)
                excess = float(own.excess(solutions, g[0], link.square_norm).min())
                where = {"s": s, "n": n, "samples": more, "overlap": abs(float(direction[0]))}
                yield {**where, "excess": excess, "predicted": predicted}
