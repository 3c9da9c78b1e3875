"""The mean gradient's part along the teacher, on isotropic and on spiked inputs (series)."""

import math

import numpy as np

from feature_learning.core.experiment import Device, Rows, Setting, Streams
from feature_learning.papers.ba2022.shared.model import target
from feature_learning.papers.ba2022.shared.series import shifted


def series(setting: Setting, rng: Streams, device: Device) -> Rows:
    """Yield one row per overlap: the gradient's first entry, and the same minus its part along w.

    With ``w = rho beta + sqrt(1 - rho^2) u``, Stein's lemma splits ``E x sigma'(<x, w>) f`` into a
    multiple of beta and one of w; the latter is ``<G, u>/sqrt(1 - rho^2)``.
    """
    n, d, link = setting["n"], setting["d"], target(setting["target"])
    inputs = rng("train").standard_normal((n, d))
    z, labels = inputs[:, 0], link(inputs[:, 0])
    across = rng("init").standard_normal(d - 1)
    other = inputs[:, 1:] @ (across / np.linalg.norm(across))
    _, slope = shifted(setting["activation"], setting["shift"])
    for rho in setting.floats("rho"):
        rest = math.sqrt(1 - rho**2)
        weighted = slope(rho * z + rest * other) * labels
        first, along = float(z @ weighted) / n, float(other @ weighted) / n
        yield {"rho": rho, "first": first, "signal": first - rho * along / rest}


def spiked_series(setting: Setting, rng: Streams, device: Device) -> Rows:
    """Yield one row per case of d and theta, spike along the teacher, ``<w, beta> = d^-1/2``: the
    gradient's part along the teacher minus its term along ``Sigma w``, and minus that along w.

    The inputs are seen through their coordinates in the plane of teacher and neuron, which have the
    law of inputs in d dimensions. The same gradient of a neuron that does not see the teacher is a
    control variate, of mean 0 for targets without constant and linear part.
    """
    n, link = setting["n"], target(setting["target"])
    z, other = (rng("train", axis).standard_normal(n) for axis in range(2))
    labels, (_, slope) = link(z), shifted(setting["activation"], setting["shift"])
    for case in setting.mappings("case"):
        theta, m = float(case["theta"]), float(case["d"]) ** -0.5
        scale, rest = math.sqrt(1 + theta), math.sqrt(1 - m**2)
        change = slope(m * scale * z + rest * other) - slope(rest * other)
        first, along = (float(axis @ (change * labels)) / n for axis in (z, other))
        bend = m * along / rest
        signal = scale * first - (1 + theta) * bend
        yield {**case, "signal": signal, "less_along_w": scale * first - bend}
