"""Singular values and leading vectors of the first layer after one step (the spiked weight matrix)."""

import math
from functools import partial

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.networks.named import activation as activation_of
from feature_learning.papers.ba2022.shared.model import batches, target, two_blocks, weights
from feature_learning.statistics.distances import kolmogorov_smirnov
from feature_learning.theory.outliers import spiked_rectangular
from feature_learning.training.giant_step import streamed_gradient

_CHUNK = 512  # a chunk's pre-activations and their slopes stay under 10 MB each at d = 1000


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw the second layer and the teacher's direction."""
    d = setting["d"]
    drawn = {"second_layer": weights(1, round(setting["psi2"] * d), rng)[1], "beta_star": two_blocks(d)}
    return {**drawn, "first_layer": weights(setting["d"], len(drawn["second_layer"]), rng)[0]}


def spike(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per teacher and step: the spectrum of W_1 and overlaps of its leading vectors.

    ``strength`` is the size of the spike for this seed's own ``||X^T y/n||`` and ``||a||``, and
    ``largest_given`` the outlier that theory puts there. They differ between seeds; the limit does
    not. ``bulk_distance`` is how far the other singular values are from those of W_0.
    """
    activation, xp = activation_of(setting["activation"]), device.xp
    first, second, beta_star = (device.put(draws[name]) for name in ("first_layer", "second_layer", "beta_star"))
    in_step = [device.put(draws[name].astype(setting["dtype"])) for name in ("first_layer", "second_layer")]
    width, d = first.shape
    n = round(setting["psi1"] * d)
    untouched = _singular_values(device.get(xp.linalg.eigvalsh(first.T @ first)))
    for teacher in map(str, setting.grid["teacher"]):
        aim = target(teacher, setting["noise"], centred=False)
        drawn = partial(batches, aim, draws["beta_star"], n, rng, "train", device, chunk=_CHUNK, dtype=setting["dtype"])
        # The data are drawn twice rather than held.
        moment = sum(np.asarray(device.get(inputs.T @ labels), dtype=float) for inputs, labels in drawn()) / n
        size = abs(float(activation.hermite[1])) * float(np.linalg.norm(moment) * np.linalg.norm(draws["second_layer"]))
        gradient = xp.asarray(
            streamed_gradient(drawn(), in_step[0], in_step[1], activation, xp, prefactor=1 / math.sqrt(width)), dtype=xp.float64
        )
        for eta in map(float, setting.grid["eta"]):
            updated = first + eta * gradient
            squares, vectors = xp.linalg.eigh(updated.T @ updated)
            values, leading = _singular_values(device.get(squares)), vectors[:, -1]
            overlap = float(leading @ beta_star)
            neurons = updated @ leading
            yield {
                "teacher": teacher,
                "eta": eta,
                "largest": float(values[0]),
                "second": float(values[1]),
                "strength": eta * size,
                "largest_given": spiked_rectangular(eta * size, setting["psi2"]).value,
                "alignment": overlap**2,
                "neuron_alignment": float((neurons @ second) ** 2 / ((neurons @ neurons) * (second @ second))),
                "bulk_distance": kolmogorov_smirnov(untouched, values[1:]),
                "singular_values": values.tolist(),
                # The sign of a singular vector is arbitrary; the overlap fixes it.
                "leading_vector": (math.sqrt(d) * math.copysign(1.0, overlap) * device.get(leading)).tolist(),
            }


def _singular_values(squares: np.ndarray) -> np.ndarray:
    """Return singular values, largest first, from the eigenvalues of W^T W."""
    return np.sqrt(np.clip(squares[::-1], 0, None))
