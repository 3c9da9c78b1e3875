"""Random features, trained features and kernels over a path of ridges (fig1)."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.data.covariates import weighted_stratified_gaussian
from feature_learning.data.links import Link
from feature_learning.kernels.arc_cosine import arc_cosine
from feature_learning.kernels.inner_product import named_kernel
from feature_learning.kernels.ridge import kernel_ridge
from feature_learning.networks.named import activation as activation_of
from feature_learning.papers.ba2022.shared.kernel_limit import ARC_COSINE
from feature_learning.papers.ba2022.shared.model import (
    FOUR,
    NO_STEP,
    THREE_ROOT,
    batches,
    network,
    target,
    two_blocks,
)
from feature_learning.papers.ba2022.shared.refit import Network, TestPoints, gradient, risks

STEPS = {"untrained": NO_STEP, "four": FOUR, "three-root": THREE_ROOT}
"""The models that are features after a step. A further one, ``without-spike``, has the largest step
and the leading singular value of W_1 set back to the edge of the bulk."""


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw the initial network."""
    return network(setting["d"], setting["psi2"], rng)


def ridges(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per n/d, model and ridge: the risk."""
    link, penalties = target(setting["teacher"], setting["noise"]), setting.floats("penalties")
    d, psi2 = setting["d"], setting["psi2"]
    student = Network(
        activation_of(setting["activation"]),
        draws["first_layer"],
        draws["second_layer"],
        setting["dtype"],
    )
    test = _test_points(setting, d, rng)
    width = len(student.second)
    for psi1 in setting.floats("psi1"):
        n = round(psi1 * d)
        etas = [step.size(width) for step in STEPS.values()]
        after = risks(student, link, n, penalties, etas, test, rng, device)
        found = dict(zip(STEPS, after, strict=True))
        slope = device.get(gradient(student, link, n, rng, device))
        updated = student.first + THREE_ROOT.size(width) * np.asarray(slope, dtype=float)
        cut = replace(student, first=_without_spike(updated, psi2))
        (found["without-spike"],) = risks(cut, link, n, penalties, [0.0], test, rng, device)
        for name in setting.names("kernel"):
            found[name] = _kernel_risks(name, link, n, penalties, test, rng, device)
        for model, values in found.items():
            for penalty, risk in zip(penalties, values, strict=True):
                yield {"psi1": psi1, "model": model, "ridge": penalty, "risk": risk}


def ridges_even(setting: Setting, rng: Streams, device: Device) -> Rows:
    """Yield one row per dimension and ridge: the risk of a kernel for a target of degree 2."""
    link, penalties = target(setting["teacher"], setting["noise"]), setting.floats("penalties")
    for d in setting.ints("d"):
        test, n = _test_points(setting, d, rng), round(setting["psi1"] * d)
        found = _kernel_risks(setting["kernel"], link, n, penalties, test, rng, device)
        for penalty, risk in zip(penalties, found, strict=True):
            yield {"d": d, "ridge": penalty, "risk": risk}


def _test_points(setting: Setting, d: int, rng: Streams) -> TestPoints:
    return TestPoints(
        *weighted_stratified_gaussian(
            setting["test_size"], two_blocks(d), rng("test", d), setting["spread"]
        )
    )


def _without_spike(weights: np.ndarray, psi2: float) -> np.ndarray:
    left, values, right = np.linalg.svd(weights, full_matrices=False)
    values[0] = 1 + math.sqrt(psi2)
    return (left * values) @ right


def _kernel_risks(
    name: str,
    link: Link,
    n: int,
    penalties: Sequence[float],
    test: TestPoints,
    rng: Streams,
    device: Device,
) -> list[float]:
    """Return the risk of kernel ridge regression on the n samples of the features' last fit."""
    direction = two_blocks(test.inputs.shape[1])
    parts: Iterator[tuple[np.ndarray, np.ndarray]] = batches(
        link, direction, n, rng, "refit", device
    )
    inputs, labels = (
        np.concatenate([device.get(part) for part in column]) for column in zip(*parts, strict=True)
    )
    coefficients = kernel_ridge(_gram(name, inputs, inputs), labels, penalties)
    errors = _gram(name, test.inputs, inputs) @ coefficients
    errors -= link(test.inputs @ direction)[:, None]
    return [float(risk) for risk in test.weights @ errors**2]


def _gram(name: str, x: np.ndarray, z: np.ndarray) -> np.ndarray:
    if name == ARC_COSINE:
        return arc_cosine(x, z) / 2
    return named_kernel(name)(x @ z.T / x.shape[1])
