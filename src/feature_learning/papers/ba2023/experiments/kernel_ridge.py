"""Kernel ridge regression on spiked data (krr-staircase, krr-theta-half)."""

import math
from collections.abc import Sequence

import numpy as np

from feature_learning.core.experiment import Device, Rows, Setting, Streams
from feature_learning.data.covariates import weighted_stratified_gaussian
from feature_learning.papers.ba2023.shared.model import (
    isotropic,
    noisy,
    spike_direction,
    strength,
    target,
)
from feature_learning.papers.ba2023.shared.spiked_regression import SpikedRegression, seeing_kernel
from feature_learning.theory.spiked_sample import SpikedSample

COLUMNS = ("risk", "learned", "risk_equivalent", "learned_equivalent")
SPREAD = 1.8
"""Of the test points' projections: the mean of ``h_4^2`` comes from projections of 3 to 5."""


def kernel_ridge(setting: Setting, rng: Streams, device: Device) -> Rows:
    """Yield one row per dimension, gamma and target: simulation, and equivalent of its sample.

    Means are taken over a few samples where d is smaller than the largest: these fluctuate more and
    cost less.
    """
    sizes, names = setting.ints("d"), setting.names("target")
    for d in sizes:
        replicas = range(round(math.sqrt(max(sizes) / d)))
        gammas = [
            float(gamma)
            for gamma in setting.grid["gamma"]
            if d <= setting["every_gamma_to"] or gamma >= setting["beyond_from"]
        ]
        found = np.mean(
            [_outcomes(setting, d, gammas, names, rng, replica) for replica in replicas], axis=0
        )
        for gamma, of_gamma in zip(gammas, found.tolist(), strict=True):
            for name, values in zip(names, of_gamma, strict=True):
                yield {
                    "d": d,
                    "gamma": gamma,
                    "target": name,
                    **dict(zip(COLUMNS, values, strict=True)),
                }


def _outcomes(
    setting: Setting,
    d: int,
    gammas: Sequence[float],
    names: Sequence[str],
    rng: Streams,
    replica: int,
) -> np.ndarray:
    """Return the numbers of one sample, shape (gammas, targets, columns)."""
    links, kernel = ([target(name, setting["noise"]) for name in names], seeing_kernel(setting))
    inputs, noise = isotropic(round(setting["psi"] * d), d, rng, "train", replica)
    test, weights = weighted_stratified_gaussian(
        setting["test_size"], spike_direction(d), rng("test", d, replica), SPREAD
    )
    regression = SpikedRegression(kernel, inputs, test)
    labels = noisy(links, inputs[:, 0], noise)
    equivalent = SpikedSample(kernel, inputs[:, 0], links, labels)
    truth = np.stack([link(test[:, 0]) for link in links], axis=1)
    found = np.empty((len(gammas), len(names), len(COLUMNS)))
    for place, gamma in enumerate(gammas):
        theta = strength(gamma, d)
        predicted = regression.predictions(theta, labels, setting["ridge"])
        expected = equivalent.fitted(d, theta, setting["ridge"])
        learned = weights @ (predicted * truth) / (weights @ truth**2)
        found[place] = np.stack(
            [weights @ (predicted - truth) ** 2, learned, expected.risks, expected.learned], axis=1
        )
    return found
