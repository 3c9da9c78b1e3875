"""Output of a network over the plane of the two coordinates of XOR (talk-xor)."""

import itertools
from typing import Annotated

import numpy as np

from feature_learning.core.experiment import Device, Draws, Experiment, Rows, Streams
from feature_learning.core.values import Count, Grid, Positive, whole
from feature_learning.training.langevin import Langevin

_D = 2  # both coordinates are relevant


class Xor(Experiment):
    """Output of a network that is trained on the four points."""

    stretch: Grid[Positive]  # of the first coordinate
    width: Count
    horizon: Positive
    eta: Positive  # the step size
    heat: Positive  # lam d
    penalty: Positive
    scale: Positive  # of the output
    reach: Positive  # of the square
    points: Annotated[int, whole(least=2)]  # along a side of it

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per stretch: the four training points, and the network's output on a square
        grid of the plane, whose rows have equal second coordinates.

        Neurons and noise do not depend on the stretch.
        """
        corners = np.array(list(itertools.product((1, -1), repeat=_D))) / np.sqrt(_D)
        labels = np.sign(corners.prod(axis=1))
        at = np.linspace(-self.reach, self.reach, self.points)
        grid = np.stack(np.meshgrid(at, at), axis=-1).reshape(1, -1, _D)
        for stretch in self.stretch:
            points = (corners * [stretch, 1.0])[None].astype(np.float32)
            network = Langevin(
                points,
                labels[None],
                rng("init").standard_normal((1, self.width, _D + 2)),
                np.array([self.heat / _D]),
                penalty=self.penalty,
                step=self.eta,
                scale=self.scale,
                rng=rng("noise"),
                device=device,
            )
            network.run(round(self.horizon / self.eta))
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
