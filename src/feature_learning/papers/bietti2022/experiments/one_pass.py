"""Several passes over a sample against one: the same number of steps, on fresh batches."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.papers.bietti2022.shared.model import (
    draw_inits,
    labels,
    populations,
    samples,
    schedule,
    segments,
    starts,
    targets,
    trained,
)
from feature_learning.training.tied_descent import Networks, descend_once

_SMALL_BATCH = 10


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw the inits."""
    return draw_inits(setting, int(setting["inits"]), rng)


def one_pass(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per sample size, exponent, way of passing, rate and init.

    One pass is tried at several rates of theta, given as factors of that of many passes. In small
    batches c's rate falls, too, at ten times theta's factor: its noise would drown it.
    """
    links, inits, dtype = targets(setting), populations(draws), str(setting["dtype"])
    factors = np.array(setting.grid["factor"], dtype=float)
    drawn = samples(setting, max(map(int, setting.grid["n"])), rng)
    once = _copies(starts(draws, inits, links, bool(setting["force_signs"])), len(factors))
    each = np.repeat(factors, len(links) * len(inits))
    for n in map(int, setting.grid["n"]):
        theta, _ = trained(setting, draws, inits, links, drawn, n)
        yield from _rows(n, "many", links, [1.0], theta[None])
        small = n // int(setting["iterations"]) < _SMALL_BATCH
        steps = float(setting["eta"]) * (np.minimum(1, 10 * each) if small else np.ones_like(each))
        found, _ = descend_once(
            segments(draws, dtype),
            drawn["train"][:n].astype(dtype),
            np.tile(labels(links, drawn, n, len(inits), dtype), (len(factors), 1)),
            once,
            float(setting["ratio"]) * float(setting["eta"]) * each,
            steps,
            np.full(len(each), float(setting["ridge"])),
            schedule(setting),
        )
        yield from _rows(n, "one", links, list(factors), found.reshape(len(factors), len(links), len(inits), -1))


def _copies(networks: Networks, count: int) -> Networks:
    return Networks(*(np.tile(part, (count, *[1] * (part.ndim - 1))) for part in (networks.theta, networks.c, networks.sets)))


def _rows(n: int, passes: str, links: Any, factors: list[float], theta: np.ndarray) -> Iterator[dict[str, Any]]:
    for factor, by_link in zip(factors, theta, strict=True):
        for s, by_init in zip(links, by_link, strict=True):
            for init, direction in enumerate(by_init):
                overlap = abs(float(direction[0]))
                where = {"n": n, "s": s, "passes": passes, "factor": float(factor), "init": init}
                yield {**where, "overlap": overlap, "diverged": not np.isfinite(overlap)}
