"""How far one gradient step turns the neurons to the spike, against its strength (nn-alignment)."""

from collections.abc import Sequence

import numpy as np

from feature_learning.core.experiment import Device, Rows, Setting, Streams
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


def alignment(setting: Setting, rng: Streams, device: Device) -> Rows:
    """Yield one row per dimension, gamma and link: means of cos^2 and of the spike's share.

    The neurons of one network share their data and fluctuate together, so means are taken over
    several replicas of both. A smaller d gets as many more of them as it is smaller: they fluctuate
    more and cost less.
    """
    names = [str(name) for name in setting.grid["link"]]
    gammas = [float(gamma) for gamma in setting.grid["gamma"]]
    largest = max(map(int, setting.grid["d"]))
    for d in map(int, setting.grid["d"]):
        replicas = range(round(setting["replicas"] * largest / d))
        found = np.mean([_replica(setting, d, gammas, names, rng, replica) for replica in replicas], axis=0)
        for gamma, of_gamma in zip(gammas, found, strict=True):
            for name, (alignment, share, dead) in zip(names, of_gamma.tolist(), strict=True):
                yield {
                    "d": d,
                    "gamma": gamma,
                    "link": name,
                    "alignment": alignment,
                    "share": share,
                    "dead": dead,
                }


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
    labels = noisy([target(name, setting["noise"]) for name in names], rows[:, 0], noise).astype(np.float32)
    network = Network.drawn(setting["width"], d, activation(setting["activation"]), rng, replica)
    # Gradients are averages over many inputs: rounding in single precision is a millionth of
    # their fluctuations.
    untouched, single, along_spike = (part.astype(np.float32) for part in (network.preactivations(rows), rows, network.weights[:, 0]))
    found = np.empty((len(gammas), len(names), 3))
    for place, gamma in enumerate(gammas):
        theta = strength(gamma, d)
        inputs = stretched(single, theta)
        preactivations = untouched + np.outer(inputs[:, 0] - single[:, 0], along_spike)
        # With a bias below about -3 a ReLU may be off on all inputs, and then its gradient is zero.
        alive = (network.activation.derivative(preactivations) != 0).any(axis=0)
        for number in range(len(names)):
            gradient = network.gradient(inputs, labels[:, number], preactivations)[alive].astype(float)
            along, variance = energies(gradient, theta)
            cosines = along / (gradient**2).sum(axis=1)
            found[place, number] = (
                cosines.mean(),
                ((1 + theta) * along / variance).mean(),
                (~alive).sum(),
            )
    return found
