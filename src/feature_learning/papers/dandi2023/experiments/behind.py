"""What is behind one giant step: its overlap with the target's direction, its norm, the step size
that it takes, and the most that any step size can do (fig12).

The step is linear in its size, so one gradient per neuron gives the weights at every size.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.data.targets import single_index
from feature_learning.networks.named import activation
from feature_learning.papers.dandi2023.shared import model
from feature_learning.training.streamed_step import Student


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw teacher and neurons for every leap and dimension."""
    drawn: dict[str, np.ndarray] = {}
    for case in setting.mappings("cases"):
        leap, d = case["leap"], case["d"]
        of_d = model.teacher_and_weights(setting, 1, d, setting["width"], rng, leap, d)
        drawn |= {f"{name}-{leap}-{d}": array for name, array in of_d.items()}
    return drawn


def _gradients(
    setting: Setting,
    draws: Draws,
    rng: Streams,
    device: Device,
    case: Mapping[str, Any],
    sizes: list[int],
) -> Iterator[tuple[int, np.ndarray, np.ndarray, np.ndarray]]:
    """Yield each sample size with neurons, gradients, both (neurons, k), and teacher, (k,)."""
    leap, d = case["leap"], case["d"]
    teacher, first = draws[f"teacher-{leap}-{d}"], draws[f"first-{leap}-{d}"]
    labels = model.labels(single_index(leap), teacher)
    student = Student(first, labels, activation(case["activation"]))
    batches = model.first_gradients(setting, 1, d, [student], sizes, rng, device, leap, d)
    for n, (gradient,) in batches:
        new = gradient.shape[1]  # in coordinates, a gradient has more than its neurons
        yield n, _padded(first, new), gradient, _padded(teacher, new)[0]


def _padded(rows: np.ndarray, columns: int) -> np.ndarray:
    return np.pad(rows, ((0, 0), (0, columns - rows.shape[1])))


def behind(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per leap, dimension and n/d^l, with lists over the neurons: the overlap with
    the target's direction before the step (``overlap``), the gradient's part along that direction
    (``drive``), its squared norm (``square``) and its part along the neuron (``radial``).
    """
    for case in setting.mappings("cases"):
        orders = {
            round(ratio * case["d"] ** case["leap"]): ratio for ratio in setting.floats("ratio")
        }
        for n, first, gradient, teacher in _gradients(
            setting, draws, rng, device, case, list(orders)
        ):
            lists = {
                "overlap": first @ teacher,
                "drive": gradient @ teacher,
                "square": (gradient**2).sum(axis=1),
                "radial": (gradient * first).sum(axis=1),
            }
            yield {
                "leap": case["leap"],
                "d": case["d"],
                "ratio": orders[n],
                "n": n,
                **{name: values.tolist() for name, values in lists.items()},
            }


def any_step(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per leap and dimension, at n = d^(l - 1/2): the root mean square over neurons
    of the largest overlap that any step size gives (``reach``), and of the overlap before the step
    (``start``).

    The weights ``w + eta g`` stay in the span of w and g, so the supremum over eta of their overlap
    with a direction is the norm of that direction's projection on the span, which the step reaches
    for one eta, positive or negative.
    """
    for case in setting.mappings("cases"):
        n = round(case["d"] ** (case["leap"] - 0.5))
        ((_, first, gradient, teacher),) = _gradients(setting, draws, rng, device, case, [n])
        across = gradient - (gradient * first).sum(axis=1, keepdims=True) * first
        start, along = first @ teacher, across @ teacher
        reach = np.sqrt(start**2 + along**2 / (across**2).sum(axis=1))
        yield {
            "leap": case["leap"],
            "d": case["d"],
            "n": n,
            "reach": float(model.rms(reach)),
            "start": float(model.rms(start)),
        }
