"""Errors before and after one gradient step, of the talk's network and of the simplified one (fig5, fig6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.papers.moniri2023.fits import gains, trained_model
from feature_learning.papers.moniri2023.model import batches, weights


def sample(setting: Setting, rng: Streams) -> dict[str, np.ndarray]:
    """Draw the teacher and the initial network."""
    return weights(setting, rng)


def data(setting: Setting, instance: Mapping[str, np.ndarray], rng: Streams) -> dict[str, np.ndarray]:
    """Draw the batch of the step and the fresh batch of the ridge regression."""
    return batches(setting, instance["beta_star"], rng)


def train(setting: Setting, instance: Mapping[str, np.ndarray], rng: Streams, device: Device) -> Iterator[dict[str, Any]]:
    """Yield one row per network and alpha: errors, their paired gains over the untrained features, the learned H_2 part."""
    for name in map(str, setting.grid["network"]):
        model = trained_model(setting, instance, name, device)
        yield from ({"network": name, **row} for row in gains(setting, model, device))
