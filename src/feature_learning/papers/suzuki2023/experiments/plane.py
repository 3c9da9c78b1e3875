"""Output of a network over the plane of the two coordinates of a parity (talk-xor)."""

import numpy as np

from feature_learning.core.experiment import Device, Rows, Setting, Streams
from feature_learning.papers.suzuki2023.shared.model import Trials, checked


def xor(setting: Setting, rng: Streams, device: Device) -> Rows:
    """Yield one row per replica: training points, and the trained network's output on a square grid
    of the plane, whose rows have equal second coordinates.
    """
    checked(setting)
    d, n = setting["d"], setting["n"]
    trials = Trials(setting, rng, d, setting["k"], n)
    network = trials.network([(n, setting["heat"])], setting["width"], device)
    network.run(round(setting["horizon"] / setting["eta"]))
    at = np.linspace(-setting["reach"], setting["reach"], setting["points"])
    grid = np.stack(np.meshgrid(at, at), axis=-1).reshape(1, -1, 2)
    outputs = network.predict(np.repeat(grid, trials.replicas, axis=0).astype(np.float32))
    accuracies = trials.accuracy(network, 1)[0]
    for replica, output in enumerate(outputs):
        yield {
            "replica": replica,
            "accuracy": float(accuracies[replica]),
            "right": float(np.mean(np.sign(output) == np.sign(grid[0].prod(axis=1)))),
            "at": at,
            "output": output.astype(float),
            "first": trials.inputs[replica, :, 0].astype(float),
            "second": trials.inputs[replica, :, 1].astype(float),
            "label": trials.labels[replica].astype(float),
        }
