"""The mean gradient's part along the teacher, against a neuron's overlap (series)."""

import math

import numpy as np

from feature_learning.core.experiment import Device, Rows, Setting, Streams
from feature_learning.papers.ba2022.shared.model import target
from feature_learning.papers.ba2022.shared.series import shifted


def series(setting: Setting, rng: Streams, device: Device) -> Rows:
    """Yield one row per overlap: the gradient's first entry, and the same less its part along w.

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
