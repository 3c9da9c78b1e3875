"""Distance of the gradient from rank one against the sample size (fig2)."""

import math
from typing import Any

from feature_learning.core.eigen import largest_eigenvalue
from feature_learning.core.errors import UserError
from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.data.covariates import on_sphere
from feature_learning.networks.named import activation
from feature_learning.papers.moniri2023.shared.model import task_link
from feature_learning.training.giant_step import first_layer_gradient, rank_one_part

_ROUNDING = 1e-12


def _shape(setting: Setting, n: int) -> tuple[int, int]:
    """Return dimension and width for a sample size, at the setting's ratios."""
    return round(setting["phi"] * n), round(setting["phi"] / setting["psi"] * n)


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw teacher and weights at the largest size; smaller sizes are its corners, so paired.

    Raises
    ------
    UserError
        The activation has no linear coefficient, so the rank-one form is zero.
    """
    sigma = activation(setting["activation"])
    if abs(sigma.hermite[1]) < _ROUNDING:
        raise UserError(f"the rank-one form of the gradient is zero: {sigma.name} has c_1 = 0")
    d, width = _shape(setting, max(setting.ints("n")))
    init = rng("init")
    return {
        "teacher": rng("teacher").standard_normal(d),
        "first_layer": init.standard_normal((width, d)),
        "second_layer": init.standard_normal(width),
    }


def gradient_rank(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per size: relative operator-norm distances of the gradient from its rank-one
    forms.
    """
    link, sigma, xp = task_link(setting), activation(setting["activation"]), device.xp
    c1 = float(sigma.hermite[1])
    for n in setting.ints("n"):
        d, width = _shape(setting, n)
        stream = rng("train", n)
        x = stream.standard_normal((n, d))
        y = link.labels(x @ on_sphere(draws["teacher"][:d]), stream)
        rows = draws["first_layer"][:width, :d] / math.sqrt(d)
        readout = draws["second_layer"][:width] / math.sqrt(width)
        inputs, labels, first, second = (
            device.put(array.astype(setting["dtype"])) for array in (x, y, rows, readout)
        )
        preactivations = inputs @ first.T
        unexplained = labels - sigma(preactivations, xp) @ second
        both = xp.stack([labels, unexplained])
        dropped, kept = first_layer_gradient(inputs, preactivations, both, second, sigma, xp)
        simple = rank_one_part(inputs, labels, second, c1)
        corrected = rank_one_part(inputs, unexplained, second, c1)
        yield {
            "n": n,
            "dropped": _distance(dropped, simple, xp),
            "kept_corrected": _distance(kept, corrected, xp),
            "kept": _distance(kept, simple, xp),
        }


def _distance(gradient: Any, rank_one: Any, xp: Any) -> float:
    """Return ``||G - L||/||L||`` in operator norm for L of rank one, from the d x d Gram matrix."""
    difference = gradient - rank_one
    return math.sqrt(largest_eigenvalue(difference.T @ difference, xp) / float((rank_one**2).sum()))
