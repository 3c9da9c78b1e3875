"""Stage ``claims``: the verdict on every claim of one paper."""

from __future__ import annotations

import argparse
import importlib
import json
from types import ModuleType
from typing import Any

import pyarrow as pa

from feature_learning.core import parquet
from feature_learning.core.errors import UserError
from feature_learning.core.tables import Tables
from feature_learning.pipeline.declare.schema import Claim, claim_id
from feature_learning.pipeline.run.timing import recorded
from feature_learning.statistics.verdicts import NOT_TESTABLE, Judgement, judge

_LIST = pa.list_(pa.float64())
SCHEMA = pa.schema(
    [
        *((name, pa.string()) for name in ("paper", "claim", "figure", "says", "kind", "basis", "test", "verdict", "remark")),
        *((name, pa.int64()) for name in ("seeds", "diverged", "seeds_needed")),
        ("points", pa.list_(pa.string())),
        *((name, _LIST) for name in ("estimate", "low", "high", "accepted_low", "accepted_high")),
    ]
)


def run(args: argparse.Namespace) -> None:
    """Judge each declared claim on its evidence and write one row per claim."""
    with recorded(args.benchmark, "claims") as watch:
        declared = _declared(args.declarations)
        rows = []
        if declared:
            module = importlib.import_module(f"feature_learning.papers.{args.paper}.claims")
            tables = Tables(args.results, args.paper)
            with watch.science():
                rows = [
                    {"paper": args.paper, "claim": name, "figure": figure, **_row(claim, _judged(module, name, claim, tables, args))}
                    for figure, name, claim in declared
                ]
        parquet.write(pa.Table.from_pylist(rows, schema=SCHEMA), args.out, {"paper": args.paper, "scale": args.scale})


def _declared(text: str) -> list[tuple[str, str, Claim]]:
    """Return the figure, the full id and the declaration of each claim."""
    return [
        (figure, claim_id(figure, name), Claim.model_validate(raw))
        for figure, declared in json.loads(text).items()
        for name, raw in declared.get("claims", {}).items()
    ]


def _judged(module: ModuleType, name: str, claim: Claim, tables: Tables, args: argparse.Namespace) -> Judgement:
    function = getattr(module, name.replace("-", "_"), None)
    if function is None:
        raise UserError(f"{args.paper}/claims.py has no function {name.replace('-', '_')} for the claim {name}")
    if args.scale not in claim.scales:
        return Judgement(NOT_TESTABLE, 0, 0, 0, [], [], [])
    try:
        return judge(claim, function(tables))
    except UserError as error:
        raise UserError(f"claim {name}: {error}") from None


def _row(claim: Claim, judgement: Judgement) -> dict[str, Any]:
    return {
        "says": claim.says,
        "kind": claim.kind,
        "basis": claim.basis,
        "test": test_in_words(claim),
        "verdict": judgement.verdict,
        "remark": claim.remark,
        "seeds": judgement.seeds,
        "diverged": judgement.diverged,
        "seeds_needed": judgement.seeds_needed,
        "points": judgement.points,
        "estimate": [interval.estimate for interval in judgement.found],
        "low": [interval.low for interval in judgement.found],
        "high": [interval.high for interval in judgement.found],
        "accepted_low": [low for low, _ in judgement.regions],
        "accepted_high": [high for _, high in judgement.regions],
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
