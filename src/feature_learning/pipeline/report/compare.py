"""``feature-learning compare``: hold a finished run against a record, table by table and claim by claim."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from feature_learning.core import parquet
from feature_learning.core.errors import UserError
from feature_learning.pipeline.declare.project import configured
from feature_learning.pipeline.report.rounding import ROUNDING, column_gap

SAME, CLOSE, AMPLIFIED, AGREES = "same bytes", "same to rounding", "amplifies rounding", "agrees within intervals"
OTHER, DIFFERS = "other settings or seeds", "differs"


def run(args: argparse.Namespace) -> None:
    """Print what was found for each table and claim that both have.

    Raises
    ------
    UserError
        They have nothing in common, or something differs.
    """
    catalogue = configured(args)
    results = Path("results", catalogue.config.run)
    found: list[tuple[str, str, str]] = []
    for paper in catalogue.papers:
        amplifying = {name: design.rounding for name, design in catalogue.papers[paper].experiments.items() if design.rounding}
        found += tables(results, args.against, paper, amplifying)
        found += claims(results, args.against, paper)
    if not found:
        raise UserError(f"{results} and {args.against} have no table in common")
    for what, name, said in found:
        print(f"{what:7} {name:<60} {said}")
    for what in ("table", "claim"):
        number = Counter(said.partition(":")[0] for kind, _, said in found if kind == what)
        print(f"{what}s: {', '.join(f'{count} {said}' for said, count in number.items()) or 'none'}")
    differing = [name for _, name, said in found if said.startswith(DIFFERS)]
    if differing:
        raise UserError(f"{len(differing)} of {len(found)} differ from {args.against}: {', '.join(differing)}")


def tables(results: Path, against: Path, paper: str, amplifying: Mapping[str, str]) -> Iterator[tuple[str, str, str]]:
    """Yield the kind, the name and what was found for each table of a paper that both have.

    Parameters
    ----------
    results, against
        The folders of the run and of the record.
    paper
        The paper's key.
    amplifying
        For each experiment whose runs amplify rounding, why they do.
    """
    for kind in ("metrics", "theory"):
        for path in sorted((against / kind / paper).glob("*.parquet")):
            own = results / kind / paper / path.name
            why = amplifying.get(path.stem, "") if kind == "metrics" else ""
            if own.exists():
                yield "table", f"{kind}/{paper}/{path.stem}", _tables_differ(own, path, why)


def _tables_differ(own: Path, kept: Path, why: str) -> str:
    if own.read_bytes() == kept.read_bytes():
        return SAME
    one, other = parquet.read(own)[0], parquet.read(kept)[0]
    if one.column_names != other.column_names or len(one) != len(other):
        return OTHER
    gaps = {name: column_gap(one[name].to_pylist(), other[name].to_pylist()) for name in one.column_names}
    # The columns of the setting come first, up to the seed.
    setting = one.column_names[: one.column_names.index("seed") + 1] if "seed" in one.column_names else []
    if any(gaps[name] for name in setting):
        return OTHER
    name, worst = max(gaps.items(), key=lambda item: item[1])
    if not worst:
        return SAME  # other code or packages made the same rows
    apart = f"{name} by {worst:.1g}"
    if worst <= ROUNDING:
        return f"{CLOSE}: {apart}"
    return f"{AMPLIFIED}: {apart} ({why})" if why else f"{DIFFERS}: {apart}"


def claims(results: Path, against: Path, paper: str) -> Iterator[tuple[str, str, str]]:
    """Yield the same for each claim of a paper that both have judged.

    Parameters
    ----------
    results, against, paper
        As in `tables`.
    """
    paths = [folder / "claims" / f"{paper}.parquet" for folder in (results, against)]
    if all(path.exists() for path in paths):
        own, kept = ({row["claim"]: row for row in parquet.read(path)[0].to_pylist()} for path in paths)
        for name in own:
            if name in kept:
                yield "claim", f"{paper}/{name}", judged(own[name], kept[name])


def judged(own: Mapping[str, Any], kept: Mapping[str, Any]) -> str:
    """Return whether two judgements of a claim are the same, agree or differ.

    They differ where the intervals of a point that both have are disjoint, or, without such a point, where one run
    reproduces the claim and the other refutes it.

    Parameters
    ----------
    own, kept
        Two rows of verdict tables.
    """
    both = f"{own['verdict']}, {kept['verdict']}" if own["verdict"] != kept["verdict"] else own["verdict"]
    columns = ("points", "estimate", "low", "high", "verdict")
    if all(own[name] == kept[name] for name in columns):
        return f"{SAME}: {both}"
    at = {point: (low, high) for point, low, high in zip(kept["points"], kept["low"], kept["high"], strict=True)}
    apart = []
    for point, low, high in zip(own["points"], own["low"], own["high"], strict=True):
        if point in at:
            gap = max(low - at[point][1], at[point][0] - high)
            if gap > ROUNDING * max(abs(low), abs(high), 1e-300):
                apart.append(point)
    if apart:
        return f"{DIFFERS}: {both}; apart at {', '.join(apart)}"
    opposite = {own["verdict"], kept["verdict"]} == {"reproduced", "not reproduced"}
    if opposite and not at.keys() & set(own["points"]):
        return f"{DIFFERS}: {both}"
    return f"{AGREES}: {both}"
