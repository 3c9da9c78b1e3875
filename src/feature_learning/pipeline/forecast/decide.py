"""``feature-learning decide``: the seeds that would decide the open claims of a finished run, as
overrides.
"""

import argparse
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import yaml

from feature_learning.core import parquet
from feature_learning.core.errors import UserError
from feature_learning.pipeline.declare.catalogue import Catalogue
from feature_learning.pipeline.declare.claim import Claim, claim_id
from feature_learning.pipeline.declare.project import configured
from feature_learning.pipeline.declare.targets import check_target, target
from feature_learning.pipeline.forecast.costs import CostModel, Job
from feature_learning.pipeline.forecast.plan import machine_factor
from feature_learning.pipeline.run.claims import ClaimJudge
from feature_learning.statistics.power import MOST_SEEDS, seeds_to_decide
from feature_learning.statistics.quantity import Quantity
from feature_learning.statistics.tallies import HEADLINE
from feature_learning.statistics.verdicts import ERROR, INCONCLUSIVE, seeds_of

_UNITS = {"s": 1.0, "m": 60.0, "h": 3600.0}
_PRICE = """\
# The price: this is a second look at the same claims. With one look a claim that does not hold is
# reproduced in at most {one:.0%} of runs, with two in at most {two:.0%} (docs/statistics.md).
# Declared seeds that are tested under another master seed have no such price."""
_SECOND_LOOK = 0.08
"""Rounded up from 7.7 %, by benchmarks/error_rates.py: seeds are doubled where a claim is open."""


@dataclass(frozen=True)
class Judgeable:
    """A claim of a finished run that rests on seeds.

    Attributes
    ----------
    paper, name
        Its paper and its full id.
    claim
        Its declaration.
    parts
        What the run found.
    experiments
        The simulated experiments that it reads, as ``paper/experiment``, with their seeds.
    verdict
        The verdict of the run.
    """

    paper: str
    name: str
    claim: Claim
    parts: Sequence[Quantity]
    experiments: dict[str, int]
    verdict: str

    @property
    def headline(self) -> bool:
        """True if it counts among the claims on documents or on theory."""
        return self.claim.rests_on in HEADLINE

    def seeds(self, rows: int) -> dict[str, int]:
        """Return the seeds of each experiment that give so many rows of its quantities; a seed may
        have several replicas.
        """
        have = seeds_of(self.parts)
        return {name: -(-rows * seeds // have) for name, seeds in self.experiments.items()}

    def more(self) -> dict[str, int]:
        """Return the seeds that would decide it, where these are more; empty if none do."""
        rows = seeds_to_decide(self.claim, self.parts, ERROR)
        wanted = {} if rows is None else self.seeds(rows)
        return {name: seeds for name, seeds in wanted.items() if seeds > self.experiments[name]}


def claims_of(
    catalogue: Catalogue, results: Path, paper: str, figure: str = ""
) -> Iterator[Judgeable]:
    """Yield the claims of a paper, or of one of its figures, that are tested at this scale and rest
    on seeds.

    Raises
    ------
    UserError
        The tables are not complete.
    """
    judged = results / "claims" / (f"{paper}/{figure}" if figure else paper)
    rows = parquet.read(judged.with_suffix(".parquet"))[0].to_pylist()
    verdicts = {row["claim"]: row["verdict"] for row in rows}
    declared, scale = catalogue.papers[paper], catalogue.config.scale
    judge = ClaimJudge(paper, scale, results)
    for each in [figure] if figure else declared.figures:
        for own, claim in declared.figures[each].claims.items():
            name = claim_id(each, own)
            if scale not in claim.scales or name not in verdicts:
                continue
            found = judge.find(each, own, claim)
            seeds = {
                f"{paper}/{one}": declared.experiments[one].seeds for one in sorted(found.reads)
            }
            simulated = {one: number for one, number in seeds.items() if number}
            if found.seeds and simulated:
                yield Judgeable(paper, name, claim, found.parts, simulated, verdicts[name])


def seed_seconds(catalogue: Catalogue, model: CostModel) -> dict[str, float]:
    """Return the CPU seconds that one more seed of each experiment costs; it draws for itself."""
    return {
        f"{paper}/{name}": sum(
            model.forecast(Job("train", paper, name, setting.label)).seconds
            for setting in catalogue.settings(paper, name)
        )
        for paper, declared in catalogue.papers.items()
        for name, design in declared.experiments.items()
        if design.seeds
    }


def run(args: argparse.Namespace) -> None:
    """Print the overrides that would decide the open claims of a target, as a configuration file.

    Raises
    ------
    UserError
        Invalid target or budget, or the target's verdicts are not there.
    """
    budget = seconds_of(args.budget) if args.budget else math.inf
    catalogue = configured(args)
    check_target(catalogue, args.target)
    results = Path("results", catalogue.config.run)
    claims = [
        claim
        for paper, figure in _judged(args.target, catalogue).items()
        for claim in claims_of(catalogue, results, paper, figure)
        if claim.verdict == INCONCLUSIVE and claim.headline
    ]
    model = CostModel(catalogue)
    factor = machine_factor(catalogue, model)
    costs = {name: factor * seconds for name, seconds in seed_seconds(catalogue, model).items()}
    print(report(claims, costs, budget))


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


def _judged(asked: str, catalogue: Catalogue) -> dict[str, str]:
    """Return the papers of a target, each with the figure whose claims count, or empty for all."""
    _, key, figure = target(asked)
    if key == "all":
        return dict.fromkeys(catalogue.papers, "")
    paper = catalogue.papers.get(key)
    if paper and (not figure or (figure in paper.figures and paper.figures[figure].claims)):
        return {key: figure}
    raise UserError(
        f"{asked} has no verdicts: name figures/all, a paper, such as "
        f"figures/{next(iter(catalogue.papers))}, or a figure with claims"
    )


def report(
    claims: Sequence[Judgeable], costs: Mapping[str, float], budget: float = math.inf
) -> str:
    """Return the overrides for as many open claims as a budget allows.

    Claims of one experiment share its seeds. So the claim that adds least to the cost comes next.

    Parameters
    ----------
    claims
        The open claims.
    costs
        The CPU seconds of one seed of each experiment.
    budget
        CPU seconds.

    Returns
    -------
    text
        YAML: what each claim needs as comments, then ``overrides``.
    """
    wanted = {claim.name: claim.more() for claim in claims}
    have = {name: seeds for claim in claims for name, seeds in claim.experiments.items()}
    seeds: dict[str, int] = {}

    def cost(more: Mapping[str, int]) -> float:
        both = {name: max(more.get(name, 0), seeds.get(name, 0)) for name in {*more, *seeds}}
        return sum((number - have[name]) * costs[name] for name, number in both.items())

    left, said = [claim for claim in claims if wanted[claim.name]], {}
    while left:
        claim = min(left, key=lambda one: cost(wanted[one.name]))
        left.remove(claim)
        more = wanted[claim.name]
        said[claim.name] = ", ".join(
            f"{name} {have[name]} -> {number}" for name, number in more.items()
        )
        if cost(more) > budget:
            said[claim.name] += ": beyond the budget"
            continue
        seeds |= {name: max(number, seeds.get(name, 0)) for name, number in more.items()}
    lines = [f"# {len(claims)} claims of papers and theories are open"]
    for claim in claims:
        nothing = f"no number of seeds up to {MOST_SEEDS} decides"
        lines.append(f"#   {claim.paper}: {claim.name}: {said.get(claim.name, nothing)}")
    if not seeds:
        return "\n".join(lines)
    lines += [
        f"# The seeds below cost about {cost({}):.0f} s of CPU time; only new seeds run:",
        "# feature-learning decide > more.yaml; snakemake figures/all --configfile more.yaml",
        _PRICE.format(one=ERROR, two=_SECOND_LOOK),
    ]
    papers: dict[str, dict[str, dict[str, dict[str, int]]]] = {}
    for name, number in sorted(seeds.items()):
        paper, _, experiment = name.partition("/")
        papers.setdefault(paper, {"experiments": {}})["experiments"][experiment] = {"seeds": number}
    return "\n".join([*lines, yaml.safe_dump({"overrides": papers}, sort_keys=False).rstrip()])
