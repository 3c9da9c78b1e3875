"""Stage ``claims``: the verdict on every claim of one paper."""

import importlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pyarrow as pa

from feature_learning.core import parquet
from feature_learning.core.errors import MissingError, UserError
from feature_learning.core.regions import excluded
from feature_learning.core.tables import Tables
from feature_learning.pipeline.declare.claim import Claim, claim_id
from feature_learning.pipeline.run.quantities import quantities_of, rival_at
from feature_learning.pipeline.run.task import Task
from feature_learning.statistics.quantity import Quantity
from feature_learning.statistics.verdicts import (
    ERROR,
    NEEDS_LARGER,
    NOT_TESTABLE,
    Judgement,
    judge,
    seeds_of,
)

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
        *((name, pa.int64()) for name in ("seeds", "diverged", "seeds_needed")),
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
            rows = verdicts(
                paper, scale, Path(task["results"]), task["claims"], changed=task["changed"]
            )
        parquet.write(rows, task.out, {"paper": paper, "scale": scale})


def verdicts(
    paper: str, scale: str, results: Path, figures: Mapping[str, Any], *, changed: bool
) -> pa.Table:
    """Return the verdicts on the claims of a paper, one row each.

    Parameters
    ----------
    paper, scale, results, changed
        As for `ClaimJudge`.
    figures
        The declarations of the claims, by figure.
    """
    judge_claim = ClaimJudge(paper, scale, results, changed=changed)
    rows = [
        {
            "paper": paper,
            "claim": claim_id(figure, name),
            "figure": figure,
            **_row(claim, judge_claim(figure, name, claim)),
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


@dataclass(frozen=True)
class Found:
    """What a claim is tested on.

    Attributes
    ----------
    parts
        Its quantities.
    rival : (points,)
        What they would be if it were false; None where the claim names no rival.
    reads
        The experiments that they come from.
    """

    parts: Sequence[Quantity]
    rival: Sequence[float] | None
    reads: frozenset[str]

    @property
    def seeds(self) -> int:
        """The seeds that it rests on, 0 if all is computed."""
        return seeds_of(self.parts)


class ClaimJudge:
    """The judge of one paper's claims.

    Parameters
    ----------
    paper, scale
        The paper and the scale.
    results
        The folder of the run.
    changed
        Whether overrides changed values of the paper, so points of a claim may be missing.
    tables
        The tables to read, by default the tables of the run.
    """

    def __init__(
        self,
        paper: str,
        scale: str,
        results: Path,
        *,
        changed: bool = False,
        tables: Tables | None = None,
    ) -> None:
        self._paper, self._scale, self._changed = paper, scale, changed
        self._tables = tables or Tables(results, paper)

    def find(self, figure: str, name: str, claim: Claim) -> Found:
        """Return what a claim of a figure is tested on.

        Raises
        ------
        UserError
            Something is wrong with what the claim requires.
        """
        self._tables.read.clear()
        self._tables.predicted.clear()
        named = importlib.import_module(f"feature_learning.papers.{self._paper}.quantities")
        parts = quantities_of(claim.parts, self._tables, named)
        rival: Sequence[float] | None = None
        if claim.rival:
            rival = rival_at(claim.rival.value, parts, self._tables, named)
        if reason := next(filter(None, map(self._tables.not_covered, self._tables.predicted)), ""):
            raise MissingError(f"no prediction: {reason}")
        return Found(parts, rival, frozenset(self._tables.read))

    def __call__(self, figure: str, name: str, claim: Claim) -> Judgement:
        """Return the verdict on a claim."""
        if self._scale not in claim.scales:
            return Judgement(NEEDS_LARGER, 0, 0, 0, [], [], [])
        absent = (MissingError, LookupError, ValueError) if self._changed else ()
        try:
            return judged(claim, self.find(figure, name, claim))
        except absent as error:
            why = f"Not testable with these values: {error}."
            return Judgement(NOT_TESTABLE, 0, 0, 0, [], [], [], why=why)
        except UserError as error:
            raise UserError(f"claim {claim_id(figure, name)}: {error}") from None


def judged(claim: Claim, found: Found) -> Judgement:
    """Return the verdict, with the rival at each point; none if the claim cannot fail."""
    judgement = judge(claim, found.parts, ERROR)
    if found.rival is None:
        return judgement
    apart = excluded(found.rival, judgement.regions)
    judgement = replace(judgement, rival=found.rival, excluded=apart)
    return replace(judgement, verdict=NEEDS_LARGER) if judgement.cannot_fail else judgement


def _row(claim: Claim, judgement: Judgement) -> dict[str, Any]:
    remark = claim.remark
    if judgement.cannot_fail:
        remark = f"It cannot fail: no region ({test_in_words(claim)}) excludes its rival. {remark}"
    remark = " ".join(filter(None, [judgement.why, remark]))
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
