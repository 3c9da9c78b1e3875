"""The final ridge regression of the second layer, and what is measured on a trained network."""

from __future__ import annotations

import numpy as np

from feature_learning.data.links import Link
from feature_learning.papers.bietti2022.shared.model import RECOVERED, Arrays
from feature_learning.theory.tied_population import TiedPopulation
from feature_learning.theory.tied_recovery import recovery_constant
from feature_learning.training.tied_readout import moments

RIDGES = tuple(10.0**power for power in range(-9, 0))
_LOST = ("overlap", "raw", "refit", "same", "held", "predicted", "constant")


def refitted(theta: np.ndarray, drawn: Arrays, n: int, own: TiedPopulation, target: Link, g: np.ndarray) -> dict[str, float]:
    """Return excess risks after refits of c, and the risk by which a run can be chosen.

    Parameters
    ----------
    theta : (d,)
        The trained direction.
    drawn
        From `model.samples`.
    n
        The number of its rows to use.
    own, target
        The neurons and the link.
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
    samples, found = {}, {}
    for name, purpose in (("refit", "refit"), ("same", "train")):
        x = drawn[purpose][:n]
        labels = target(x[:, 0]) + drawn[f"{purpose}_noise"][:n]
        samples[name] = moments(x @ theta, labels, own.offsets, own.signs)
        solutions = samples[name].solutions(RIDGES)
        found[name] = float(own.excess(solutions, g, target.square_norm).min())
    return {**found, "held": float(samples["refit"].errors(solutions).min())}


def outcome(
    theta: np.ndarray, c: np.ndarray, drawn: Arrays, n: int, own: TiedPopulation, target: Link, noise: float
) -> dict[str, float | bool]:
    """Return the measurements on a trained network; NaN if it diverged.

    Parameters
    ----------
    theta, c : (d,), (width,)
        The network.
    drawn, n, own, target
        As in `refitted`.
    noise
        Variance of the labels' noise.

    Returns
    -------
    overlap, raw, predicted, constant, diverged
        ``|m|``; the excess risk as trained; R(m), the least excess risk at this overlap; the constant
        V of `recovery_constant` for recovered runs, else 0; and what `refitted` returns.
    """
    if not np.isfinite(theta).all():
        return {**dict.fromkeys(_LOST, float("nan")), "diverged": True}
    m = float(theta[0])
    g = own.correlations(target, [m])
    recovered = abs(m) > RECOVERED
    return {
        "overlap": abs(m),
        "raw": float(own.excess(c, g[0], target.square_norm)),
        **refitted(theta, drawn, n, own, target, g[0]),
        "predicted": float(own.least_loss(g, RIDGES[0], target.square_norm)[0]),
        "constant": recovery_constant(own, target, c, noise, np.sign(m)) if recovered else 0.0,
        "diverged": False,
    }
