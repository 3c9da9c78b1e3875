"""Singular values of the feature matrix and of the weights after one step (fig1, fig4)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.networks.named import activation
from feature_learning.papers.moniri2023.model import batch, square_cosine, step_size, task_link, weights
from feature_learning.training.giant_step import first_layer_gradient


def sample(setting: Setting, rng: Streams) -> dict[str, np.ndarray]:
    """Draw the teacher and the initial network."""
    return weights(setting, rng)


def data(setting: Setting, instance: Mapping[str, np.ndarray], rng: Streams) -> dict[str, np.ndarray]:
    """Draw the batch of the step, and the fresh inputs of the feature matrix."""
    link = task_link(setting)
    inputs, labels = batch(setting, link, instance["beta_star"], rng, "train")
    fresh, _ = batch(setting, link, instance["beta_star"], rng, "refit")
    return {"inputs": inputs, "labels": labels, "fresh": fresh}


def train(setting: Setting, instance: Mapping[str, np.ndarray], rng: Streams, device: Device) -> Iterator[dict[str, Any]]:
    """Yield one row per interaction and alpha: spectra, and the alignments of their leading vectors."""
    xp, sigma = device.xp, activation(setting["activation"])
    a = {name: device.put(array) for name, array in instance.items()}
    first, second = a["first_layer"], a["second_layer"]
    preactivations = a["inputs"] @ first.T
    beta = a["inputs"].T @ a["labels"] / setting["n"]
    u = a["fresh"] @ beta
    base = a["fresh"] @ first.T
    for interaction in setting.grid["interaction"]:
        residuals = a["labels"] - (sigma(preactivations, xp) @ second if interaction == "keep" else 0.0)
        gradient = first_layer_gradient(a["inputs"], preactivations, residuals, second, sigma, xp)
        slope = a["fresh"] @ gradient.T
        for alpha in setting.grid["alpha"]:
            eta = step_size(setting["n"], float(alpha))
            fields = eta * slope
            fields += base
            features = sigma(fields, xp)
            values, vectors = xp.linalg.eigh(features.T @ features / setting["n"])
            left = features @ vectors[:, -2:]
            updated = first + eta * gradient
            weight_values, weight_vectors = xp.linalg.eigh(updated.T @ updated)
            right = weight_vectors[:, -1]
            yield {
                "interaction": interaction,
                "alpha": float(alpha),
                "feature_singular_values": _roots(device.get(values)),
                "weight_singular_values": _roots(device.get(weight_values)),
                "feature_1": math.sqrt(float(values[-1])),
                "feature_2": math.sqrt(float(values[-2])),
                "weight_1": math.sqrt(float(weight_values[-1])),
                "weight_2": math.sqrt(float(weight_values[-2])),
                "u_alignment": square_cosine(left[:, 1], u),
                "u2_alignment": square_cosine(left[:, 0], u**2),
                "beta_alignment": square_cosine(right, beta),
                "teacher_alignment": square_cosine(right, a["beta_star"]),
                "diverged": not bool(xp.all(xp.isfinite(values))),
            }


def _roots(eigenvalues: np.ndarray) -> np.ndarray:
    return np.sqrt(np.clip(eigenvalues, 0, None))
