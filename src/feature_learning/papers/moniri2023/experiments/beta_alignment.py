"""Alignment of ``beta = X^T y/n`` with the teacher against samples per dimension."""

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.data.covariates import on_sphere
from feature_learning.papers.moniri2023.shared.model import task_link


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw the teacher's direction."""
    return {"beta_star": on_sphere(rng("teacher").standard_normal(setting["d"]))}


def beta_alignment(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per task and ratio; a larger ratio adds samples to those of the smaller."""
    beta_star, d = draws["beta_star"], setting["d"]
    sizes = {ratio: round(ratio * d) for ratio in setting.floats("n_over_d")}
    inputs = rng("train").standard_normal((max(sizes.values()), d))
    for problem in setting.mappings("problem"):
        labels = task_link(problem).labels(inputs @ beta_star, rng("noise"))
        for ratio, n in sizes.items():
            beta = inputs[:n].T @ labels[:n] / n
            norm = float(np.linalg.norm(beta))
            cosine = float(beta @ beta_star) / norm
            row = {**problem, "n_over_d": ratio}
            yield {**row, "cosine": cosine, "square_norm": norm**2}
