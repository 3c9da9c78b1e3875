"""What the experiments and the theory of this paper share: the links of the two tasks, the batches, the metrics."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from feature_learning.core.setting import Setting
from feature_learning.core.streams import Purpose, Streams
from feature_learning.data.covariates import on_sphere
from feature_learning.data.links import Link
from feature_learning.networks.initialisation import first_layer, second_layer
from feature_learning.networks.named import link


def task_link(setting: Setting, task: int | None = None) -> Link:
    """Return the link of a task, 1 or 2, with its noise; of the setting's own task if none is given.

    As declared, task 1 is ``y = H_1`` plus noise of variance 1 and task 2 is ``y = H_1 + H_2/sqrt 2``: both labels have
    variance 2.
    """
    number = setting["task"] if task is None else task
    return link(setting[f"link_{number}"]).with_noise(setting[f"noise_{number}"])


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
    return math.sqrt(link.linear**2 + phi * (link.square_norm + link.noise_variance))


def alignment(link: Link, phi: float) -> float:
    """Return rho, the limit of ``cos(X^T y, beta_*)``."""
    return link.linear / gradient_scale(link, phi)


def square_cosine(first: Any, second: Any) -> float:
    """Return the squared cosine of two vectors."""
    return float((first @ second) ** 2 / ((first @ first) * (second @ second)))
