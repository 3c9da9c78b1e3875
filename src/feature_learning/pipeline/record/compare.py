"""``feature-learning compare``: hold a finished run against a record.

A run at the scale and master seed of the record has its rows, up to rounding: tables are compared
number by number, and claims by their intervals. Another scale or master seed has other rows, so
only verdicts are compared.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from feature_learning.core import parquet
from feature_learning.core.errors import UserError
from feature_learning.core.files import read_text
from feature_learning.core.setting import flat
from feature_learning.pipeline.declare.catalogue import Catalogue
from feature_learning.pipeline.declare.experiment import Experiment
from feature_learning.pipeline.declare.project import configured
from feature_learning.pipeline.record.kept import RECORD
from feature_learning.statistics.verdicts import NOT_REPRODUCED, REPRODUCED

ROUNDING = 1e-4
"""Two kinds of processor differ by less than this fraction of a column's largest number, because
single precision rounds by 6e-8 and a thousand roundings may add up. An experiment whose runs
differ by more declares under ``rounding`` why.
"""
_SMALL = 1e-6  # the least number to compare with: where large numbers cancel, rounding remains

SAME, CLOSE, AMPLIFIED = "same bytes", "same to rounding", "amplifies rounding"
AGREES, OTHER, DIFFERS = "agrees within intervals", "other settings or seeds", "differs"
ALIKE, OPEN, OPPOSITE = "same verdict", "another verdict", "opposite verdict"


def run(args: argparse.Namespace) -> None:
    """Print an answer for each table and claim that both have, and fail if something differs."""
    catalogue = configured(args)
    config = catalogue.config
    results, names = Path("results", config.run), (config.run, config.scale, "paper")
    folders = [args.against] if args.against else [RECORD / name for name in names]
    of = "claims" if args.against else "record.json"  # any other run has verdicts
    record = next((folder for folder in folders if (folder / of).exists()), None)
    if record is None:
        raise UserError(f"{folders[0]} has no {of}; give a record or a run with --against")
    path = record / "record.json"
    said = json.loads(read_text(path)) if path.exists() else {}
    alike = (said.get("scale"), said.get("master_seed")) == (config.scale, config.seed)
    print(f"{results} against {record}{'' if alike else ', verdicts only'}")
    found = list(_answers(results, record, catalogue, alike=alike))
    if not found:
        raise UserError(f"{results} has no part of {record}; run snakemake figures/all first")
    for what, name, answer in found:
        print(f"{what:7} {name:<60} {answer}")
    numbers = Counter((what, answer.partition(":")[0]) for what, _, answer in found)
    for (what, kind), number in numbers.items():
        print(f"{what}s: {number} {kind}")
    differing = [name for _, name, answer in found if answer.startswith((DIFFERS, OPPOSITE))]
    if differing:
        raise UserError(f"{len(differing)} differ from {record}: {', '.join(differing)}")


def _answers(
    results: Path, record: Path, catalogue: Catalogue, *, alike: bool
) -> Iterator[tuple[str, str, str]]:
    """Yield what both have (table or claim), its name, and how it compares."""
    for paper, declared in catalogue.papers.items():
        for experiment, design in declared.experiments.items() if alike else ():
            for kind in ("metrics", "theory"):
                name = f"{kind}/{paper}/{experiment}"
                own, kept = (folder / f"{name}.parquet" for folder in (results, record))
                if own.exists() and kept.exists():
                    yield "table", name, _table(own, kept, design, kind)
        own, kept = (folder / "claims" / f"{paper}.parquet" for folder in (results, record))
        if own.exists() and kept.exists():
            before = {row["claim"]: row for row in parquet.read(kept)[0].to_pylist()}
            for row in parquet.read(own)[0].to_pylist():
                if row["claim"] in before:
                    answer = judged(row, before[row["claim"]], alike=alike)
                    yield "claim", f"{paper}/{row['claim']}", answer


def _table(own: Path, kept: Path, design: Experiment, kind: str) -> str:
    if own.read_bytes() == kept.read_bytes():
        return SAME
    found = gaps(parquet.read(own)[0], parquet.read(kept)[0])
    listed = design.simulated | design.theory_points
    values = {"seed", *flat({name: given[0] for name, given in listed.items()})}
    if not found or any(gap > ROUNDING for name, gap in found.items() if name in values):
        return OTHER
    name, worst = max(found.items(), key=lambda item: item[1])
    if not worst:
        return SAME  # other code or packages made the same rows
    apart = f"{name} by {worst:.1g}"
    if worst <= ROUNDING:
        return f"{CLOSE}: {apart}"
    # The theory of an experiment with runs does not amplify their rounding.
    if design.rounding and (kind == "metrics" or not design.seeds):
        return f"{AMPLIFIED}: {apart} ({design.rounding})"
    return f"{DIFFERS}: {apart}"


def judged(own: Mapping[str, Any], kept: Mapping[str, Any], *, alike: bool = True) -> str:
    """Return how two judgements of a claim compare, by their rows of verdict tables.

    In runs that are alike they differ where the intervals of a point are disjoint, or where one run
    reproduces the claim and the other refutes it.
    """
    verdicts = list(dict.fromkeys([own["verdict"], kept["verdict"]]))
    both, opposite = ", ".join(verdicts), set(verdicts) == {REPRODUCED, NOT_REPRODUCED}
    if not alike:
        return f"{OPPOSITE if opposite else OPEN if len(verdicts) == 2 else ALIKE}: {both}"
    if all(own[name] == kept[name] for name in ("points", "estimate", "low", "high", "verdict")):
        return f"{SAME}: {both}"
    intervals = zip(kept["low"], kept["high"], strict=True)
    bounds = dict(zip(kept["points"], intervals, strict=True))
    apart = []
    for point, low, high in zip(own["points"], own["low"], own["high"], strict=True):
        if point in bounds:
            gap = max(low - bounds[point][1], bounds[point][0] - high)
            if gap > ROUNDING * max(abs(low), abs(high), _SMALL):
                apart.append(point)
    if apart:
        return f"{DIFFERS}: {both}; apart at {', '.join(apart)}"
    return f"{DIFFERS if opposite else AGREES}: {both}"


def gaps(one: pa.Table, other: pa.Table) -> dict[str, float]:
    """Return the gap of each column; none for tables with other columns or numbers of rows."""
    if one.column_names != other.column_names or len(one) != len(other):
        return {}
    return {
        name: column_gap(one[name].to_pylist(), other[name].to_pylist())
        for name in one.column_names
    }


def column_gap(one: Sequence[Any], other: Sequence[Any]) -> float:
    """Return the largest difference of two columns, relative to their largest finite number,
    because rounding of large numbers is in the small ones that were made of them.

    Cells are numbers, lists of numbers or texts. Where they cannot be compared, it is infinite.
    """
    if [np.shape(cell) for cell in one] != [np.shape(cell) for cell in other]:
        return float("inf")
    try:
        a, b = (
            np.concatenate([np.empty(0), *(np.ravel(np.asarray(cell, float)) for cell in column)])
            for column in (one, other)
        )
    except (TypeError, ValueError):  # texts
        return 0.0 if list(one) == list(other) else float("inf")
    differ = ~((a == b) | (np.isnan(a) & np.isnan(b)))
    if not differ.any():
        return 0.0
    largest = max(np.abs(part[np.isfinite(part)]).max(initial=_SMALL) for part in (a, b))
    gap = np.abs(a[differ] - b[differ]).max()
    return float(gap / largest) if np.isfinite(gap) else float("inf")
