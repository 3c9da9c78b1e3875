"""The first giant step on inputs that are not Gaussian."""

from collections.abc import Callable
from typing import Any

import numpy as np

from feature_learning.core.errors import lookup
from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.data.covariates import on_sphere, orthonormal
from feature_learning.data.targets import STAIRCASE
from feature_learning.networks.named import activation

AXES = "axis-signs"


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw teachers and neurons at each dimension."""
    drawn = {}
    for d in setting.ints("d"):
        drawn[f"teacher-{d}"] = orthonormal(2, d, rng("teacher", d))
        drawn[f"first-{d}"] = on_sphere(rng("init", d).standard_normal((setting["width"], d)))
    return drawn


def step_universality(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per dimension and law of the inputs: the neurons' mean cosine with the target's
    linear part.
    """
    sigma = activation(setting["activation"])
    for d in setting.ints("d"):
        n = round(setting["alpha"] * d)
        for number, law in enumerate(setting.names("inputs")):
            x = inputs(law, n, d, rng("train", d, number))
            teacher = np.eye(2, d) if law == AXES else draws[f"teacher-{d}"]
            slopes = sigma.derivative(x @ draws[f"first-{d}"].T)
            coefficients = slopes * STAIRCASE(x @ teacher.T)[:, None]
            line = STAIRCASE.linear() @ teacher
            gradient = coefficients.T @ x
            norms = np.linalg.norm(gradient, axis=1) * np.linalg.norm(line)
            yield {"d": d, "inputs": law, "cosine": float((gradient @ line / norms).mean())}


def inputs(law: str, n: int, d: int, rng: np.random.Generator) -> np.ndarray:
    """Draw inputs (n, d) with independent coordinates of mean 0 and variance 1: ``sparse`` ones are
    +2 or -2 with probability 1/8 each, else 0; ``axis-signs`` are for a teacher along two axes.
    """
    shape = (n, d)
    laws: dict[str, Callable[[], Any]] = {
        "gaussian": lambda: rng.standard_normal(shape),
        "signs": lambda: rng.choice([-1.0, 1.0], shape),
        "laplace": lambda: rng.laplace(0, np.sqrt(0.5), shape),
        "sparse": lambda: rng.choice([-2.0, 0.0, 2.0], shape, p=[0.125, 0.75, 0.125]),
        AXES: lambda: rng.choice([-1.0, 1.0], shape),
    }
    return np.asarray(lookup(laws, law, "law of the inputs")())
