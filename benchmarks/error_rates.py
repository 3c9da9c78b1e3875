"""How often the judge errs: simulated for the tables of docs/claims.md.

python benchmarks/error_rates.py prints both tables; the tests simulate a part of them.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np

from feature_learning.statistics import intervals
from feature_learning.statistics.evidence import Evidence
from feature_learning.statistics.exponents import loglog_slope
from feature_learning.statistics.verdicts import NOT_REPRODUCED, PARTLY, REPRODUCED, judge

Draw = Callable[[np.random.Generator, tuple[int, ...]], np.ndarray]
SEEDS, POINTS, TRIALS = (3, 5, 8, 12, 30), (1, 4, 16, 32), 4000
# A seed's deviation from the truth, with standard deviation 1 (of its logarithm, for the heavy
# tail).
LAWS: dict[str, Draw] = {
    "normal, mean": lambda rng, shape: rng.standard_normal(shape),
    "lognormal, geometric mean": lambda rng, shape: rng.standard_normal(shape),
    "lognormal, median": lambda rng, shape: rng.standard_normal(shape),
    "two modes, fraction": lambda rng, shape: rng.random(shape),
}


@dataclass(frozen=True)
class Declared:
    """A claim with a region of its own."""

    within: tuple[float, float] | None = None
    above: float | None = None
    below: float | None = None
    margin: None = None
    scale: str = "linear"


def evidence(
    law: str, truths: np.ndarray, seeds: int, rng: np.random.Generator
) -> tuple[Evidence, str]:
    """Draw one experiment: its points have these truths, in standard deviations of a seed (or as
    fractions).
    """
    drawn = LAWS[law](rng, (seeds, len(truths)))
    names = [f"point {k}" for k in range(len(truths))]
    if law == "two modes, fraction":
        return Evidence(drawn < truths, names, estimate="fraction"), "linear"
    if law == "lognormal, geometric mean":
        return Evidence(np.exp(truths + drawn), names), "log"
    if law == "lognormal, median":
        return Evidence(np.exp(truths + drawn), names, estimate="median"), "linear"
    return Evidence(truths + drawn, names), "linear"


def false_rates(law: str, seeds: int, points: int, trials: int = TRIALS) -> tuple[float, float]:
    """Return how often "reproduced" and how often "not reproduced" or "partly" are wrong, each
    where that is most likely.

    The first: one point at the end of its region, all others well inside. The second: all points at
    an end of their regions, as much inside as outside.
    """
    rng = np.random.default_rng([seeds, points, *law.encode()])
    edge, middle = (0.8, 0.999) if law == "two modes, fraction" else (-3.0, 0.0)
    end = np.exp(edge) if law.startswith("lognormal") else edge
    wrong = [0, 0]
    for _ in range(trials):
        truths = np.full(points, 40.0 if middle == 0 else middle)
        truths[0] = edge
        for kind, at in enumerate((truths, np.full(points, edge))):
            found, scale = evidence(law, at, seeds, rng)
            verdict = judge(Declared(above=end, scale=scale), found).verdict
            wrong[kind] += (
                verdict == REPRODUCED if kind == 0 else verdict in (NOT_REPRODUCED, PARTLY)
            )
    return wrong[0] / trials, wrong[1] / trials


@cache
def coverage(name: str, seeds: int, trials: int = TRIALS) -> float:
    """Return the share of 95 % intervals that hold the truth."""
    rng = np.random.default_rng([seeds, *name.encode()])
    sizes = np.array([1.0, 2.0, 4.0, 8.0, 16.0])
    held = 0
    for _ in range(trials):
        normal = rng.standard_normal(seeds)
        if name == "mean, normal":
            found, truth = intervals.mean(normal), 0.0
        elif name == "mean, lognormal":
            found, truth = intervals.mean(np.exp(normal)), float(np.exp(0.5))
        elif name == "geometric mean, lognormal":
            found, truth = intervals.geometric_mean(np.exp(normal)), 1.0
        elif name == "median, lognormal":
            found, truth = intervals.median(np.exp(normal)), 1.0
        elif name == "fraction of 0.8":
            found, truth = intervals.fraction(rng.random(seeds) < 0.8), 0.8
        else:  # a slope of a five-point mean curve of lognormal seeds, spread 0.5 in the logarithm
            curves = sizes**-0.5 * np.exp(0.5 * rng.standard_normal((seeds, 5)))
            found, truth = intervals.fitted(curves, lambda curve: loglog_slope(sizes, curve)), -0.5
        held += found.low <= truth <= found.high
    return held / trials


INTERVALS = (
    "mean, normal",
    "mean, lognormal",
    "geometric mean, lognormal",
    "median, lognormal",
    "fraction of 0.8",
    "slope",
)


def main() -> None:
    """Print both tables in Markdown."""
    print(f"| law, estimate | seeds | {' | '.join(f'points: {points}' for points in POINTS)} |")
    print("|---|---|" + "---|" * len(POINTS))
    for law in LAWS:
        for seeds in SEEDS:
            rates = [
                false_rates(law, seeds, points, TRIALS // 4 if points > 4 else TRIALS)
                for points in POINTS
            ]
            print(
                f"| {law} | {seeds} | "
                f"{' | '.join(f'{100 * a:.1f}, {100 * b:.1f}' for a, b in rates)} |"
            )
    print(f"\n| interval | {' | '.join(f'{seeds} seeds' for seeds in SEEDS)} |")
    print("|---|" + "---|" * len(SEEDS))
    for name in INTERVALS:
        print(f"| {name} | {' | '.join(f'{100 * coverage(name, seeds):.1f}' for seeds in SEEDS)} |")


if __name__ == "__main__":
    main()
