"""How often the judge errs: simulated for the tables of docs/statistics.md.

python benchmarks/error_rates.py prints the tables; the tests simulate a part of them.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np
import pandas as pd

from feature_learning.statistics import intervals
from feature_learning.statistics.exponents import loglog_slope
from feature_learning.statistics.means import geometric_means, means
from feature_learning.statistics.points import NAME
from feature_learning.statistics.quantity import Estimator, Quantity
from feature_learning.statistics.terms import Term, averages
from feature_learning.statistics.verdicts import (
    INCONCLUSIVE,
    MIXED,
    NOT_REPRODUCED,
    REPRODUCED,
    judge,
)

Draw = Callable[[np.random.Generator, tuple[int, ...]], np.ndarray]
SEEDS, POINTS, TRIALS = (3, 5, 8, 12, 30), (1, 4, 16, 32), 4000
SIZES = np.array([1.0, 2.0, 4.0, 8.0, 16.0])
# Of the logarithm of a seed's number at each of the sizes.
SPREADS = np.array([0.1, 0.2, 0.4, 0.7, 1.0])
# A seed's deviation from the truth: of its mean, or of its logarithm for the two laws that say so.
# Means of skewed laws have their tail on the side where it does most harm.
LAWS: dict[str, Draw] = {
    "normal, mean": lambda rng, shape: rng.standard_normal(shape),
    "three degrees of freedom, mean": lambda rng, shape: rng.standard_t(3, shape),
    "exponential, mean": lambda rng, shape: rng.exponential(size=shape) - 1,
    "lognormal (1/2), mean": lambda rng, shape: _lognormal(rng, shape, 0.5),
    "lognormal (1), mean": lambda rng, shape: _lognormal(rng, shape, 1.0),
    "one exponential point, mean": lambda rng, shape: _one_exponential(rng, shape),
    "lognormal, geometric mean": lambda rng, shape: rng.standard_normal(shape),
    "lognormal, median": lambda rng, shape: rng.standard_normal(shape),
    "two modes, fraction": lambda rng, shape: rng.random(shape),
    "exponent, even spread": lambda rng, shape: _curves(rng, shape, np.full(5, 0.5)),
    "exponent, growing spread": lambda rng, shape: _curves(rng, shape, SPREADS),
}


def _lognormal(
    rng: np.random.Generator, shape: tuple[int, ...], spread: np.ndarray | float
) -> np.ndarray:
    """Draw lognormal numbers of mean 1, less 1."""
    return np.exp(spread * rng.standard_normal(shape) - np.square(spread) / 2) - 1


def _one_exponential(rng: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    """Draw exponential numbers at the first point and normal ones at the others."""
    drawn = rng.standard_normal(shape)
    drawn[:, 0] = rng.exponential(size=shape[0]) - 1
    return drawn


def _curves(rng: np.random.Generator, shape: tuple[int, ...], spreads: np.ndarray) -> np.ndarray:
    """Draw lognormal curves of mean 1, less 1: one for each seed and point."""
    return _lognormal(rng, (*shape, len(spreads)), spreads)


@dataclass(frozen=True)
class Declared:
    """A claim with a region of its own."""

    within: tuple[float, float] | None = None
    above: float | None = None
    below: float | None = None
    margin: None = None


def experiment(
    law: str, truths: np.ndarray, seeds: int, rng: np.random.Generator, tail: int = 1
) -> Quantity:
    """Draw one experiment: its points have these truths, in standard deviations of a seed (or as
    fractions, or as exponents), and their tails point this way.
    """
    drawn = LAWS[law](rng, (seeds, len(truths)))
    if law.startswith("exponent, "):
        curves = SIZES ** (tail * truths[:, None]) * (1 + drawn)
        count = len(SIZES)
        columns = (tuple(range(k * count, (k + 1) * count)) for k in range(len(truths)))
        terms = (Term(own, lambda mean: tail * loglog_slope(SIZES, mean)) for own in columns)
        return quantity(curves.reshape(seeds, -1), terms=tuple(terms))
    if law == "two modes, fraction":
        return quantity(drawn < truths, "fraction")
    if law == "lognormal, geometric mean":
        return quantity(np.exp(truths + drawn), "geometric mean")
    if law == "lognormal, median":
        return quantity(np.exp(truths + drawn), "median")
    return quantity(truths + tail * drawn)


def quantity(
    values: np.ndarray, estimator: Estimator = "mean", terms: tuple[Term, ...] | None = None
) -> Quantity:
    """Return numbers, shape (seeds, points), as a quantity; with terms, the formulas of its points,
    the numbers have the shape (seeds, columns).
    """
    terms = averages(values.shape[1]) if terms is None else terms
    points = pd.DataFrame({NAME: [f"point {k}" for k in range(len(terms))]})
    seeds = tuple(range(len(values)))
    return Quantity(points, values.astype(float), terms, estimator, seeds=seeds)


def false_rates(law: str, seeds: int, points: int, trials: int = TRIALS) -> tuple[float, float]:
    """Return how often "reproduced" and how often "not reproduced" or "mixed" are wrong, each
    where that is most likely.

    The first: one point at the end of its region, all others well inside. The second: all points at
    an end of their regions, as much inside as outside.
    """
    rng = np.random.default_rng([seeds, points, *law.encode()])
    edge, middle = (0.8, 0.999) if law == "two modes, fraction" else (-3.0, 40.0)
    end = np.exp(edge) if law in ("lognormal, geometric mean", "lognormal, median") else edge
    wrong = [0, 0]
    for _ in range(trials):
        truths = np.full(points, middle)
        truths[0] = edge
        for kind, at in enumerate((truths, np.full(points, edge))):
            found = experiment(law, at, seeds, rng, tail=2 * kind - 1)
            verdict = judge(Declared(above=end), [found]).verdict
            wrong[kind] += (
                verdict == REPRODUCED if kind == 0 else verdict in (NOT_REPRODUCED, MIXED)
            )
    return wrong[0] / trials, wrong[1] / trials


def rates_of_a_second_look(seeds: int, trials: int = TRIALS) -> tuple[float, float]:
    """Return what `false_rates` does for one point of normal seeds whose number is doubled once
    where the verdict is open.
    """
    rng = np.random.default_rng(seeds)
    verdicts = []
    for _ in range(trials):
        drawn = rng.standard_normal((2 * seeds, 1))
        for seen in (drawn[:seeds], drawn):
            verdict = judge(Declared(above=0.0), [quantity(seen)]).verdict
            if verdict != INCONCLUSIVE:
                break
        verdicts.append(verdict)
    return verdicts.count(REPRODUCED) / trials, verdicts.count(NOT_REPRODUCED) / trials


@cache
def coverage(name: str, seeds: int, trials: int = TRIALS) -> float:
    """Return the share of 95 % intervals that hold the truth."""
    rng = np.random.default_rng([seeds, *name.encode()])
    held = 0
    for _ in range(trials):
        normal = rng.standard_normal(seeds)
        if name == "mean, normal":
            found, truth = means(normal[:, None], 0.95)[0], 0.0
        elif name == "mean, exponential":
            found, truth = means(rng.exponential(size=(seeds, 1)), 0.95)[0], 1.0
        elif name == "mean, lognormal":
            found, truth = means(np.exp(normal)[:, None], 0.95)[0], float(np.exp(0.5))
        elif name == "geometric mean, lognormal":
            found, truth = geometric_means(np.exp(normal)[:, None], 0.95)[0], 1.0
        elif name == "median, lognormal":
            found, truth = intervals.median(np.exp(normal), 0.95), 1.0
        elif name == "fraction of 0.8":
            found, truth = intervals.fraction(rng.random(seeds) < 0.8, 0.95), 0.8
        else:  # a slope of a five-point mean curve of lognormal seeds, spread 0.5 in the logarithm
            curves = SIZES**-0.5 * np.exp(0.5 * rng.standard_normal((seeds, 5)))
            found = intervals.fitted(curves, lambda curve: loglog_slope(SIZES, curve), 0.95)
            truth = -0.5
        held += found.low <= truth <= found.high
    return held / trials


INTERVALS = (
    "mean, normal",
    "mean, exponential",
    "mean, lognormal",
    "geometric mean, lognormal",
    "median, lognormal",
    "fraction of 0.8",
    "slope",
)


def main() -> None:
    """Print the tables in Markdown."""
    print(f"| law, estimate | seeds | {' | '.join(f'points: {points}' for points in POINTS)} |")
    print("|---|---|" + "---|" * len(POINTS))
    for law in LAWS:
        slow = law.startswith("exponent, ")
        for seeds in SEEDS:
            rates = [
                false_rates(law, seeds, points, TRIALS // 4 if slow or points > 4 else TRIALS)
                for points in (POINTS[:2] if slow else POINTS)
            ]
            rates += [(math.nan, math.nan)] * (len(POINTS) - len(rates))
            print(
                f"| {law} | {seeds} | "
                f"{' | '.join(f'{100 * a:.1f}, {100 * b:.1f}' for a, b in rates)} |".replace(
                    "nan, nan", "-"
                )
            )
    print("\n| seeds at the first look | reproduced, not reproduced |\n|---|---|")
    for seeds in SEEDS:
        rates = rates_of_a_second_look(seeds)
        print(f"| {seeds} | {', '.join(f'{100 * rate:.1f}' for rate in rates)} |")
    print(f"\n| interval | {' | '.join(f'{seeds} seeds' for seeds in SEEDS)} |")
    print("|---|" + "---|" * len(SEEDS))
    for name in INTERVALS:
        print(f"| {name} | {' | '.join(f'{100 * coverage(name, seeds):.1f}' for seeds in SEEDS)} |")


if __name__ == "__main__":
    main()
