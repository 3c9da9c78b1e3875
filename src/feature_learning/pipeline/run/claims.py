"""Stage ``claims``: the verdict on every claim of one paper."""

import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pyarrow as pa

from feature_learning.core import parquet
from feature_learning.core.errors import UserError
from feature_learning.core.regions import excluded
from feature_learning.core.tables import Tables
from feature_learning.pipeline.declare.functions import claim_function
from feature_learning.pipeline.declare.looks import MOST, Seeds, distinct
from feature_learning.pipeline.declare.schema import Claim, claim_id
from feature_learning.pipeline.run.task import Task
from feature_learning.statistics.evidence import Evidence
from feature_learning.statistics.rivals import rival_values
from feature_learning.statistics.verdicts import ERROR, INCONCLUSIVE, NOT_TESTABLE, Judgement, judge

_LIST = pa.list_(pa.float64())
SCHEMA = pa.schema(
    [
        *(
            (name, pa.string())
            for name in (
                "paper",
                "claim",
                "figure",
                "says",
                "kind",
                "basis",
                "test",
                "rival",
                "verdict",
                "remark",
            )
        ),
        ("statements", pa.list_(pa.string())),
        *((name, pa.int64()) for name in ("seeds", "diverged", "seeds_needed", "look")),
        ("points", pa.list_(pa.string())),
        *((name, _LIST) for name in ("estimate", "low", "high", "accepted_low", "accepted_high")),
        ("rival_value", _LIST),
        ("rival_excluded", pa.list_(pa.bool_())),
    ]
)


def run(task: Task) -> None:
    """Judge each declared claim on its evidence and write one row per claim."""
    paper, scale = task["paper"], task["scale"]
    with task.recorded() as watch:
        with watch.science():
            rows = verdicts(paper, scale, Path(task["results"]), task["claims"], task["looks"])
        parquet.write(rows, task.out, {"paper": paper, "scale": scale})


def verdicts(
    paper: str, scale: str, results: Path, figures: Mapping[str, Any], looks: Sequence[Seeds]
) -> pa.Table:
    """Return the verdicts on the claims of a paper, one row each.

    Parameters
    ----------
    paper, scale, results, looks
        As for `ClaimJudge`.
    figures
        The declarations of the claims, by figure.
    """
    judge_claim = ClaimJudge(paper, scale, results, looks)
    rows = [
        {
            "paper": paper,
            "claim": claim_id(figure, name),
            "figure": figure,
            **_row(claim, *judge_claim(figure, name, claim)),
        }
        for figure, name, claim in declared_claims(figures)
    ]
    return pa.Table.from_pylist(rows, schema=SCHEMA)


def declared_claims(figures: Mapping[str, Any]) -> list[tuple[str, str, Claim]]:
    """Return the figure, the id and the declaration of each claim."""
    return [
        (figure, name, Claim.model_validate(raw))
        for figure, declared in figures.items()
        for name, raw in declared.get("claims", {}).items()
    ]


def evidence_function(paper: str, figure: str, claim: str) -> Callable[[Tables], Evidence]:
    """Import the function that gives the evidence of a claim.

    Parameters
    ----------
    paper, figure, claim
        The paper's key, the figure's id and the claim's id below it.

    Raises
    ------
    UserError
        There is none.
    """
    function = claim_function(figure, claim)
    module = importlib.import_module(f"feature_learning.papers.{paper}.{function.module}")
    found: Callable[[Tables], Evidence] | None = getattr(module, function.name, None)
    if found is None:
        raise UserError(
            f"{paper}/{function.declared}, but {paper}/{function.file} has no function "
            f"{function.name}"
        )
    return found


class ClaimJudge:
    """The judge of one paper's claims.

    Parameters
    ----------
    paper, scale
        The paper and the scale.
    results
        The folder of the run.
    looks
        The seeds of its experiments at each look, if seeds were added.
    """

    def __init__(self, paper: str, scale: str, results: Path, looks: Sequence[Seeds] = ()) -> None:
        self._paper, self._scale = paper, scale
        self._looks = looks
        self._tables = cache(lambda seeds: Tables(results, paper, dict(seeds)))

    def evidence(
        self, figure: str, claim: str, seeds: Seeds | None = None
    ) -> tuple[Evidence, set[str]]:
        """Return the evidence for a claim and the experiments that it comes from.

        Parameters
        ----------
        figure, claim
            The ids of the figure and of its claim.
        seeds
            How many seeds of which experiment count; by default all.

        Raises
        ------
        UserError
            The claim has no function, or the function found something wrong.
        """
        function = evidence_function(self._paper, figure, claim)
        tables = self._tables(tuple(sorted((seeds or {}).items())))
        tables.read.clear()
        return function(tables), set(tables.read)

    def __call__(self, figure: str, name: str, claim: Claim) -> tuple[Judgement, int]:
        """Return the verdict on a claim and the look that it comes from; 0 if what it reads was
        never to get more seeds.

        A claim that may get several looks has its share of the error at each, the first one
        included, so that the probability of a wrong verdict stays what it is with one look. The
        first look that decides counts.
        """
        if self._scale not in claim.scales:
            return Judgement(NOT_TESTABLE, 0, 0, 0, [], [], []), 0
        try:
            evidence, read = self.evidence(figure, name)
            looks = distinct(self._looks, read)
            if not looks:
                return judged(claim, evidence, ERROR), 0
            found = [
                (judged(claim, self.evidence(figure, name, seeds)[0], ERROR / MOST), look)
                for look, seeds in enumerate(looks, 1)
            ]
            return next((pair for pair in found if pair[0].verdict != INCONCLUSIVE), found[-1])
        except UserError as error:
            raise UserError(f"claim {claim_id(figure, name)}: {error}") from None


def judged(claim: Claim, evidence: Evidence, error: float) -> Judgement:
    """Return the verdict, with the rival at each point; none if the claim cannot fail."""
    judgement = judge(claim, evidence, error)
    if claim.rival is None:
        return judgement
    values = rival_values(claim.rival, evidence)
    judgement = replace(judgement, rival=values, excluded=excluded(values, judgement.regions))
    return replace(judgement, verdict=NOT_TESTABLE) if judgement.cannot_fail else judgement


def _row(claim: Claim, judgement: Judgement, look: int) -> dict[str, Any]:
    remark = claim.remark
    if judgement.cannot_fail:
        remark = f"It cannot fail: no region ({test_in_words(claim)}) excludes its rival. {remark}"
    return {
        "says": claim.says,
        "kind": claim.kind,
        "basis": claim.rests_on,
        "statements": claim.statements,
        "test": test_in_words(claim),
        "rival": claim.rival.says if claim.rival else "",
        "verdict": judgement.verdict,
        "remark": remark.strip(),
        "seeds": judgement.seeds,
        "diverged": judgement.diverged,
        "seeds_needed": judgement.seeds_needed,
        "look": look,
        "points": judgement.points,
        "estimate": [interval.estimate for interval in judgement.found],
        "low": [interval.low for interval in judgement.found],
        "high": [interval.high for interval in judgement.found],
        "accepted_low": [low for low, _ in judgement.regions],
        "accepted_high": [high for _, high in judgement.regions],
        "rival_value": judgement.rival,
        "rival_excluded": judgement.excluded,
    }


def test_in_words(claim: Claim) -> str:
    """Return the declared test in words."""
    if claim.within is not None:
        return f"within [{claim.within[0]:g}, {claim.within[1]:g}]"
    if claim.above is not None:
        return f"above {claim.above:g}"
    if claim.below is not None:
        return f"below {claim.below:g}"
    assert claim.margin is not None
    if claim.margin.absolute is not None:
        return f"prediction ± {claim.margin.absolute:g}"
    return f"prediction ± {100 * (claim.margin.relative or 0):g}%"
