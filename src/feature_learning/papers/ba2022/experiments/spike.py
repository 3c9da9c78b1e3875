"""Spectrum of the first layer after one step, and its gradient's distance from rank one (spike)."""

import math
from functools import partial
from typing import Any

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.networks.named import activation as activation_of
from feature_learning.papers.ba2022.shared.bulk import singular_value_distribution
from feature_learning.papers.ba2022.shared.model import (
    batches,
    corner,
    network,
    steps,
    target,
    two_blocks,
)
from feature_learning.statistics import kolmogorov, kolmogorov_smirnov
from feature_learning.theory.outliers import spiked_rectangular
from feature_learning.training.giant_step import rank_one_part, streamed_gradient

_CHUNK = 512  # a chunk's pre-activations and their slopes stay under 10 MB each at d = 1000


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw the initial network at the largest size; smaller sizes are its corners, rescaled."""
    return network(max(setting.ints("d")), setting["psi2"], rng)


def spike(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per teacher and step: the spectrum of W_1 and overlaps of its leading vectors.

    ``strength`` is the size of the spike for this seed's own ``||X^T y/n||`` and ``||a||``, and
    ``largest_given`` the outlier that theory puts there. They differ between seeds; the limit does
    not. ``bulk_distance`` is how far the other singular values are from those of W_0.
    """
    activation, xp, dtype = activation_of(setting["activation"]), device.xp, setting["dtype"]
    width, d = draws["first_layer"].shape
    n, direction = round(setting["psi1"] * d), two_blocks(d)
    layers = (draws["first_layer"], draws["second_layer"])
    first, second, beta_star = (device.put(array) for array in (*layers, direction))
    initial, readout = (device.put(layer.astype(dtype)) for layer in layers)
    untouched = _singular_values(device.get(xp.linalg.eigvalsh(first.T @ first)))
    for teacher in setting.names("teacher"):
        link = target(teacher, setting["noise"], centred=False)
        # The data are drawn twice rather than held.
        drawn = partial(
            batches, link, direction, n, rng, "train", device, chunk=_CHUNK, dtype=dtype
        )
        parts = (device.get(inputs.T @ labels) for inputs, labels in drawn())
        moment = sum(np.asarray(part, dtype=float) for part in parts) / n
        norms = float(np.linalg.norm(moment) * np.linalg.norm(draws["second_layer"]))
        size = abs(float(activation.hermite[1])) * norms
        gradient = streamed_gradient(
            drawn(), initial, readout, activation, xp, prefactor=1 / math.sqrt(width)
        )
        gradient = xp.asarray(gradient, dtype=xp.float64)
        for eta in setting.floats("eta"):
            updated = first + eta * gradient
            squares, vectors = xp.linalg.eigh(updated.T @ updated)
            values, leading = _singular_values(device.get(squares)), vectors[:, -1]
            overlap = float(leading @ beta_star)
            neurons = updated @ leading
            along = (neurons @ second) ** 2 / ((neurons @ neurons) * (second @ second))
            # The sign of a singular vector is arbitrary; the overlap fixes it.
            entries = math.sqrt(d) * math.copysign(1.0, overlap) * device.get(leading)
            yield {
                "teacher": teacher,
                "eta": eta,
                "largest": float(values[0]),
                "second": float(values[1]),
                "strength": eta * size,
                "largest_given": spiked_rectangular(eta * size, setting["psi2"]).value,
                "alignment": overlap**2,
                "neuron_alignment": float(along),
                "bulk_distance": kolmogorov_smirnov(untouched, values[1:]),
                "singular_values": values.tolist(),
                "leading_vector": entries.tolist(),
            }


def bulk(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per step: how far the singular values of W_1 but the largest are from those of
    W_0 and from the limiting law, how far those after a gradient of the same size would be that is
    spread over all directions, and how far another draw of W_0 is (``chance_distance``).
    """
    activation, dtype = activation_of(setting["activation"]), setting["dtype"]
    first, second = draws["first_layer"], draws["second_layer"]
    width, d = first.shape
    link = target(setting["teacher"], setting["noise"], centred=False)
    n = round(setting["psi1"] * d)
    drawn = batches(link, two_blocks(d), n, rng, "train", device, chunk=_CHUNK, dtype=dtype)
    initial, readout = (device.put(layer.astype(dtype)) for layer in (first, second))
    gradient = device.get(
        streamed_gradient(
            drawn, initial, readout, activation, device.xp, prefactor=1 / math.sqrt(width)
        )
    ).astype(float)
    spread = rng("surrogate").standard_normal(gradient.shape)
    spread *= np.linalg.norm(gradient) / np.linalg.norm(spread)
    untouched = _layer_values(first)
    other = rng("surrogate", 1).standard_normal(first.shape) / math.sqrt(d)
    chance = kolmogorov_smirnov(untouched, _layer_values(other))
    law = singular_value_distribution(setting["psi2"])
    for step in steps(setting):
        eta = step.size(width)
        values, others = (_layer_values(first + eta * part)[1:] for part in (gradient, spread))
        yield {
            **step.columns,
            "bulk_distance": kolmogorov_smirnov(untouched, values),
            "spread_distance": kolmogorov_smirnov(untouched, others),
            "chance_distance": chance,
            "law_distance": kolmogorov(values, law) / math.sqrt(len(values)),
        }


def _layer_values(layer: np.ndarray) -> np.ndarray:
    return _singular_values(np.linalg.eigvalsh(layer.T @ layer))


def rank_one(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per dimension: ``||G - mu_1 a (X^T y/n)^T||/||G||`` in operator norm."""
    activation, xp, dtype = activation_of(setting["activation"]), device.xp, setting["dtype"]
    c1 = float(activation.hermite[1])
    link = target(setting["teacher"], setting["noise"], centred=False)
    for d in setting.ints("d"):
        n = round(setting["psi1"] * d)
        layers = corner(draws, d, setting["psi2"])
        first, second = (device.put(layer.astype(dtype)) for layer in layers)
        drawn = [*batches(link, two_blocks(d), n, rng, "train", device, dtype=dtype)]
        scale = 1 / math.sqrt(len(second))
        gradient = streamed_gradient(drawn, first, second, activation, xp, prefactor=scale)
        part = sum(rank_one_part(x, y, second, c1) * (len(y) / n) for x, y in drawn)
        yield {"d": d, "distance": _norm(gradient - part, xp) / _norm(gradient, xp)}


def _singular_values(squares: np.ndarray) -> np.ndarray:
    """Return singular values, largest first, from the eigenvalues of W^T W."""
    return np.sqrt(np.clip(squares[::-1], 0, None))


def _norm(matrix: Any, xp: Any) -> float:
    """Return the operator norm of a (width, d) matrix, from its d x d Gram matrix."""
    return math.sqrt(float(xp.linalg.eigvalsh(matrix.T @ matrix)[-1]))
