"""The first giant step in up to a million dimensions, beyond the reach of a direct simulation."""

import numpy as np

from feature_learning.core.experiment import Device, Rows, Setting, Streams
from feature_learning.data.targets import STAIRCASE, pure_leap, single_index
from feature_learning.networks.named import activation
from feature_learning.papers.reduction.shared.model import ACROSS, LINE, cosines, gradients, network
from feature_learning.theory.finite_alignment import finite_alignment


def one_step(setting: Setting, rng: Streams, device: Device) -> Rows:
    """Yield one row per dimension at n = alpha d: the mean cosine along the target's linear part,
    and the root mean square across it.
    """
    push, student = np.full(setting["width"], setting["step"]), activation(setting["activation"])
    for d in setting.ints("d"):
        state = network(setting["width"], d, STAIRCASE, student, rng, d)
        ((_, gradient),) = gradients(state, [round(setting["alpha"] * d)], rng, device, d)
        after = state.moved(gradient, push)
        of_weights = cosines(after.first_layer, after.teacher)
        across = np.sqrt(((of_weights @ ACROSS) ** 2).mean())
        yield {"d": d, "along": float((of_weights @ LINE).mean()), "across": float(across)}


def transition(setting: Setting, rng: Streams, device: Device) -> Rows:
    """Yield one row per pure leap, dimension and n/d^l; batches are nested.

    ``alignment`` is the mean squared cosine, minus that of a random direction. Neurons differ in
    their initial overlap, on which it depends in a known way: ``predicted`` is what it should be
    for these neurons. Their difference has far less variance than the alignment.
    """
    for case in setting.mappings("leaps"):
        leap = case["leap"]
        student, target = activation(case["activation"]), single_index(leap)
        for factor in setting.ints("factor"):
            d = case["smallest"] * factor
            state = network(setting["width"], d, target, student, rng, leap, d)
            ratios = {round(ratio * d**leap): ratio for ratio in setting.floats("ratio")}
            sizes = list(ratios)
            overlaps = state.first_layer @ state.teacher[0]
            predicted = finite_alignment(student, pure_leap(leap), d, np.array(sizes), overlaps)
            batches = gradients(state, sizes, rng, device, leap, d)
            for (n, gradient), of_neurons in zip(batches, predicted, strict=True):
                alignment = float((cosines(gradient, state.teacher) ** 2).mean())
                yield {
                    "leap": leap,
                    "factor": factor,
                    "ratio": ratios[n],
                    "d": d,
                    "alignment": alignment - 1 / d,
                    "predicted": float(of_neurons.mean()) - 1 / d,
                }
