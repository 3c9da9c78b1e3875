"""Turn of the neurons to the spike in one gradient step, against its strength (nn-alignment)."""

from collections.abc import Sequence

import numpy as np

from feature_learning.core.experiment import Device, Rows, Setting, Streams
from feature_learning.core.streams import Purpose
from feature_learning.networks.named import activation
from feature_learning.papers.ba2023.shared.model import (
    Network,
    energies,
    isotropic,
    noisy,
    strength,
    stretched,
    target,
)

PURPOSES: tuple[Purpose, Purpose] = ("train", "refit")
"""The two batches of `amplified`."""


def alignment(setting: Setting, rng: Streams, device: Device) -> Rows:
    """Yield one row per dimension, gamma and link: means of cos^2 and of the spike's share.

    The neurons of one network share their data and fluctuate together, so means are taken over
    several replicas of both. A smaller d gets as many more of them as it is smaller: they fluctuate
    more and cost less.
    """
    names, gammas = setting.names("link"), setting.floats("gamma")
    largest = max(setting.ints("d"))
    for d in setting.ints("d"):
        replicas = range(round(setting["replicas"] * largest / d))
        measured = [_replica(setting, d, gammas, names, rng, replica) for replica in replicas]
        means = np.mean(measured, axis=0).tolist()
        for gamma, of_gamma in zip(gammas, means, strict=True):
            for name, values in zip(names, of_gamma, strict=True):
                columns = dict(zip(("alignment", "share", "dead"), values, strict=True))
                yield {"d": d, "gamma": gamma, "link": name, **columns}


def amplified(setting: Setting, rng: Streams, device: Device) -> Rows:
    """Yield one row per strength and link: the mean over neurons of the product of two batches'
    gradients along the spike, which is the square of the mean gradient's part there.
    """
    d, names = setting["d"], setting.names("link")
    links = [target(name, setting["noise"]) for name in names]
    network = Network.drawn(setting["width"], d, activation(setting["activation"]), rng)
    batches = []
    for purpose in PURPOSES:
        rows, noise = isotropic(round(setting["psi"] * d), d, rng, purpose)
        batches.append((rows, noisy(links, rows[:, 0], noise)))
    for theta in setting.floats("theta"):
        along = []
        for rows, labels in batches:
            inputs = stretched(rows, theta)
            slope = network.activation.derivative(network.preactivations(inputs))
            along.append(slope.T @ (inputs[:, [0]] * labels) / len(inputs))
        products = (along[0] * along[1]).mean(axis=0).tolist()
        for name, product in zip(names, products, strict=True):
            yield {"theta": theta, "link": name, "signal": product}


def _replica(
    setting: Setting,
    d: int,
    gammas: Sequence[float],
    names: Sequence[str],
    rng: Streams,
    replica: int,
) -> np.ndarray:
    """Return mean alignment, mean share and number of dead neurons, (gammas, links, 3)."""
    rows, noise = isotropic(round(setting["psi"] * d), d, rng, "train", replica)
    links = [target(name, setting["noise"]) for name in names]
    labels = noisy(links, rows[:, 0], noise).astype(np.float32)
    network = Network.drawn(setting["width"], d, activation(setting["activation"]), rng, replica)
    # Gradients are averages over many inputs: rounding in single precision is a millionth of
    # their fluctuations.
    untouched, single, along_spike = (
        part.astype(np.float32)
        for part in (network.preactivations(rows), rows, network.weights[:, 0])
    )
    measures = np.empty((len(gammas), len(names), 3))
    for place, gamma in enumerate(gammas):
        theta = strength(gamma, d)
        inputs = stretched(single, theta)
        preactivations = untouched + np.outer(inputs[:, 0] - single[:, 0], along_spike)
        # With a bias below about -3 a ReLU may be off on all inputs, and then its gradient is zero.
        alive = (network.activation.derivative(preactivations) != 0).any(axis=0)
        for number in range(len(names)):
            gradient = network.gradient(inputs, labels[:, number], preactivations)
            gradient = gradient[alive].astype(float)
            along, variance = energies(gradient, theta)
            cosines, shares = along / (gradient**2).sum(axis=1), (1 + theta) * along / variance
            measures[place, number] = cosines.mean(), shares.mean(), (~alive).sum()
    return measures
