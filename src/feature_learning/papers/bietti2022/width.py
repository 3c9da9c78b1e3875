"""The trained direction under fresh neurons, against random features, by width."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.data.covariates import on_sphere
from feature_learning.papers.bietti2022.model import draw_inits, neurons, populations, samples, targets, trained
from feature_learning.papers.bietti2022.refit import RIDGES
from feature_learning.training.second_layer import ridge_path


def sample(setting: Setting, rng: Streams) -> dict[str, np.ndarray]:
    """Draw the inits of the network, the fresh neurons, and the features' directions."""
    widest = max(map(int, setting.grid["width_after"]))
    offsets, signs = neurons(widest, 1.0, rng("init", 0, 1))
    across = on_sphere(rng("init", 0, 2).standard_normal((widest, int(setting["d"]))))
    fresh = {"fresh_offsets": offsets, "fresh_signs": signs, "directions": across}
    return {**draw_inits(setting, int(setting["inits"]), rng), **fresh}


def train(setting: Setting, instance: Mapping[str, np.ndarray], rng: Streams, device: Device) -> Iterator[dict[str, Any]]:
    """Yield one row per exponent, method, spread of the offsets and width: the excess risk.

    The network's direction is trained on n samples, the best of the inits; its second layer of
    fresh neurons is fitted on n more. Random features are fitted on all 2n. Both have the ridge that
    is best on the test set.
    """
    links, inits, n = targets(setting), populations(instance), int(setting["n"])
    drawn = samples(setting, n, rng)
    theta, _ = trained(setting, instance, inits, links, drawn, n)
    best = np.abs(theta[..., 0]).argmax(axis=1)
    test = rng("test").standard_normal((int(setting["test_size"]), int(setting["d"])))
    inputs = np.vstack([drawn["train"], drawn["refit"]])
    noise = np.concatenate([drawn["train_noise"], drawn["refit_noise"]])
    turned = (instance["fresh_signs"][:, None] * instance["directions"]).T
    for row, (s, link) in enumerate(links.items()):
        labels, truth = link(inputs[:, 0]) + noise, link(test[:, 0])
        direction = theta[row, best[row]]
        u, tau = np.outer(drawn["refit"] @ direction, instance["fresh_signs"]), float(setting["tau"])
        beyond = np.outer(test @ direction, instance["fresh_signs"])
        cases = [("network", tau, u, beyond, labels[n:])]
        cases += [("features", float(spread), inputs @ turned, test @ turned, labels) for spread in setting.grid["offsets"]]
        for method, spread, known, unseen, y in cases:
            for width in map(int, setting.grid["width_after"]):
                offsets = spread * instance["fresh_offsets"][:width]
                fit, tried = (np.maximum(part[:, :width] - offsets, 0) / width**0.5 for part in (known, unseen))
                solutions = ridge_path(fit, y, [len(y) * ridge for ridge in RIDGES])
                excess = float(((tried @ solutions - truth[:, None]) ** 2).mean(axis=0).min())
                yield {"s": s, "method": method, "offsets": spread, "width_after": width, "excess": excess}
