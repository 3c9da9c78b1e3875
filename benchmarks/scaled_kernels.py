"""The kernels that `scaling.py` measures: one call, its sizes, and the exponents of its arithmetic
and its arrays.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from feature_learning.core.device import Device, device
from feature_learning.data.covariates import GaussianBatch, on_sphere
from feature_learning.data.targets import single_index
from feature_learning.kernels.ridge import kernel_ridge
from feature_learning.networks.activations import RELU
from feature_learning.training.langevin import Langevin
from feature_learning.training.online_sgd import Rule, online_sgd
from feature_learning.training.projected_flow import arc_length_flow
from feature_learning.training.reduction import Reduced, initial_coordinates
from feature_learning.training.second_layer import ridge_path
from feature_learning.training.single_neuron import neuron_gradient
from feature_learning.training.streamed_step import Student, reduced_gradients, streamed_gradient
from feature_learning.training.tied_network import Segments, TiedNetworks

Call = Callable[[], object]


@dataclass(frozen=True)
class Kernel:
    """One of the library's kernels.

    Attributes
    ----------
    prepare
        Takes sizes by name and a generator; returns the call that is measured.
    sizes
        The smallest sizes; each is varied on its own.
    time, memory
        The exponents of the leading terms of arithmetic and of working memory, by the name of the
        size. Memory outside NumPy cannot be traced and has no exponent.
    """

    prepare: Callable[[Mapping[str, int], np.random.Generator], Call]
    sizes: Mapping[str, int]
    time: Mapping[str, float]
    memory: Mapping[str, float]


def _cpu() -> Device:
    return device("cpu")


def _giant_step(size: Mapping[str, int], rng: np.random.Generator) -> Call:
    first_layer = on_sphere(rng.standard_normal((size["p"], size["d"])))
    student = Student(
        first_layer, lambda x: x[:, 0], RELU, rng.standard_normal(size["p"]) / size["p"]
    )
    batch = GaussianBatch(size["n"], size["d"], np.random.default_rng)
    return lambda: streamed_gradient(batch, student, _cpu())


def _reduced_step(size: Mapping[str, int], rng: np.random.Generator) -> Call:
    weights, teacher = initial_coordinates(size["p"], 1, size["d"], "sphere", rng)
    state = Reduced(weights, teacher, size["d"], single_index(1), RELU)
    batch = GaussianBatch(size["n"], state.coordinates, np.random.default_rng)
    return lambda: list(reduced_gradients(state, batch, _cpu(), rng))


def _segment_step(size: Mapping[str, int], rng: np.random.Generator) -> Call:
    networks, width = 12, size["p"]
    inputs, labels = (
        rng.standard_normal(shape).astype(np.float32)
        for shape in ((size["n"], size["d"]), (networks, size["n"]))
    )
    theta, readout = (
        rng.standard_normal((networks, count)).astype(np.float32) for count in (size["d"], width)
    )
    offsets, signs = (
        10 * rng.standard_normal(width).astype(np.float32),
        rng.choice([-1, 1], width).astype(np.float32),
    )
    tied = TiedNetworks(Segments(offsets, signs, np.float32), inputs, labels)
    theta = on_sphere(theta)
    return lambda: tied.gradients(theta, readout, second=True)


def _sphere_step(size: Mapping[str, int], rng: np.random.Generator) -> Call:
    inputs = rng.standard_normal((size["n"], size["d"])).astype(np.float32)
    gradient = neuron_gradient(inputs, inputs[:, 0], 0.0)
    weights = on_sphere(rng.standard_normal((size["p"], size["d"])))
    return lambda: arc_length_flow(weights, gradient, [0.1])


def _langevin_step(size: Mapping[str, int], rng: np.random.Generator) -> Call:
    n, d, width = size["n"], size["d"], size["p"]
    inputs, start = rng.standard_normal((1, n, d)), rng.standard_normal((1, width, d + 2))
    rates: dict[str, Any] = {
        "penalty": 0.1,
        "step": 1.0,
        "scale": 15.0,
        "rng": rng,
        "device": _cpu(),
    }
    network = Langevin(inputs, np.sign(inputs[..., 0]), start, np.array([0.01]), **rates)
    return lambda: network.run(10)


def _online_sgd(size: Mapping[str, int], rng: np.random.Generator) -> Call:
    d, width, steps = size["d"], size["p"], size["steps"]
    start = on_sphere(rng.standard_normal((width, d)))
    rule = Rule(RELU, rng.standard_normal(width) / width, 1 / d)

    def draw(count: int) -> tuple[np.ndarray, np.ndarray]:
        inputs = rng.standard_normal((count, d))
        return inputs, inputs[:, 0]

    return lambda: list(online_sgd(start, rule, draw, [steps], steps))


def _ridge_path(size: Mapping[str, int], rng: np.random.Generator) -> Call:
    features, labels = rng.standard_normal((size["n"], size["p"])), rng.standard_normal(size["n"])
    return lambda: ridge_path(features, labels, [0.01, 0.1, 1.0])


def _kernel_ridge(size: Mapping[str, int], rng: np.random.Generator) -> Call:
    inputs = rng.standard_normal((size["n"], size["n"] // 2))
    gram, labels = inputs @ inputs.T, rng.standard_normal(size["n"])
    return lambda: kernel_ridge(gram, labels, [0.1])  # one ridge: a factorisation


def _theory_curve(size: Mapping[str, int], rng: np.random.Generator) -> Call:
    from feature_learning.theory.double_descent import bias_variance

    return lambda: [
        bias_variance(RELU, float(psi1), 3.0, 1e-3) for psi1 in np.linspace(0.1, 10, size["points"])
    ]


# Exponents are zero for n where data stream in blocks, for d in the reduction, and for p where a
# look-up replaces a product. Langevin starts with n above d: below, it would work in the span of
# the samples.
KERNELS: dict[str, Kernel] = {
    "giant-step": Kernel(
        _giant_step,
        {"n": 8192, "d": 128, "p": 128},
        {"n": 1, "d": 1, "p": 1},
        {"n": 0, "d": 1, "p": 1},
    ),
    "reduced-step": Kernel(
        _reduced_step,
        {"n": 8192, "d": 10**4, "p": 64},
        {"n": 1, "d": 0, "p": 2},
        {"n": 0, "d": 0, "p": 1},
    ),
    "segment-form": Kernel(
        _segment_step,
        {"n": 16384, "d": 64, "p": 64},
        {"n": 1, "d": 1, "p": 0},
        {"n": 0, "d": 1, "p": 1},
    ),
    "sphere-flow": Kernel(
        _sphere_step,
        {"n": 8192, "d": 128, "p": 16},
        {"n": 1, "d": 1, "p": 1},
        {"n": 1, "d": 1, "p": 1},
    ),
    "langevin-step": Kernel(
        _langevin_step, {"n": 1024, "d": 64, "p": 400}, {"n": 1, "d": 1, "p": 1}, {}
    ),
    "online-sgd": Kernel(
        _online_sgd,
        {"steps": 512, "d": 256, "p": 128},
        {"steps": 1, "d": 1, "p": 1},
        {"steps": 0, "d": 1, "p": 1},
    ),
    "ridge-path": Kernel(_ridge_path, {"n": 8192, "p": 64}, {"n": 1, "p": 2}, {"n": 0, "p": 2}),
    "kernel-ridge": Kernel(_kernel_ridge, {"n": 256}, {"n": 3}, {"n": 2}),
    "theory-curve": Kernel(_theory_curve, {"points": 50}, {"points": 1}, {}),
}
