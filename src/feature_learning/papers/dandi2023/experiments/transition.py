"""Alignment of the first gradient against n/d^l for pure leaps l = 1, 2, 3."""

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.data.targets import pure_leap, single_index
from feature_learning.networks.named import activation
from feature_learning.papers.dandi2023.shared import model
from feature_learning.theory.finite_alignment import finite_alignment
from feature_learning.training.streamed_step import Student
from feature_learning.training.visible_part import warn_if_unseen


def dimensions(setting: Setting, smallest: int) -> dict[float, int]:
    """Return d by factor: multiples of the smallest."""
    return {factor: round(smallest * factor) for factor in setting.floats("factor")}


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw teacher and neurons for every leap and dimension."""
    width, direct = setting["width"], setting["method"] == "direct"
    drawn: dict[str, np.ndarray] = {}
    for case in setting.mappings("leaps"):
        leap = case["leap"]
        for d in dimensions(setting, case["smallest"]).values():
            # Coordinates are drawn in the same way in every dimension, so the neurons' initial
            # overlaps times sqrt d are the same.
            key = (leap, d) if direct else (leap,)
            of_d = model.teacher_and_weights(setting, 1, d, width, rng, *key)
            drawn |= {f"{name}-{leap}-{d}": array for name, array in of_d.items()}
    return drawn


def transition(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per leap, dimension and n/d^l, from one batch per dimension at growing sizes.

    ``alignment`` is the mean squared cosine, minus that of a random direction, 1/d. It depends on
    the neurons' initial overlaps in a known way: ``predicted`` is what it should be for these
    neurons, and their difference has far less variance.
    """
    for case in setting.mappings("leaps"):
        leap, sigma = case["leap"], activation(case["activation"])
        target = single_index(leap)
        warn_if_unseen(target, sigma)
        for factor, d in dimensions(setting, case["smallest"]).items():
            teacher, first = draws[f"teacher-{leap}-{d}"], draws[f"first-{leap}-{d}"]
            student = Student(first, model.labels(target, teacher), sigma)
            ratios = {max(1, round(ratio * d**leap)): ratio for ratio in setting.floats("ratio")}
            sizes, overlaps = list(ratios), model.cosines(first, teacher)[:, 0]
            predicted = finite_alignment(sigma, pure_leap(leap), d, np.array(sizes), overlaps)
            of_size = dict(zip(sizes, predicted.mean(axis=1).tolist(), strict=True))
            for n, (gradient,) in model.first_gradients(
                setting, 1, d, [student], sizes, rng, device, leap, d
            ):
                alignment = float((model.cosines(gradient, teacher) ** 2).mean())
                yield {
                    "leap": leap,
                    "factor": factor,
                    "ratio": ratios[n],
                    "d": d,
                    "n": n,
                    "alignment": alignment - 1 / d,
                    "predicted": of_size[n] - 1 / d,
                }
