"""Overlap and risk against the sample size, from several inits: the poster's figure, and all that uses its runs."""

from typing import Any

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.papers.bietti2022.shared.model import (
    draw_inits,
    population_overlaps,
    populations,
    samples,
    starts,
    targets,
    trained,
    warn_if_unstable,
)
from feature_learning.papers.bietti2022.shared.refit import RIDGES, outcome


def sizes(setting: Setting, s: int) -> list[int]:
    """Return the sample sizes of an exponent: its window of the grid, with n d at most ``most_entries``."""
    most = min(setting[f"most_{s}"], setting["most_entries"] / setting["d"])
    return [n for n in map(int, setting.grid["n"]) if setting[f"least_{s}"] <= n <= most]


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw the inits, which all exponents and sample sizes share."""
    return draw_inits(setting, int(setting["inits"]), rng)


def learning_curves(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per sample size, exponent and init; all of a size are trained at once, on the same inputs."""
    links, inits = targets(setting), populations(draws)
    warn_if_unstable(setting, inits, [float(setting["eta"])])
    begin = starts(draws, inits, links, bool(setting["force_signs"]))
    limits = dict(zip(links, population_overlaps(setting, inits, links, begin), strict=True))
    floors = {s: [_floor(own, f) for own in inits] for s, f in links.items()}
    windows = {s: sizes(setting, s) for s in links}
    drawn = samples(setting, max(max(window) for window in windows.values()), rng)
    for n in map(int, setting.grid["n"]):
        chosen = {s: f for s, f in links.items() if n in windows[s]}
        if not chosen:
            continue
        theta, c = trained(setting, draws, inits, chosen, drawn, n)
        for row, (s, link) in enumerate(chosen.items()):
            for init, own in enumerate(inits):
                found = outcome(theta[row, init], c[row, init], drawn, n, own, link, float(setting["noise"]))
                yield {"n": n, "s": s, "init": init, **found, "floor": floors[s][init], "limit": float(limits[s][init])}


def _floor(own: Any, target: Any) -> float:
    """Return R(1), the least excess risk of these neurons at the target's direction."""
    return float(own.least_loss(own.correlations(target, [1.0]), RIDGES[0], target.square_norm)[0])
