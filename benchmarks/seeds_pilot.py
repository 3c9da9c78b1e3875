"""A finished run whose claims are judged with fewer seeds, what seeds cost, and how many figures
need.
"""

import csv
import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pandas as pd

from feature_learning.core.setting import Scalar
from feature_learning.core.tables import Tables
from feature_learning.pipeline.declare.catalogue import Catalogue
from feature_learning.pipeline.declare.claim import Claim, claim_id
from feature_learning.pipeline.forecast.measured import jobs_of
from feature_learning.pipeline.run.claims import ClaimJudge
from feature_learning.statistics.intervals import SEEDS_FOR_A_FIT
from feature_learning.statistics.tallies import HEADLINE
from feature_learning.statistics.verdicts import MIXED, NOT_REPRODUCED, REPRODUCED, Judgement

DECIDED = (REPRODUCED, MIXED, NOT_REPRODUCED)
FEWEST = 4
"""The least rows of the evidence: one more than the interval of a mean needs."""
_AVERAGES = {"mean", "geometric mean", "fraction"}
"""The kinds of drawn estimates whose intervals exist with `FEWEST` rows."""

Kept = Mapping[str, int]
"""The seeds of each experiment of a paper."""


class FirstSeeds(Tables):
    """The tables of a paper, of which each experiment has its first seeds alone.

    Parameters
    ----------
    whole
        The tables with all seeds.
    kept
        How many seeds each experiment keeps; one that is absent keeps all.
    """

    def __init__(self, whole: Tables, kept: Kept) -> None:
        vars(self).update(vars(whole))
        self.read, self.predicted = set(), set()
        self._kept = kept

    def runs(self, experiment: str, **where: Scalar) -> pd.DataFrame:
        """Return the rows of the first seeds, as `Tables.runs` does."""
        found = super().runs(experiment, **where)
        kept = found["seed"] < self._kept.get(experiment, math.inf)
        return found[kept].reset_index(drop=True)


@dataclass(frozen=True)
class Tested:
    """A claim that rests on seeds.

    Attributes
    ----------
    figure, own
        Its figure and its name there.
    claim
        Its declaration.
    reads
        The simulated experiments that it reads.
    whole
        The judgement with all seeds.
    """

    figure: str
    own: str
    claim: Claim
    reads: frozenset[str]
    whole: Judgement

    @property
    def name(self) -> str:
        """The full id."""
        return claim_id(self.figure, self.own)

    @property
    def counts(self) -> bool:
        """True if all seeds decide it and it tests a document or a theory."""
        return self.whole.verdict in DECIDED and self.claim.rests_on in HEADLINE


def _bounded(judgement: Judgement) -> int:
    return sum(math.isfinite(one.low) or math.isfinite(one.high) for one in judgement.found)


@dataclass(frozen=True)
class Pilot:
    """The finished run of one paper.

    Attributes
    ----------
    paper, scale
        The paper and the scale.
    results
        The folder of the run.
    claims
        The paper's claims at this scale, by figure and name.
    declared
        The seeds of each experiment.
    """

    paper: str
    scale: str
    results: Path
    claims: Sequence[tuple[str, str, Claim]]
    declared: Kept

    @cached_property
    def _tables(self) -> Tables:
        return Tables(self.results, self.paper)

    def _judge(self, kept: Kept) -> tuple[ClaimJudge, Tables]:
        tables = FirstSeeds(self._tables, kept)
        return ClaimJudge(self.paper, self.scale, self.results, tables=tables), tables

    @cached_property
    def tested(self) -> list[Tested]:
        """The claims that rest on seeds."""
        judge, tables = self._judge({})
        found = []
        for figure, own, claim in self.claims:
            if self.scale in claim.scales:
                judgement = judge(figure, own, claim)
                reads = frozenset(one for one in tables.read if self.declared.get(one))
                if judgement.seeds and reads:
                    found.append(Tested(figure, own, claim, reads, judgement))
        return found

    def judged(self, kept: Kept, experiment: str = "") -> dict[str, Judgement]:
        """Return the judgements of the claims by name, if an experiment is given of those that read
        it.

        Parameters
        ----------
        kept, experiment
            The seeds, and the experiment.
        """
        judge, _ = self._judge(kept)
        return {
            one.name: judge(one.figure, one.own, one.claim)
            for one in self.tested
            if not experiment or experiment in one.reads
        }

    def lost(self, judged: Mapping[str, Judgement]) -> set[str] | None:
        """Return the counted claims that some judgements lose; None if a claim loses an interval
        that all seeds give, because its figure needs more seeds.
        """
        known = {one.name: one for one in self.tested}
        if any(_bounded(now) < _bounded(known[name].whole) for name, now in judged.items()):
            return None
        return {
            name
            for name, now in judged.items()
            if known[name].counts and now.verdict != known[name].whole.verdict
        }


def pilots(catalogue: Catalogue, results: Path) -> dict[str, Pilot]:
    """Return the papers of a finished run.

    Parameters
    ----------
    catalogue, results
        What was run, and its folder.
    """
    found = {}
    for key, paper in catalogue.papers.items():
        claims = [
            (figure, own, claim)
            for figure, declared in paper.figures.items()
            for own, claim in declared.claims.items()
        ]
        seeds = {name: design.seeds for name, design in paper.experiments.items() if design.seeds}
        found[key] = Pilot(key, catalogue.config.scale, results, claims, seeds)
    return found


def prices(benchmarks: Path, catalogue: Catalogue) -> dict[str, float]:
    """Return the CPU seconds of one seed of each experiment, with its part of the sampling.

    Parameters
    ----------
    benchmarks, catalogue
        ``results/<run>/benchmarks``, and what was run.
    """
    found: dict[str, float] = defaultdict(float)
    for job, record in jobs_of(benchmarks):
        if job.stage in ("sample", "train"):
            seeds = catalogue.experiment(job.paper, job.name).seeds
            found[f"{job.paper}/{job.name}"] += record["cpu_s"] / seeds
    return found


def floors(catalogue: Catalogue, figures: Path) -> dict[str, int]:
    """Return the least seeds of each experiment: enough for the intervals of what its figures draw.

    Independent replicas of a seed are rows of their own. Of a figure that draws another estimate
    than an average, such as a fit or a median, every experiment needs `SEEDS_FOR_A_FIT` rows.

    Parameters
    ----------
    catalogue, figures
        What was run, and the folder of its figures.
    """
    found: dict[str, int] = {}
    for key, paper in catalogue.papers.items():
        for name, design in paper.experiments.items():
            drawn = [own for own, figure in paper.figures.items() if name in figure.reads]
            kinds = {kind for own in drawn for kind in _kinds(figures / key / f"{own}.csv")}
            rows = FEWEST if kinds <= _AVERAGES else SEEDS_FOR_A_FIT
            replicas: Any = design.fixed.get("replicas", 1)
            found[f"{key}/{name}"] = max(2, math.ceil(rows / replicas))
    return found


def _kinds(points: Path) -> set[str]:
    """Return the kinds of the estimates that a figure draws with intervals."""
    if not points.exists():
        return set()
    with points.open(encoding="utf-8", newline="") as file:
        return {row.get("kind") or "" for row in csv.DictReader(file) if row.get("low")}
