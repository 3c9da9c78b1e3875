"""Plateaus of random features on the sphere, in the samples and in the width (fig8)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.data.covariates import on_sphere
from feature_learning.networks.named import activation
from feature_learning.training.nested import NestedLeastSquares
from feature_learning.training.second_layer import solve_regularised


def target(x: np.ndarray) -> np.ndarray:
    """Return one harmonic each of degree 1, 2 and 3, of unit norm on the sphere of radius sqrt d."""
    d = x.shape[1]
    pair = x[:, 0] * x[:, 1]
    return x[:, 3] + ((d + 2) / d) ** 0.5 * pair + ((d + 2) * (d + 4)) ** 0.5 / d * pair * x[:, 2]


def sample(setting: Setting, rng: Streams) -> dict[str, np.ndarray]:
    """Draw unit feature directions."""
    return {"first": on_sphere(rng("init").standard_normal((setting["large"], setting["d"])))}


def train(setting: Setting, instance: Mapping[str, np.ndarray], rng: Streams, device: Device) -> Iterator[dict[str, Any]]:
    """Yield one row per sweep and size: samples at a large width, and widths at many samples, on the same draws."""
    d, large = setting["d"], setting["large"]
    sizes = sorted(map(int, setting.grid["size"]))
    sigma = activation(setting["activation"])
    x = on_sphere(rng("train").standard_normal((large, d)), d**0.5)
    x_test = on_sphere(rng("test").standard_normal((setting["test_size"], d)), d**0.5)
    y, truth = target(x), target(x_test)
    features, of_test = sigma(x @ instance["first"].T), sigma(x_test @ instance["first"].T)
    for varied in map(str, setting.grid["varied"]):
        if varied == "width":
            narrow = np.ascontiguousarray(features[:, : sizes[-1]])
            fits = NestedLeastSquares(narrow, y)
            found = {size: of_test[:, :size] @ fits.solve(size, setting["ridge"] * size) for size in sizes}
        else:
            few = features[: sizes[-1]]
            gram = few @ few.T / large
            found = {}
            for size in sizes:
                dual = solve_regularised(gram[:size, :size], y[:size], setting["ridge"])
                found[size] = of_test @ (few[:size].T @ dual) / large
        for size, predicted in found.items():
            yield {"varied": varied, "size": size, "error": float(((truth - predicted) ** 2).mean())}
