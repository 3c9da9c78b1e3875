"""Risk against the width after steps of order one (fig3b)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.data.covariates import stratified_gaussian
from feature_learning.networks.named import activation as activation_of
from feature_learning.papers.ba2022.model import target, two_blocks, weights
from feature_learning.papers.ba2022.refit import Network, TestPoints, risks


def sample(setting: Setting, rng: Streams) -> dict[str, np.ndarray]:
    """Draw the widest initial network; narrower ones are its first neurons."""
    first, second = weights(setting["d"], round(max(map(float, setting.grid["psi2"])) * setting["d"]), rng)
    return {"first_layer": first, "second_layer": second}


def train(setting: Setting, instance: Mapping[str, np.ndarray], rng: Streams, device: Device) -> Iterator[dict[str, Any]]:
    """Yield one row per width and step."""
    aim, etas = target(setting["teacher"], setting["noise"]), [float(eta) for eta in setting.grid["eta"]]
    test = TestPoints.even(stratified_gaussian(setting["test_size"], two_blocks(setting["d"]), rng("test")))
    n, widest = round(setting["psi1"] * setting["d"]), len(instance["second_layer"])
    for psi2 in map(float, setting.grid["psi2"]):
        width = round(psi2 * setting["d"])
        # Entries of a have variance one over the current width.
        second = instance["second_layer"][:width] * math.sqrt(widest / width)
        network = Network(activation_of(setting["activation"]), instance["first_layer"][:width], second, setting["dtype"])
        found = risks(network, aim, n, setting["ridge"], etas, test, rng, device)
        yield from ({"psi2": psi2, "eta": eta, "risk": risk} for eta, risk in zip(etas, found, strict=True))
