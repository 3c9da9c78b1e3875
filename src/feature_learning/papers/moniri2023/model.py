"""What the experiments and the theory of this paper share: the two tasks, the activation, the metrics."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from feature_learning.core.setting import Setting
from feature_learning.core.streams import Purpose, Streams
from feature_learning.data.covariates import on_sphere
from feature_learning.data.links import Link
from feature_learning.networks.activations import SHIFTED_RELU, Activation
from feature_learning.networks.initialisation import first_layer, second_layer

ACTIVATION: Activation = SHIFTED_RELU
# Setting 1: y = H_1 + noise of variance 1. Setting 2: y = H_1 + H_2/sqrt 2, no noise. Both labels have variance 2.
TASKS: Mapping[int, Link] = {1: Link((0.0, 1.0), noise_variance=1.0), 2: Link((0.0, 1.0, 1 / math.sqrt(2)))}


def weights(setting: Setting, rng: Streams) -> dict[str, np.ndarray]:
    """Draw the teacher's direction and the initial network."""
    init = rng("init")
    return {
        "beta_star": on_sphere(rng("teacher").standard_normal(setting["d"])),
        "first_layer": first_layer(setting["width"], setting["d"], setting["w0"], init),
        "second_layer": second_layer(setting["width"], init),
    }


def batch(setting: Setting, link: Link, beta_star: np.ndarray, rng: Streams, purpose: Purpose) -> tuple[np.ndarray, np.ndarray]:
    """Draw inputs (n, d) and labels (n,) of one purpose; the test batch has ``test_size`` points."""
    stream = rng(purpose)
    size = setting["test_size"] if purpose == "test" else setting["n"]
    inputs = stream.standard_normal((size, setting["d"]))
    return inputs, link.labels(inputs @ beta_star, stream)


def step_size(n: float, alpha: float) -> float:
    """Return ``eta = n^alpha``; ``alpha = -inf`` means no step."""
    return float(n) ** float(alpha)


def gradient_scale(link: Link, phi: float) -> float:
    """Return b with ``||X^T y/n||^2 -> b^2 = cs_1^2 + phi (E f^2 + noise)``."""
    return math.sqrt(link.linear**2 + phi * (link.variance + link.noise_variance))


def alignment(link: Link, phi: float) -> float:
    """Return rho, the limit of ``cos(X^T y, beta_*)``."""
    return link.linear / gradient_scale(link, phi)


def square_cosine(first: Any, second: Any) -> float:
    """Return the squared cosine of two vectors."""
    return float((first @ second) ** 2 / ((first @ first) * (second @ second)))
