"""The first giant step on inputs that are not Gaussian."""

from collections.abc import Callable
from typing import Any, Literal

import numpy as np

from feature_learning.core.errors import lookup
from feature_learning.core.experiment import Device, Draws, Experiment, Rows, Streams
from feature_learning.core.values import ActivationName, Count, Grid, NotNegative
from feature_learning.data.covariates import on_sphere, orthonormal
from feature_learning.data.targets import STAIRCASE
from feature_learning.networks.named import activation
from feature_learning.papers.background.model import Dimension
from feature_learning.theory.one_giant_step import gradient_cosine

AXES = "axis-signs"


class StepUniversality(Experiment):
    """The mean cosine of the neurons' first gradients with the target's linear part."""

    d: Grid[Dimension]
    inputs: Grid[Literal["axis-signs", "gaussian", "laplace", "signs", "sparse"]]
    activation: ActivationName
    alpha: NotNegative  # n/d
    width: Count

    def generate(self, rng: Streams) -> Draws:
        """Draw teachers and neurons at each dimension."""
        drawn = {}
        for d in self.d:
            drawn[f"teacher-{d}"] = orthonormal(2, d, rng("teacher", d))
            drawn[f"first-{d}"] = on_sphere(rng("init", d).standard_normal((self.width, d)))
        return drawn

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per dimension and law of the inputs."""
        sigma = activation(self.activation)
        for d in self.d:
            n = round(self.alpha * d)
            for number, law in enumerate(self.inputs):
                x = inputs(law, n, d, rng("train", d, number))
                teacher = np.eye(2, d) if law == AXES else draws[f"teacher-{d}"]
                slopes = sigma.derivative(x @ draws[f"first-{d}"].T)
                coefficients = slopes * STAIRCASE(x @ teacher.T)[:, None]
                line = STAIRCASE.linear() @ teacher
                gradient = coefficients.T @ x
                norms = np.linalg.norm(gradient, axis=1) * np.linalg.norm(line)
                yield {"d": d, "inputs": law, "cosine": float((gradient @ line / norms).mean())}

    def predict(self) -> Rows:
        """Yield the cosine for Gaussian inputs or any with generic teachers."""
        # With inputs of +1 and -1 and a teacher along axes, H_2 of a coordinate is 0: only the
        # linear part of the target is left.
        sigma, slope = activation(self.activation), float(np.linalg.norm(STAIRCASE.linear()))
        for law in self.inputs:
            power = slope**2 if law == AXES else STAIRCASE.square_norm
            yield {"inputs": law, "cosine": gradient_cosine(sigma, slope, power, self.alpha)}


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
