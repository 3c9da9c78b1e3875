"""Every paper at the sizes of ``short.yaml``, and its claims' evidence, made once per process."""

from __future__ import annotations

import warnings
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import NamedTuple

import yaml

from feature_learning.core.errors import MissingError
from feature_learning.core.tables import Tables
from feature_learning.pipeline.declare.catalogue import load
from feature_learning.pipeline.run.claims import ClaimJudge, Found
from feature_learning.statistics.verdicts import Judgement, judge
from papers.running import write_results

# What the laptop scale has, at sizes of seconds: claims name the points that they need.
SHORT = load({"overrides": yaml.safe_load(Path(__file__).with_name("short.yaml").read_text())})
SEEDS = 3  # the fewest that a verdict needs
CLAIMS = [
    (paper, figure, claim)
    for paper, declared in SHORT.papers.items()
    for figure, drawn in declared.figures.items()
    for claim in drawn.claims
]


class Judged(NamedTuple):
    """What a claim is judged on, and the judgement."""

    found: Found
    judgement: Judgement


@cache
def results(paper: str) -> Path:
    """Every experiment of a paper, cut short, with three seeds."""
    folder = Path(mkdtemp(prefix=f"{paper}-"))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # at these sizes some solutions are degenerate
        write_results(SHORT, paper, folder, SEEDS)
    return folder


@cache
def tables(paper: str) -> Tables:
    """Return the tables of a paper."""
    return Tables(results(paper), paper)


@cache
def _judge_of(paper: str) -> ClaimJudge:
    return ClaimJudge(paper, "laptop", results(paper))


def find(paper: str, figure: str, claim: str) -> Judged | None:
    """Return a claim's quantities and its judgement, None if its points are of another scale."""
    declared = SHORT.papers[paper].figures[figure].claims[claim]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            own = _judge_of(paper).find(figure, claim, declared)
            its = Judged(own, judge(declared, own.parts))
        except (MissingError, LookupError, ValueError):
            if "laptop" in declared.scales:
                raise
            return None
    return its if its.judgement.points else None


found = cache(find)
