"""Steps of several sizes on batches too small for one step, on a target of leap 2 (schedules).

Why four steps learn at n = d^(3/2), where no single step does. One step of size eta multiplies a
neuron's overlaps, of order d^(-1/2), by eta, and adds noise of length eta sqrt(d/n) = eta d^(-1/4):
the cosine is at most of order d^(-1/4). In a second step the overlaps would gain another factor
d^(1/4). But the network's output holds the noise of the first one and enlarges it as much. With c
the mean of a_i w_i the gradient of neuron i has the part -a_i c/4 (a ReLU, readouts +1 and -1, many
pairs or noise longer than the initial weights), so a step of size eta p multiplies c by
1 - eta/4; the noise of one of P pairs alone is multiplied by 1 - eta/(4 P). A step of size 4 p
removes the common noise and one of about 4 P p that of the pairs; both leave the gain. Four steps
have room for both between two large ones, three do not.
"""

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.networks.named import activation
from feature_learning.papers.dandi2023.shared import model
from feature_learning.papers.dandi2023.shared.steps import mirror_pairs
from feature_learning.training.streamed_step import Student, streamed_steps

STEPS = ("first", "second", "third", "fourth")
"""The values that have the sizes of the steps, over p."""


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw two directions and one neuron of each pair at every dimension."""
    drawn: dict[str, np.ndarray] = {}
    for case in setting.mappings("schedules"):
        d, pairs = case["d"], setting["width"] // 2
        of_d = model.teacher_and_weights(setting, 2, d, pairs, rng, d)
        drawn |= {f"{name}-{d}": array for name, array in of_d.items()}
    return drawn


def schedules(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per dimension and time: the root mean square cosine of the neurons with the
    target's directions (``size``), each step on a fresh batch of n = d^log_size.
    """
    sigma, target = activation(setting["activation"]), model.target(setting["target"], 2)
    for case in setting.mappings("schedules"):
        d = case["d"]
        n, teacher = round(d ** setting["log_size"]), draws[f"teacher-{d}"]
        first, second = mirror_pairs(setting, draws[f"first-{d}"], "equal")
        labels = model.labels(target, teacher)
        student = Student(first, labels, sigma, second / setting["width"])
        for time, step in enumerate(STEPS, 1):
            batch = model.batch(n, student.first_layer.shape[1], rng, "train", d, time)
            reduced = model.coordinates(setting, d, 2, rng, d, time)
            ((_, _, (student,)),) = streamed_steps(
                lambda _, batch=batch: batch,  # type: ignore[misc]
                [student],
                [case[step] * second],
                1,
                device,
                reduced,
            )
            size = float(model.rms(model.cosines(student.first_layer, teacher).ravel()))
            yield {"d": d, "time": time, "size": size}
