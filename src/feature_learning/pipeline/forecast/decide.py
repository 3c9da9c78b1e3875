"""``feature-learning decide``: add seeds where a verdict is still open, in at most three looks."""

import argparse
import math
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from feature_learning.core.errors import UserError
from feature_learning.pipeline.declare.catalogue import Catalogue
from feature_learning.pipeline.declare.looks import MOST, distinct
from feature_learning.pipeline.declare.project import configured, snakemake_options
from feature_learning.pipeline.forecast.costs import CostModel
from feature_learning.pipeline.forecast.plan import check_target, machine_factor
from feature_learning.pipeline.forecast.seeds import Judgeable, claims_of, seed_seconds
from feature_learning.statistics.power import MOST_SEEDS, seeds_to_decide
from feature_learning.statistics.verdicts import ERROR, INCONCLUSIVE

_UNITS = {"s": 1.0, "m": 60.0, "h": 3600.0}


@dataclass(frozen=True)
class Addition:
    """The seeds that would decide a claim: the new numbers by experiment."""

    claim: Judgeable
    seeds: Mapping[str, int]


def run(args: argparse.Namespace) -> None:
    """Add seeds for the open claims of a target, look by look, until all are decided or the looks
    or the budget are spent.

    Raises
    ------
    UserError
        Invalid target or budget, or Snakemake fails.
    """
    budget = seconds_of(args.budget) if args.budget else math.inf
    _check(args.target, configured(args))
    if not args.dry_run:
        _begin(args.target, configured(args))
        _snakemake(args)  # the first look, or one that was interrupted
    while True:
        catalogue = configured(args)
        results = Path("results", catalogue.config.run)
        claims = list(_open(args.target, catalogue, results))
        model = CostModel(catalogue)
        factor = machine_factor(catalogue, model)
        costs = {name: factor * seconds for name, seconds in seed_seconds(catalogue, model).items()}
        declared = {
            f"{paper}/{name}": design.seeds
            for paper, one in catalogue.papers.items()
            for name, design in one.experiments.items()
        }
        needed = list(_additions(claims, catalogue))
        chosen, cost = affordable(needed, declared, costs, budget)
        print(report(claims, needed, chosen, cost), flush=True)
        if not chosen or args.dry_run:
            return
        catalogue.looks.added(_joined(chosen), declared).write(results)
        budget -= cost
        _snakemake(args)


def seconds_of(text: str) -> float:
    """Return a time in seconds.

    >>> seconds_of("30m"), seconds_of("2h"), seconds_of("90")
    (1800.0, 7200.0, 90.0)

    Raises
    ------
    UserError
        The text is not a time.
    """
    found = re.fullmatch(r"(\d+(?:\.\d+)?)([smh]?)", text)
    if found is None:
        raise UserError(f"--budget {text} is not a time; write 90s, 30m or 2h (of CPU time)")
    return float(found[1]) * _UNITS[found[2] or "s"]


def _check(target: str, catalogue: Catalogue) -> None:
    check_target(target, catalogue)
    if not _judged(target, catalogue):
        raise UserError(
            f"{target} has no verdicts of its own: name figures/all, a paper, such as "
            f"figures/{next(iter(catalogue.papers))}, or a figure with claims"
        )


def _begin(target: str, catalogue: Catalogue) -> None:
    """Note that the experiments of the target may get more seeds, which splits the error of every
    claim on them over the looks.
    """
    declared = {
        f"{key}/{name}": design.seeds
        for key, figure in _judged(target, catalogue).items()
        for name, design in catalogue.papers[key].experiments.items()
        if design.seeds and (not figure or name in catalogue.papers[key].figures[figure].reads)
    }
    begun = catalogue.looks.begun(declared)
    if begun.states != catalogue.looks.states:
        begun.write(Path("results", catalogue.config.run))


def _judged(target: str, catalogue: Catalogue) -> dict[str, str]:
    """Return the papers of a target, each with the figure whose claims are judged, or empty."""
    _, _, name = target.partition("/")
    if name == "all":
        return dict.fromkeys(catalogue.papers, "")
    key, _, figure = name.partition("/")
    paper = catalogue.papers.get(key)
    judged = paper and (not figure or (figure in paper.figures and paper.figures[figure].claims))
    return {key: figure} if judged else {}


def _open(target: str, catalogue: Catalogue, results: Path) -> Iterator[Judgeable]:
    """Yield the undecided claims of papers and theories."""
    for paper, figure in _judged(target, catalogue).items():
        for claim in claims_of(catalogue, results, paper, figure):
            if claim.verdict == INCONCLUSIVE and claim.headline:
                yield claim


def _additions(claims: Sequence[Judgeable], catalogue: Catalogue) -> Iterator[Addition]:
    """Yield what each open claim needs, for those that have a look left and that seeds can
    decide.
    """
    for claim in claims:
        own = {name.partition("/")[2] for name in claim.experiments}
        if len(distinct(catalogue.looks.of(claim.paper), own)) < MOST:
            rows = seeds_to_decide(claim.claim, claim.evidence, ERROR / MOST)
            more = (
                {}
                if rows is None
                else {
                    name: seeds
                    for name, seeds in claim.seeds(rows).items()
                    if seeds > claim.experiments[name]
                }
            )
            if more:
                yield Addition(claim, more)


def affordable(
    additions: Sequence[Addition],
    declared: Mapping[str, int],
    costs: Mapping[str, float],
    budget: float,
) -> tuple[list[Addition], float]:
    """Return the additions that fit into a budget, and what they cost together.

    Parameters
    ----------
    additions
        What the open claims need.
    declared
        The seeds that experiments have.
    costs
        What one seed of each experiment costs, in CPU seconds.
    budget
        CPU seconds.

    Notes
    -----
    Claims on one experiment share its seeds, so the claim that adds least to the cost so far comes
    next.
    """

    def cost(chosen: Sequence[Addition]) -> float:
        return sum(
            (seeds - declared[name]) * costs[name] for name, seeds in _joined(chosen).items()
        )

    chosen: list[Addition] = []
    left = list(additions)
    while left:
        cheapest = min(left, key=lambda one: cost([*chosen, one]))
        if cost([*chosen, cheapest]) > budget:
            break
        chosen.append(cheapest)
        left.remove(cheapest)
    return chosen, cost(chosen)


def _joined(chosen: Sequence[Addition]) -> dict[str, int]:
    found: dict[str, int] = {}
    for addition in chosen:
        for name, seeds in addition.seeds.items():
            found[name] = max(seeds, found.get(name, 0))
    return found


def report(
    claims: Sequence[Judgeable], needed: Sequence[Addition], chosen: Sequence[Addition], cost: float
) -> str:
    """Return what is open, what will be added, and what that costs.

    Parameters
    ----------
    claims
        The open claims.
    needed
        What those need that seeds can decide and that have a look left.
    chosen
        Those that fit into the budget.
    cost
        What these cost together, in CPU seconds.
    """
    lines = [f"{len(claims)} claims of papers and theories are open"]
    for claim in claims:
        addition = next((one for one in needed if one.claim is claim), None)
        if addition is None:
            said = f"no number of seeds up to {MOST_SEEDS} decides, or its looks are spent"
        else:
            seeds = ", ".join(
                f"{name} {claim.experiments[name]} -> {count}"
                for name, count in addition.seeds.items()
            )
            said = seeds if addition in chosen else f"{seeds}: beyond the budget"
        lines.append(f"  {claim.paper}: {claim.name}: {said}")
    if chosen:
        lines.append(
            f"one more look, each at level {100 * ERROR / MOST:.1f} %: about {cost:.0f} s of CPU "
            "time"
        )
    return "\n".join(lines)


def _snakemake(args: argparse.Namespace) -> None:
    catalogue, cores = configured(args), str(args.cores or os.cpu_count() or 1)
    # A figure does not bring its verdicts, as a paper does.
    verdicts = [
        f"verdicts/{key}/{own}" for key, own in _judged(args.target, catalogue).items() if own
    ]
    command = [sys.executable, "-m", "snakemake", args.target, *verdicts, "--cores", cores]
    if subprocess.run([*command, *snakemake_options(args, catalogue)]).returncode:
        raise UserError(
            "Snakemake failed (see above); what was finished is kept, and the same command goes on "
            "from there"
        )
