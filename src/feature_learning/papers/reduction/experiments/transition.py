"""Alignment of the first gradient against n/d^l for pure leaps, at dimensions beyond the reach of a direct simulation."""

import numpy as np

from feature_learning.core.experiment import Device, Rows, Setting, Streams
from feature_learning.data.targets import pure_leap, single_index
from feature_learning.papers.reduction.shared.model import STUDENTS, cosines, gradients, network
from feature_learning.theory.finite_alignment import finite_alignment


def transition(setting: Setting, rng: Streams, device: Device) -> Rows:
    """Yield one row per leap, dimension and n/d^l; batches are nested.

    ``alignment`` is the mean squared cosine, less that of a random direction. Neurons differ in their
    initial overlap, on which it depends in a known way: ``predicted`` is what it should be for these
    neurons. Their difference has far less variance than the alignment.
    """
    for leap in map(int, setting.grid["leap"]):
        link = pure_leap(leap)
        for factor in map(int, setting.grid["factor"]):
            d = setting[f"base_{leap}"] * factor
            state = network(setting["width"], d, single_index(leap), STUDENTS[leap], rng, leap, d)
            sizes = {round(ratio * d**leap): ratio for ratio in map(float, setting.grid["ratio"])}
            overlaps = state.first_layer @ state.teacher[0]
            predictions = finite_alignment(STUDENTS[leap], link, d, np.array(list(sizes)), overlaps).mean(axis=1)
            for (n, gradient), predicted in zip(gradients(state, list(sizes), rng, device, leap, d), predictions.tolist(), strict=True):
                found = float((cosines(gradient, state.teacher) ** 2).mean())
                columns = {"alignment": found - 1 / d, "predicted": predicted - 1 / d}
                yield {"leap": leap, "factor": factor, "ratio": sizes[n], "d": d, **columns}
