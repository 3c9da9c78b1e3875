"""Every paper at the sizes of ``short.yaml``, and its claims' evidence, made once per process."""

from __future__ import annotations

import warnings
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import NamedTuple

import yaml

from feature_learning.core.tables import Tables
from feature_learning.pipeline.declare.catalogue import load
from feature_learning.pipeline.run.claims import ClaimJudge
from feature_learning.statistics.evidence import Evidence
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


class Found(NamedTuple):
    """What a claim is judged on, the judgement, and the experiments that were read for it."""

    evidence: Evidence
    judgement: Judgement
    reads: set[str]


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


def find(paper: str, figure: str, claim: str) -> Found | None:
    """Return the evidence of a claim and its judgement, None if its points are of another scale."""
    declared = SHORT.papers[paper].figures[figure].claims[claim]
    if "laptop" not in declared.scales:
        return None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        evidence, reads = _judge_of(paper).evidence(figure, claim)
        return Found(evidence, judge(declared, evidence), reads)


found = cache(find)
