"""Alignment of ``beta = X^T y/n`` with the teacher against the number of samples per dimension (fig3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.data.covariates import on_sphere
from feature_learning.papers.moniri2023.model import task_link


def sample(setting: Setting, rng: Streams) -> dict[str, np.ndarray]:
    """Draw the teacher's direction."""
    return {"beta_star": on_sphere(rng("teacher").standard_normal(setting["d"]))}


def train(setting: Setting, instance: Mapping[str, np.ndarray], rng: Streams, device: Device) -> Iterator[dict[str, Any]]:
    """Yield one row per task and ratio; a larger ratio adds samples to those of the smaller."""
    beta_star = instance["beta_star"]
    sizes = {float(ratio): round(float(ratio) * setting["d"]) for ratio in setting.grid["n_over_d"]}
    inputs = rng("train").standard_normal((max(sizes.values()), setting["d"]))
    for task in setting.grid["task"]:
        labels = task_link(setting, int(task)).labels(inputs @ beta_star, rng("noise"))
        for ratio, n in sizes.items():
            beta = inputs[:n].T @ labels[:n] / n
            norm = float(np.linalg.norm(beta))
            yield {"task": task, "n_over_d": ratio, "cosine": float(beta @ beta_star) / norm, "square_norm": norm**2}
