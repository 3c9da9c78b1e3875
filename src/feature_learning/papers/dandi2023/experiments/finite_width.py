"""Errors of few neurons with a refitted readout after 0 to 3 steps (fig6)."""

import itertools
from collections.abc import Mapping
from typing import Any

import numpy as np

from feature_learning.core.errors import chosen
from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.data.targets import HermiteTarget
from feature_learning.networks.initialisation import mirrored
from feature_learning.networks.named import activation
from feature_learning.papers.dandi2023.shared.model import batch, coordinates, labels, readout, target, teacher_and_weights
from feature_learning.theory.relu_risk import relu_risk
from feature_learning.training.streamed_readout import refitted
from feature_learning.training.streamed_step import Student, streamed_steps

# In coordinates t, s along and across the linear part: example 1 is sqrt 2 t + 2 t s, example 2 sqrt 2 t + H_2(t) + H_2(s).
TURNED: Mapping[str, HermiteTarget] = {
    "example-1": HermiteTarget({(1, 0): 2**0.5, (1, 1): 2.0}),
    "example-2": HermiteTarget({(1, 0): 2**0.5, (2, 0): 1.0, (0, 2): 1.0}),
}


def known(name: str, time: int) -> list[int]:
    """Return the directions that few neurons know at that time: none, v, and for example 1 both from the second step on."""
    return [] if time == 0 else [0, 1] if time > 1 and name == "example-1" else [0]


def floor(name: str, time: int) -> float:
    """Return the squared norm of what finitely many neurons cannot fit at that time, however many samples there are.

    Raises
    ------
    UserError
        The floor of this target is not known.
    """
    return chosen(TURNED, name, "target with a known floor").floor(known(name, time), 0)


def one_step_floor(name: str, alpha: float) -> float:
    """Return the error of many ReLU neurons after one step at n = alpha d, the readouts varied and their fit exact.

    References
    ----------
    Derived here: what all neurons share of the gradient's noise has variance ``mu_1^2 E y^2/alpha`` beside the signal
    ``mu_1^2 |v|^2``, so the direction that they learn has ``cos^2 = q = |v|^2/(|v|^2 + E y^2/alpha)`` with v. A term of degree k in v
    alone is fitted up to the share ``q^k`` of its squared norm.
    """
    turned = chosen(TURNED, name, "target with a known floor")
    slope = turned.terms[1, 0] ** 2
    q = slope / (slope + turned.square_norm / alpha)
    return turned.square_norm - sum(norm * q ** sum(term) for term, norm in turned.square_norms().items() if term[1] == 0)


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw teacher and one neuron of each pair."""
    return teacher_and_weights(2, setting["d"], setting["width"] // 2, rng, method=setting["method"])


def finite_width(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per target and time; readouts are fitted on a fresh batch, the same at all times, and their risks are exact."""
    d, width = setting["d"], setting["width"]
    n, teacher = round(setting["alpha"] * d), draws["teacher"]
    names, sigma = [str(name) for name in setting.grid["target"]], activation(setting["activation"])
    first, second = mirrored(draws["first"], readout(setting["readout"], width // 2), width)
    students = [Student(first, labels(target(name, 2), teacher), sigma, second / width) for name in names]

    def batches(time: int) -> Any:
        return batch(n, d, rng, "train", time)

    pushes, held = [setting["step"] * second] * len(names), coordinates(setting["method"], d, 2, rng)
    moves = streamed_steps(batches, students, pushes, max(map(int, setting.grid["time"])), device, held)
    states = [students, *(moved for _, _, moved in moves)]
    followed = list(itertools.chain(*states))
    seen = max(student.first_layer.shape[1] for student in followed)
    # The readout acts on features over sqrt(p): a penalty on it equals p times that penalty with plain features. Products are
    # in float32, the normal equations in float64: the ridge is far below float32's resolution of them.
    learned = refitted(batch(setting["refit_size"], seen, rng, "refit"), followed, setting["ridge"] * width, "float64")
    for (time, name), student in zip(itertools.product(range(len(states)), names), learned, strict=True):
        assert student.readout is not None
        axes = np.pad(teacher, ((0, 0), (0, student.first_layer.shape[1] - teacher.shape[1])))
        (error,) = relu_risk(target(name, 2), axes, student.first_layer, [student.readout], sigma)
        yield {"target": name, "time": time, "error": float(error), "above_floor": float(error) - floor(name, time)}
