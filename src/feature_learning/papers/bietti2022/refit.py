"""The final ridge regression of the second layer, and the measurements on a trained network."""

import numpy as np

from feature_learning.data.links import Link
from feature_learning.papers.bietti2022.model import RECOVERED, Arrays
from feature_learning.theory.tied_population import TiedPopulation
from feature_learning.theory.tied_recovery import recovery_constant
from feature_learning.training.tied_readout import Moments, moments

RIDGES = tuple(10.0**power for power in range(-9, 0))
_LOST = ("overlap", "raw", "refit", "same", "held", "predicted", "constant")


def refitted(
    theta: np.ndarray, drawn: Arrays, n: int, population: TiedPopulation, link: Link, g: np.ndarray
) -> dict[str, float]:
    """Return excess risks after refits of c, and the risk by which a run can be chosen.

    Parameters
    ----------
    theta : (d,)
        The trained direction.
    drawn, n
        From `model.samples`, and the number of its rows to use.
    population, link
        The neurons and the target.
    g : (width,)
        Correlations at theta's overlap, from which excess risks are computed exactly.

    Returns
    -------
    refit, same
        The least excess risk over ridges, after refits on the fresh and on the training sample.
    held
        The least mean squared error on the fresh sample of a refit on the training sample; it needs
        neither the target's direction nor test labels.
    """

    def sample(purpose: str) -> Moments:
        x = drawn[purpose][:n]
        labels = link(x[:, 0]) + drawn[f"{purpose}_noise"][:n]
        return moments(x @ theta, labels, population.offsets, population.signs)

    fresh, train = sample("refit"), sample("train")
    solutions = train.solutions(RIDGES)
    return {
        "refit": float(population.excess(fresh.solutions(RIDGES), g, link.square_norm).min()),
        "same": float(population.excess(solutions, g, link.square_norm).min()),
        "held": float(fresh.errors(solutions).min()),
    }


def outcome(
    theta: np.ndarray,
    c: np.ndarray,
    drawn: Arrays,
    n: int,
    population: TiedPopulation,
    link: Link,
    noise: float,
) -> dict[str, float | bool]:
    """Return the measurements on a trained network; NaN if it diverged.

    Parameters
    ----------
    theta, c : (d,), (width,)
        The network.
    drawn, n, population, link
        As in `refitted`.
    noise
        Variance of the labels' noise.

    Returns
    -------
    overlap, raw, predicted, constant, diverged
        ``|m|``; the excess risk as trained; R(m), the least excess risk at this overlap; the
        constant V of `recovery_constant` for recovered runs, else 0; and what `refitted` returns.
    """
    if not np.isfinite(theta).all():
        return {**dict.fromkeys(_LOST, float("nan")), "diverged": True}
    m = float(theta[0])
    g = population.correlations(link, [m])
    constant = 0.0
    if abs(m) > RECOVERED:
        constant = recovery_constant(population, link, c, noise, np.sign(m))
    return {
        "overlap": abs(m),
        "raw": float(population.excess(c, g[0], link.square_norm)),
        **refitted(theta, drawn, n, population, link, g[0]),
        "predicted": float(population.least_loss(g, RIDGES[0], link.square_norm)[0]),
        "constant": constant,
        "diverged": False,
    }
