"""Gradient of a random neuron on whitened data: the size of its noise against that of its signal (fig-snr)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.data.covariates import on_sphere
from feature_learning.data.relu_expansions import relu_coefficients
from feature_learning.data.relu_links import pure_hermite
from feature_learning.data.whitening import whitening_root
from feature_learning.papers.mousavi2023.model import Covariance, checked, inits, plane, through_maps
from feature_learning.training.single_neuron import gradient_noise

BIASES = {2: 0.0, 3: -1.0}


def sample(setting: Setting, rng: Streams) -> dict[str, np.ndarray]:
    """Draw nothing: data come from their streams, d by d."""
    for k in map(int, setting.grid["k"]):
        checked(setting, k, BIASES.get(k, 0.0))
    return {}


def train(setting: Setting, instance: Mapping[str, np.ndarray], rng: Streams, device: Device) -> Iterator[dict[str, Any]]:
    """Yield one row per d, k and structure: noise level ``|g|^2 n/d`` of the tangential gradient's noise, mean over neurons."""
    structures = list(map(str, setting.grid["structure"]))
    for d in map(int, setting.grid["d"]):
        n, neurons = int(setting["ratio"]) * d, inits(int(setting["inits"]), d, rng)
        inputs = rng("train", d).standard_normal((n, d))
        errors = setting["noise"] * rng("noise", d).standard_normal(n)
        root = whitening_root(inputs)
        start = on_sphere(np.vstack([Covariance.of(structure, d).root(neurons) for structure in structures]) @ root.T)
        white, single = np.linalg.inv(root)[None], inputs.astype(np.float32)
        for k in map(int, setting.grid["k"]):
            noise = gradient_noise(single, pure_hermite(k)(inputs[:, 0]) + errors, BIASES[k])
            found = through_maps(noise, white)(start)
            tangent = found - (found * start).sum(axis=1, keepdims=True) * start
            levels = (tangent**2).sum(axis=1).reshape(len(structures), -1).mean(axis=1) * n / d
            for structure, level in zip(structures, levels.tolist(), strict=True):
                yield {"d": d, "k": k, "structure": structure, "noise_level": level}


def signal(k: int, overlap: float) -> float:
    """Return ``2 k alpha_k omega^(k-1)``, the gradient's component along the target."""
    return 2 * k * float(relu_coefficients(np.array(-BIASES[k]), k)[k]) * overlap ** (k - 1)


def needed(d: float, k: int, structure: str, noise_level: float) -> float:
    """Return n*, the sample size at which signal and noise of a typical random neuron are equal."""
    return d * noise_level / signal(k, plane(structure, d).median_overlap(d)) ** 2
