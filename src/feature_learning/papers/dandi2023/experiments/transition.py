"""Alignment of the first gradient against n/d^l for pure leaps l = 1, 2, 3 (fig2)."""

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.data.targets import pure_leap, single_index
from feature_learning.networks.named import activation
from feature_learning.papers.dandi2023.shared.model import batch, coordinates, cosines, first_gradients, labels, teacher_and_weights
from feature_learning.theory.finite_alignment import finite_alignment
from feature_learning.training.streamed_step import Student
from feature_learning.training.visible_part import warn_if_unseen


def dimension(setting: Setting, leap: int, factor: float) -> int:
    """Return d, a multiple of the smallest of the leap."""
    return round(setting[f"base_{leap}"] * factor)


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw teacher and neurons for every leap and dimension."""
    drawn: dict[str, np.ndarray] = {}
    for leap in map(int, setting.grid["leap"]):
        for factor in map(float, setting.grid["factor"]):
            d = dimension(setting, leap, factor)
            # Coordinates are drawn in the same way in every dimension, so the neurons' initial overlaps times sqrt d are the same.
            key = (leap, d) if setting["method"] == "direct" else (leap,)
            of_d = teacher_and_weights(1, d, setting["width"], rng, *key, method=setting["method"])
            drawn |= {f"{name}-{leap}-{d}": array for name, array in of_d.items()}
    return drawn


def transition(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per leap, dimension and n/d^l, from one batch per dimension at growing sizes.

    ``alignment`` is the mean squared cosine, less that of a random direction, 1/d. It depends on the neurons' initial overlaps in a
    known way: ``predicted`` is what it should be for these neurons, and their difference has far less variance.
    """
    for leap in map(int, setting.grid["leap"]):
        target, sigma = single_index(leap), activation(setting[f"activation_{leap}"])
        link = pure_leap(leap)
        warn_if_unseen(target, sigma)
        for factor in map(float, setting.grid["factor"]):
            d = dimension(setting, leap, factor)
            teacher = draws[f"teacher-{leap}-{d}"]
            student = Student(draws[f"first-{leap}-{d}"], labels(target, teacher), sigma)
            sizes = {max(1, round(ratio * d**leap)): ratio for ratio in map(float, setting.grid["ratio"])}
            inputs = batch(max(sizes), student.first_layer.shape[1], rng, "train", leap, d)
            held = coordinates(setting["method"], d, 1, rng, leap, d)
            overlaps = cosines(student.first_layer, teacher)[:, 0]
            predictions = dict(zip(sizes, finite_alignment(sigma, link, d, np.array(list(sizes)), overlaps).mean(axis=1), strict=True))
            for n, (gradient,) in first_gradients(inputs, [student], device, list(sizes), held):
                found = float((cosines(gradient, teacher) ** 2).mean())
                columns = {"alignment": found - 1 / d, "predicted": float(predictions[n]) - 1 / d}
                yield {"leap": leap, "factor": factor, "ratio": sizes[n], "d": d, "n": n, **columns}
