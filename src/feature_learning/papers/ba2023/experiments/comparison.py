"""A network after one step, kernel ridge regression and PCA on the same data (krr-vs-nn).

All methods but PCA have a grid of ridges, of which the figures take the best.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from feature_learning.core.experiment import Device, Rows, Setting, Streams
from feature_learning.papers.ba2023.shared.model import strength, stretched
from feature_learning.papers.ba2023.shared.one_step import Trial
from feature_learning.papers.ba2023.shared.principal_component import Component, fitted_risks
from feature_learning.papers.ba2023.shared.spiked_regression import SpikedRegression, seeing_kernel


def comparison(setting: Setting, rng: Streams, device: Device) -> Rows:
    """Yield one row per dimension, gamma, target, method and ridge: the risk.

    The kernel has n samples. The network's second layer and the polynomial of the component have n
    more.
    """
    kernel, names = seeing_kernel(setting), setting.names("target")
    kernel_ridges, second_ridges = (
        setting.floats(name) for name in ("kernel_ridges", "second_ridges")
    )
    for d in setting.ints("d"):
        trial = Trial.drawn(setting, d, rng)
        regression = SpikedRegression(kernel, trial.first, trial.test, exact=True)
        component = Component(trial.first)
        for gamma in setting.floats("gamma"):
            theta = strength(gamma, d)
            predicted = regression.paths(theta, trial.labels, kernel_ridges)
            errors = (predicted - trial.truth[..., None]) ** 2
            by_kernel = [
                (trial.weights @ errors[:, number]).tolist() for number in range(len(names))
            ]
            direction, inputs = component.direction(theta), stretched(trial.second, theta)
            by_pca = fitted_risks(
                trial.links, setting["pca_degree"], direction, theta, inputs, trial.further
            )
            by_network = trial.risks(theta, second_ridges)
            for place, name in enumerate(names):
                point = {"d": d, "gamma": gamma, "target": name}
                yield from _path({**point, "method": "kernel"}, kernel_ridges, by_kernel[place])
                yield from _path({**point, "method": "network"}, second_ridges, by_network[place])
                yield {**point, "method": "pca", "ridge": 0.0, "risk": float(by_pca[place])}


def dimensions(setting: Setting, rng: Streams, device: Device) -> Rows:
    """Yield one row per dimension, width, case and ridge: the risk of narrow networks."""
    ridges, cases = setting.floats("second_ridges"), setting.mappings("case")
    names = [str(case["target"]) for case in cases]
    for d in setting.ints("d"):
        for law in setting.mappings("width"):
            width = round(law["factor"] * d ** law["power"])
            trial = Trial.drawn(setting, d, rng, names, width)
            for place, case in enumerate(cases):
                risks = trial.risks(strength(case["gamma"], d), ridges)[place]
                yield from _path({"d": d, **law, "neurons": width, **case}, ridges, risks)


def initial_weights(setting: Setting, rng: Streams, device: Device) -> Rows:
    """Yield one row per gamma, part of the initial weights kept, target and ridge: the risk."""
    trial, ridges = Trial.drawn(setting, setting["d"], rng), setting.floats("second_ridges")
    for gamma in setting.floats("gamma"):
        for kept in setting.floats("kept"):
            found = trial.risks(strength(gamma, setting["d"]), ridges, kept)
            for name, risks in zip(setting.names("target"), found, strict=True):
                yield from _path({"gamma": gamma, "kept": kept, "target": name}, ridges, risks)


def biases(setting: Setting, rng: Streams, device: Device) -> Rows:
    """Yield one row per gamma, scale of the biases, target and ridge: the risk."""
    trial, ridges = Trial.drawn(setting, setting["d"], rng), setting.floats("second_ridges")
    for gamma in setting.floats("gamma"):
        for bias, own in ((0, trial.without_biases()), (1, trial)):
            found = own.risks(strength(gamma, setting["d"]), ridges)
            for name, risks in zip(setting.names("target"), found, strict=True):
                yield from _path({"gamma": gamma, "bias": bias, "target": name}, ridges, risks)


def _path(
    point: dict[str, Any], ridges: Sequence[float], risks: Sequence[float]
) -> Iterator[dict[str, Any]]:
    """Yield one row per ridge."""
    for ridge, risk in zip(ridges, risks, strict=True):
        yield {**point, "ridge": ridge, "risk": risk}
