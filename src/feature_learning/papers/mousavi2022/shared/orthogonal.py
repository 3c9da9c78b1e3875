"""One run with both parts of the weights at each time, and the orthogonal one as predicted from the same draws."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.papers.mousavi2022.shared.model import network, parts, snapshots, steps_of, target_of, trained_afresh
from feature_learning.theory.principal_subspace import OrthogonalPart, end_positions


def along_time(setting: Setting, instance: Mapping[str, np.ndarray], rng: Streams, width: int, d: int) -> Iterator[dict[str, Any]]:
    """Yield one row per time: ``par``, ``perp`` and ``predicted``, all over the root of the width."""
    own, target, decay, noise = network(instance, width, d), target_of(setting["target"], d), setting["decay"], setting["noise"]
    times = list(map(float, setting.grid["t_over_d"]))
    at, horizon = snapshots(times, setting["horizon"], d)
    steps = steps_of(setting, d, decay)
    ends = end_positions(own.readout, own.bias, own.first_layer[:, 0], target[0], decay)
    flow = OrthogonalPart.about(ends, own.readout, own.bias, target[0], noise)
    predicted = np.sqrt(flow.curve(steps, decay, d, at))
    runs = trained_afresh(own, target, noise, d, rng, steps, decay, at, horizon)
    for time, (_, weights), value in zip(times, runs, predicted, strict=True):
        yield {"t_over_d": time, **parts(weights, len(target)), "predicted": float(value)}
