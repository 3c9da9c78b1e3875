"""Kernel ridge regression on the structured inputs, with the kernel ``exp(<x, x'>/d)``."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np

from feature_learning.core.experiment import Device, Rows, Setting, Streams
from feature_learning.data.covariates import weighted_stratified_gaussian
from feature_learning.kernels.ridge import kernel_ridge
from feature_learning.papers.mousavi2023.shared.model import (
    Covariance,
    Structure,
    labelled,
    structures,
    target,
)
from feature_learning.statistics import crossing
from feature_learning.theory.spiked_overlap import kernel_sample_exponent

HALF = 0.5
_TOLERANCE = 1e-4  # of a prediction, whose error is a hundred times as large


def kernel_risk(setting: Setting, rng: Streams, device: Device) -> Rows:
    """One row per ratio n/d, structure and target: risk and ridge (fig-risk)."""
    d = setting["d"]
    sizes = [ratio * d for ratio in sorted(setting.ints("ratio"))]
    targets = dict.fromkeys(setting.names("target"), sizes)
    for structure in structures(setting):
        for name, n, risk, ridge in _risks(setting, d, targets, structure, rng):
            row = {"ratio": n // d, **structure.columns, "target": name}
            yield {**row, "risk": risk, "ridge": ridge}


def kernel_threshold(setting: Setting, rng: Streams, device: Device) -> Rows:
    """One row per d, target and sample size, spike along the target: risk and ridge (fig-risk)."""
    structure = Structure(0.0, setting["gamma2"])
    for d in setting.ints("d"):
        targets = {name: sample_sizes(setting, d, name) for name in setting.names("target")}
        for name, n, risk, ridge in _risks(setting, d, targets, structure, rng):
            yield {"d": d, "target": name, "n": n, "risk": risk, "ridge": ridge}


def sample_sizes(setting: Setting, d: int, name: str) -> list[int]:
    """Return the sample sizes up to twice ``D = d^((1 - gamma2) p)``, p the target's degree; none
    if the largest is below D/4, where nothing is learned.
    """
    degree = len(target(name).polynomial) - 1
    order = d ** kernel_sample_exponent(degree, setting["gamma2"])
    sizes = sorted(setting.ints("n"))
    return [n for n in sizes if n <= 2 * order] if sizes[-1] >= order / 4 else []


def _risks(
    setting: Setting,
    d: int,
    targets: Mapping[str, Sequence[int]],
    structure: Structure,
    rng: Streams,
) -> Iterator[tuple[str, int, float, float]]:
    """Yield target, n, risk and ridge for each target and each of its sample sizes.

    Smaller samples are the first rows of the largest, and all targets share inputs, noise and
    kernel matrix. The ridge is the best one on a fresh sample; the risk is measured on another one,
    whose projections on the target are stratified.
    """
    tests, axis, covariance = setting["test_size"], np.eye(d)[0], Covariance.of(structure, d)
    ridges = [10.0**power for power in range(setting["least_power"], setting["most_power"] + 1)]
    most = max(max(sizes, default=0) for sizes in targets.values())
    inputs, labels = _labels(setting, d, most, targets, rng)
    (choice, own), (other, others) = (
        weighted_stratified_gaussian(tests, axis, rng("test", d, part)) for part in (0, 1)
    )
    fresh, shares = np.vstack([choice, other]), np.stack([own, others])
    x, new = covariance.root(inputs), covariance.root(fresh)
    gram = x @ x.T
    gram /= d
    np.exp(gram, out=gram)
    # Linear systems need double precision, predictions do not.
    across = np.exp(new.astype(np.float32) @ (x / d).T.astype(np.float32))
    for name, sizes in targets.items():
        truth = target(name)(fresh[:, 0])
        for n in sizes:
            solutions = kernel_ridge(gram[:n, :n], labels[name][:n], ridges, _TOLERANCE)
            errors = (across[:, :n] @ solutions.astype(np.float32) - truth[:, None]) ** 2
            chosen_by, judged_by = (
                weights @ part for weights, part in zip(shares, np.split(errors, 2), strict=True)
            )
            best = int(chosen_by.argmin())
            yield name, n, float(judged_by[best]), ridges[best]


def _labels(
    setting: Setting, d: int, n: int, targets: Iterable[str], rng: Streams
) -> tuple[np.ndarray, dict[str, np.ndarray]]:
    """Return inputs and the labels of each target, which share their noise."""
    drawn = {name: labelled(n, d, target(name), setting["noise"], rng, "train") for name in targets}
    return next(iter(drawn.values()))[0], {name: own for name, (_, own) in drawn.items()}


def half_learned(sizes: np.ndarray, risks: np.ndarray) -> float:
    """Return the sample size at which the risk is 1/2, linear in ln n; NaN where it is not reached.

    Parameters
    ----------
    sizes, risks : (points,)
        Growing sample sizes.
    """
    return crossing(np.asarray(sizes, dtype=float), -np.minimum.accumulate(risks), -HALF)
