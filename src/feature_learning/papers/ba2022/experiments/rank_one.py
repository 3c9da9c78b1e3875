"""How fast the gradient approaches rank one as the dimension grows."""

import math
from typing import Any

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.networks.named import activation as activation_of
from feature_learning.papers.ba2022.shared.model import batches, target, two_blocks, weights
from feature_learning.training.giant_step import rank_one_part, streamed_gradient


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw the initial network at the largest size; smaller sizes are its corners, rescaled."""
    d = max(int(size) for size in setting.grid["d"])
    first, second = weights(d, round(setting["psi2"] * d), rng)
    return {"first_layer": first, "second_layer": second}


def rank_one(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per dimension: ``||G - mu_1 a (X^T y/n)^T||/||G||`` in operator norm."""
    activation, xp = activation_of(setting["activation"]), device.xp
    aim = target(setting["teacher"], setting["noise"], centred=False)
    largest = draws["first_layer"].shape[1]
    for d in map(int, setting.grid["d"]):
        n, width = round(setting["psi1"] * d), round(setting["psi2"] * d)
        first = device.put((draws["first_layer"][:width, :d] * math.sqrt(largest / d)).astype(setting["dtype"]))
        second = device.put((draws["second_layer"][:width] * math.sqrt(largest / d)).astype(setting["dtype"]))
        drawn = [*batches(aim, two_blocks(d), n, rng, "train", device, dtype=setting["dtype"])]
        gradient = streamed_gradient(drawn, first, second, activation, xp, prefactor=1 / math.sqrt(width))
        part = sum(rank_one_part(x, y, second, float(activation.hermite[1])) * (len(y) / n) for x, y in drawn)
        yield {"d": d, "distance": _norm(gradient - part, xp) / _norm(gradient, xp)}


def _norm(matrix: Any, xp: Any) -> float:
    """Return the operator norm of a (width, d) matrix, from its d x d Gram matrix."""
    return math.sqrt(float(xp.linalg.eigvalsh(matrix.T @ matrix)[-1]))
