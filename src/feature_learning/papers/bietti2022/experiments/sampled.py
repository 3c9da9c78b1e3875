"""Variants of the descent on samples: drawn signs, the Euclidean gradient, a single pass."""

from collections.abc import Iterable

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.papers.bietti2022.shared.model import (
    draw_inits,
    labels,
    population_start,
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
    """Draw the initialisations."""
    return draw_inits(setting, setting["inits"], rng)


def signs_sampled(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """One row per exponent and initialisation, with signs as drawn (figx-signs)."""
    links, inits, n = targets(setting), populations(draws), setting["n"]
    theta, _ = trained(setting, draws, inits, links, samples(setting, n, rng), n)
    yield from _rows({}, links, theta)


def radial(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """One row per gradient, exponent and initialisation: the final overlap, and how often theta
    turns round in the warm-up at infinite n (fig1-code).
    """
    links, inits, n = targets(setting), populations(draws), setting["n"]
    drawn = samples(setting, n, rng)
    start = starts(draws, inits, links, setting["force_signs"])
    rate = setting["ratio"] * setting["eta"]
    for radial in map(bool, setting.grid["radial"]):
        theta, _ = trained(setting, draws, inits, links, drawn, n, radial)
        descent, m, c = population_start(inits, links, start)
        flips = np.zeros(m.shape, dtype=int)
        for _ in range(setting["watched"]):
            moved, _ = descent.step(m, c, rate, 0.0, 0.0, radial=radial)
            flips += np.sign(moved) != np.sign(m)
            m = moved
        rows = _rows({"radial": radial}, links, theta)
        for row, count in zip(rows, flips.T.ravel().tolist(), strict=True):
            yield {**row, "flips": count}


def one_pass(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """One row per sample size, exponent, number of passes, rate and initialisation (figx-online).

    One pass is tried at several rates of theta, given as factors of that of many passes. In small
    batches c's rate falls as well, at ten times theta's factor: its noise would drown it.
    """
    links, inits, dtype = targets(setting), populations(draws), setting["dtype"]
    factors = setting.floats("factor")
    drawn = samples(setting, max(setting.ints("n")), rng)
    start = _repeated(starts(draws, inits, links, setting["force_signs"]), len(factors))
    each = np.repeat(factors, len(links) * len(inits))
    for n in setting.ints("n"):
        theta, _ = trained(setting, draws, inits, links, drawn, n)
        yield from _rows({"n": n, "passes": "many", "factor": 1.0}, links, theta)
        small = n // setting["iterations"] < _SMALL_BATCH
        ends, _ = descend_once(
            segments(draws, dtype),
            drawn["train"][:n].astype(dtype),
            np.tile(labels(links, drawn, n, len(inits), dtype), (len(factors), 1)),
            start,
            setting["ratio"] * setting["eta"] * each,
            setting["eta"] * (np.minimum(1, 10 * each) if small else np.ones_like(each)),
            np.full(len(each), setting["ridge"]),
            schedule(setting),
        )
        by_factor = ends.reshape(len(factors), len(links), len(inits), -1)
        for factor, theta in zip(factors, by_factor, strict=True):
            yield from _rows({"n": n, "passes": "one", "factor": factor}, links, theta)


def _repeated(networks: Networks, count: int) -> Networks:
    return Networks(
        np.tile(networks.theta, (count, 1)),
        np.tile(networks.c, (count, 1)),
        np.tile(networks.sets, count),
    )


def _rows(point: dict[str, object], links: Iterable[int], theta: np.ndarray) -> Rows:
    """Yield one row per exponent and initialisation, from directions of shape (exponents,
    initialisations, d).
    """
    for s, overlaps in zip(links, np.abs(theta[..., 0]).tolist(), strict=True):
        for init, overlap in enumerate(overlaps):
            row = {**point, "s": s, "init": init}
            yield {**row, "overlap": overlap, "diverged": not np.isfinite(overlap)}
