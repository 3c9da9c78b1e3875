"""The talk's worked example after one step at n of order d^2, without its linear part and with a
smaller one (fig7).

As printed, the linear part makes the weights grow as sqrt d along the first direction, next to
which every other part vanishes. The authors' code takes the linear part off the labels.
"""

from collections.abc import Mapping

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.data.targets import HermiteTarget
from feature_learning.networks.named import activation
from feature_learning.papers.dandi2023.shared import model
from feature_learning.training.streamed_step import Student, stepped

POWERS: Mapping[str, float] = {"scaled": -0.5}
"""Of d, by variant of the linear part; without one there is no linear part."""
_LINEAR = (1, 0, 0)


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw three directions and one neuron of each pair at every dimension."""
    return model.pairs_at_dimensions(setting, 3, rng)


def worked_example(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per variant and dimension, after a step of size sqrt d at n = ratio d^2: the
    root mean square cosine of the neurons with each direction.
    """
    sigma, printed = activation(setting["activation"]), model.target(setting["target"], 3)
    for d in setting.ints("d"):
        teacher, half = draws[f"teacher-{d}"], draws[f"first-{d}"]
        students = []
        for variant in setting.names("linear"):
            linear = d ** POWERS[variant] if variant in POWERS else 0.0
            target = HermiteTarget({**printed.terms, _LINEAR: linear})
            students.append(Student(half, model.labels(target, teacher), sigma))
        sizes = [round(setting["ratio"] * d**2)]
        ((_, gradients),) = model.first_gradients(setting, 3, d, students, sizes, rng, device, d)
        for variant, gradient in zip(setting.names("linear"), gradients, strict=True):
            push = np.full(len(half), d**0.5)
            weights = np.concatenate([stepped(half, sign * push, gradient) for sign in (1, -1)])
            found = model.rms(model.cosines(weights, teacher)).tolist()
            yield {"linear": variant, "d": d, **{f"w{k}": size for k, size in enumerate(found, 1)}}
