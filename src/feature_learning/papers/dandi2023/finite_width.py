"""Readout errors of few neurons after 0 to 3 steps, against their floors (fig6)."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.errors import chosen
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.data.targets import HermiteTarget
from feature_learning.networks.initialisation import mirrored
from feature_learning.networks.named import activation
from feature_learning.papers.dandi2023.model import batch, coordinates, labels, target, teacher_and_weights
from feature_learning.training.streamed_readout import refitted, streamed_outputs
from feature_learning.training.streamed_step import Student, streamed_steps

# In coordinates t, s along and across the linear part: example 1 is sqrt 2 t + 2 t s, example 2 sqrt 2 t + H_2(t) + H_2(s).
_TURN = np.array([[1.0, 1.0], [1.0, -1.0]]) / 2**0.5
TURNED: Mapping[str, HermiteTarget] = {
    "example-1": HermiteTarget({(1, 0): 2**0.5, (1, 1): 2.0}),
    "example-2": HermiteTarget({(1, 0): 2**0.5, (2, 0): 1.0, (0, 2): 1.0}),
}


def known(name: str, time: int) -> list[int]:
    """Return the directions that few neurons know at that time: none, v, and for example 1 both from the second step on."""
    return [] if time == 0 else [0, 1] if time > 1 and name == "example-1" else [0]


def rest(name: str, time: int) -> HermiteTarget:
    """Return the part of the target that finitely many neurons cannot fit at that time; its squared norm is the floor.

    Labels have heavy tails, so the mean square of this part on the test points fluctuates together with the error. The
    difference of the two is far sharper than either.

    Raises
    ------
    UserError
        The floor of this target is not known.
    """
    turned = chosen(TURNED, name, "target with a known floor")
    fitted = set(turned.kept(known(name, time), 0))
    return HermiteTarget({degrees: 0.0 if degrees in fitted else c for degrees, c in turned.terms.items()})


def sample(setting: Setting, rng: Streams) -> dict[str, np.ndarray]:
    """Draw teacher and one neuron of each pair."""
    return teacher_and_weights(2, setting["d"], setting["width"] // 2, rng, method=setting["method"])


def train(setting: Setting, instance: Mapping[str, np.ndarray], rng: Streams, device: Device) -> Iterator[dict[str, Any]]:
    """Yield one row per target and time; readouts are fitted on a fresh batch, the same at all times."""
    d, width = setting["d"], setting["width"]
    n = round(setting["alpha"] * d)
    names = [str(name) for name in setting.grid["target"]]
    truth = [labels(target(name, 2), instance["teacher"]) for name in names]
    first, second = mirrored(instance["first"], np.ones(width // 2), width)
    students = [Student(first, y, activation(setting["activation"]), second / width) for y in truth]

    def fields(x: np.ndarray) -> np.ndarray:
        teacher = instance["teacher"].T.astype(x.dtype)
        return np.asarray(x[:, : len(teacher)] @ teacher)

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
    points = list(itertools.product(range(len(states)), names))
    errors, floors = np.zeros(len(points)), np.zeros(len(points))
    for x, outputs in streamed_outputs(batch(setting["test_size"], seen, rng, "test"), learned):
        turned, labelled = fields(x) @ _TURN, {name: y(x) for name, y in zip(names, truth, strict=True)}
        errors += [((labelled[name] - output) ** 2).sum() for (_, name), output in zip(points, outputs, strict=True)]
        floors += [(rest(name, time)(turned) ** 2).sum() for time, name in points]
    for (time, name), error, floor in zip(points, errors / setting["test_size"], floors / setting["test_size"], strict=True):
        yield {"target": name, "time": time, "error": float(error), "above_floor": float(error - floor)}
