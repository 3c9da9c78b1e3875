"""The population loss with the best second layer, as a function of the overlap: of finite networks,
and of the infinitely wide one for random links (figx-landscape).
"""

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.data.links import Link
from feature_learning.papers.bietti2022.shared.model import neurons, populations, targets
from feature_learning.theory.tied_population import wide


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw the neurons of several networks."""
    width, tau = setting["width"], setting["tau"]
    networks = [neurons(width, tau, rng("init", number)) for number in range(setting["draws"])]
    offsets, signs = map(np.stack, zip(*networks, strict=True))
    return {"offsets": offsets, "signs": signs}


def overlaps(points: int) -> np.ndarray:
    """Return overlaps from -1 to 1, both ends and 0 included: evenly spaced, and closer and closer
    near the ends.
    """
    even = np.linspace(-1, 1, points)
    near = 1 - np.geomspace(1e-4, 1e-2, 9)
    return np.unique(np.round(np.concatenate([-near, even, near]), 10))


def landscape(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """One row per draw, exponent and ridge: the losses along the overlaps, and how often they
    contradict the theorem.
    """
    m, links = overlaps(setting["points"]), targets(setting)
    for number, population in enumerate(populations(draws)):
        for s, link in links.items():
            g = population.correlations(link, m)
            for ridge in setting.floats("ridge"):
                loss = population.least_loss(g, ridge, link.square_norm)
                row = {"draw": number, "s": s, "ridge": ridge}
                yield {**row, "loss": loss, "violations": violations(m, loss)}


def random_links(setting: Setting, rng: Streams, device: Device) -> Rows:
    """One row per link, exponent and ridge: the leading coefficient, and how often the losses along
    the overlaps contradict the theorem.
    """
    m, terms, population = overlaps(setting["points"]), setting["terms"], wide(setting["tau"])
    for number in range(setting["draws"]):
        for s in setting.ints("s"):
            drawn = rng("teacher", number, s).standard_normal(terms) / np.arange(1, terms + 1)
            link = Link.relu(polynomial=(*[0.0] * s, *drawn.tolist()))
            g = population.correlations(link, m)
            for ridge in setting.floats("ridge"):
                loss = population.least_loss(g, ridge, link.square_norm)
                row = {"draw": number, "s": s, "leading": float(drawn[0]), "ridge": ridge}
                yield {**row, "violations": violations(m, loss)}


def violations(m: np.ndarray, loss: np.ndarray) -> int:
    """Count the steps along the overlaps at which the loss rises away from m = 0."""
    rises = np.diff(loss) * np.sign(m[1:] + m[:-1])
    # Near m = 0 the loss is flat up to rounding: it varies like m^(2s).
    return int((rises > 1e-13).sum())
