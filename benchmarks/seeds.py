"""The seeds that a run does not need, by their price, from a pilot under another master seed:

snakemake figures/all --config seed=1
PYTHONPATH=src python benchmarks/seeds.py --seed 1 --budget 800

A claim is kept while the first seeds of an experiment give it the verdict that all seeds give. The
seeds that cost most CPU time per lost claim go first, until sampling and training fit the budget.
"""

import argparse
import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from seeds_pilot import Pilot, floors, pilots, prices

from feature_learning.pipeline.declare.project import configured

STEP = 0.75
"""A step keeps this fraction of the seeds."""
CHEAP = 4.0
"""CPU seconds below which an experiment keeps its seeds."""


@dataclass(frozen=True)
class Step:
    """Fewer seeds of an experiment: the CPU seconds saved, and the claims lost anew."""

    paper: str
    experiment: str
    seeds: int
    saved: float
    lost: frozenset[str]

    @property
    def worth(self) -> tuple[float, float]:
        """The seconds saved per lost claim, then in all; larger is better."""
        return (self.saved / len(self.lost) if self.lost else math.inf, self.saved)


@dataclass
class Choice:
    """The seeds of all experiments, which shrink step by step.

    Attributes
    ----------
    pilots
        The papers by key.
    prices
        The CPU seconds of one seed of each experiment, by ``paper/experiment``.
    floors
        The least seeds of each experiment.
    kept, lost
        The present seeds by paper and experiment, and the claims lost by paper.
    """

    pilots: Mapping[str, Pilot]
    prices: Mapping[str, float]
    floors: Mapping[str, int]
    kept: dict[str, dict[str, int]] = field(default_factory=dict)
    lost: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))

    def __post_init__(self) -> None:
        """Begin with all seeds."""
        self.kept |= {key: dict(pilot.declared) for key, pilot in self.pilots.items()}

    @property
    def seconds(self) -> float:
        """The CPU seconds of the present seeds."""
        return sum(
            seeds * self.prices.get(f"{key}/{name}", 0.0)
            for key, kept in self.kept.items()
            for name, seeds in kept.items()
        )

    @property
    def decided(self) -> int:
        """The claims that the present seeds decide as all seeds do."""
        every = sum(one.counts for pilot in self.pilots.values() for one in pilot.tested)
        return every - sum(map(len, self.lost.values()))

    def steps(self, key: str, name: str) -> Iterator[Step]:
        """Yield each smaller number of seeds that an experiment can have now."""
        pilot, kept, price = self.pilots[key], self.kept[key], self.prices.get(f"{key}/{name}", 0.0)
        for seeds in ladder(kept[name], self.floors[f"{key}/{name}"]):
            lost = pilot.lost(pilot.judged({**kept, name: seeds}, name))
            if lost is None:
                return
            new = lost - self.lost[key]
            yield Step(key, name, seeds, (kept[name] - seeds) * price, frozenset(new))

    def shrink(self, budget: float) -> Iterator[Step]:
        """Take the best step until the seeds fit the budget, and yield each."""
        found: dict[tuple[str, str], list[Step]] = {
            (key, name): list(self.steps(key, name))
            for key, kept in self.kept.items()
            for name, seeds in kept.items()
            if seeds * self.prices.get(f"{key}/{name}", 0.0) >= CHEAP
        }
        while self.seconds > budget and (every := [one for own in found.values() for one in own]):
            step = max(every, key=lambda one: one.worth)
            key, pilot = step.paper, self.pilots[step.paper]
            self.kept[key][step.experiment] = step.seeds
            self.lost[key] = pilot.lost(pilot.judged(self.kept[key])) or set()
            near = {
                name for one in pilot.tested if step.experiment in one.reads for name in one.reads
            }
            for name in {step.experiment, *near}:
                if (key, name) in found:
                    found[key, name] = list(self.steps(key, name))
            yield step


def ladder(seeds: int, floor: int) -> Iterator[int]:
    """Yield smaller and smaller numbers of seeds, down to the floor.

    >>> list(ladder(16, 5)), list(ladder(3, 4))
    ([12, 9, 7, 5], [])
    """
    while seeds > floor:
        seeds = max(floor, min(seeds - 1, round(STEP * seeds)))
        yield seeds


def report(choice: Choice, steps: Sequence[Step], curve: Sequence[tuple[float, int]]) -> str:
    """Return the table of changed experiments with the claims that each loses, then the curve.

    Parameters
    ----------
    choice, steps
        The final seeds, and the steps to them.
    curve
        The CPU seconds and the decided claims before the first step and after each.
    """
    lines = [f"{'experiment':<36}{'seeds':>6}{'kept':>6}{'s saved':>9}  lost"]
    lost: dict[str, dict[str, None]] = defaultdict(dict)
    for step in steps:
        lost[f"{step.paper}/{step.experiment}"] |= dict.fromkeys(sorted(step.lost))
    for whole, names in lost.items():
        key, _, name = whole.partition("/")
        before, after = choice.pilots[key].declared[name], choice.kept[key][name]
        saved = (before - after) * choice.prices[whole]
        left = [one for one in names if one in choice.lost[key]]
        lines.append(f"{whole:<36}{before:>6}{after:>6}{saved:>9.1f}  {', '.join(left)}")
    lines += ["", f"{'CPU s':>8}{'decided':>9}"]
    lines += [f"{seconds:>8.0f}{decided:>9}" for seconds, decided in curve]
    return "\n".join(lines)


def main() -> None:
    """Print the seeds to drop, what that saves, and which claims it loses."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--budget", type=float, required=True, help="CPU s to sample and train")
    parser.add_argument("--scale")
    parser.add_argument("--seed", type=int, help="the pilot's master seed")
    parser.set_defaults(name=None, configfile=None)
    args = parser.parse_args()
    catalogue = configured(args)
    results = Path("results", catalogue.config.run)
    choice = Choice(
        pilots(catalogue, results),
        prices(results / "benchmarks", catalogue),
        floors(catalogue, Path("figures", catalogue.config.drawn)),
    )
    steps, curve = [], [(choice.seconds, choice.decided)]
    for step in choice.shrink(args.budget):
        steps.append(step)
        curve.append((choice.seconds, choice.decided))
    print(report(choice, steps, curve))


if __name__ == "__main__":
    main()
