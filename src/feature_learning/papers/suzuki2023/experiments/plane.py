"""Output of a network over the plane of the two coordinates of XOR (talk-xor)."""

import itertools

import numpy as np

from feature_learning.core.experiment import Device, Rows, Setting, Streams
from feature_learning.training.langevin import Langevin

_D = 2  # both coordinates are relevant


def xor(setting: Setting, rng: Streams, device: Device) -> Rows:
    """Yield one row per stretch of the first coordinate: the four training points, and the trained
    network's output on a square grid of the plane, whose rows have equal second coordinates.

    Neurons and noise do not depend on the stretch.
    """
    corners = np.array(list(itertools.product((1, -1), repeat=_D))) / np.sqrt(_D)
    labels = np.sign(corners.prod(axis=1))
    at = np.linspace(-setting["reach"], setting["reach"], setting["points"])
    grid = np.stack(np.meshgrid(at, at), axis=-1).reshape(1, -1, _D)
    for stretch in setting.floats("stretch"):
        points = (corners * [stretch, 1.0])[None].astype(np.float32)
        network = Langevin(
            points,
            labels[None],
            rng("init").standard_normal((1, setting["width"], _D + 2)),
            np.array([setting["heat"] / _D]),
            penalty=setting["penalty"],
            step=setting["eta"],
            scale=setting["scale"],
            rng=rng("noise"),
            device=device,
        )
        network.run(round(setting["horizon"] / setting["eta"]))
        output = network.predict(grid.astype(np.float32))[0]
        yield {
            "stretch": stretch,
            "accuracy": float(network.accuracy(points, labels[None])[0]),
            "right": float(np.mean(np.sign(output) == np.sign(grid[0].prod(axis=1)))),
            "at": at,
            "output": output.astype(float),
            "first": points[0, :, 0].astype(float),
            "second": points[0, :, 1].astype(float),
            "label": labels,
        }
