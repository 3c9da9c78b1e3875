"""``feature-learning compare``: hold a finished run against a record.

A run at the scale and master seed of the record has its rows, up to rounding: tables are compared
number by number, and claims by their intervals. At another scale or master seed only the verdicts
say something of one another.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from feature_learning.core import parquet
from feature_learning.core.errors import UserError
from feature_learning.pipeline.declare.catalogue import Catalogue
from feature_learning.pipeline.declare.experiment import Experiment
from feature_learning.pipeline.declare.project import configured
from feature_learning.pipeline.report.rounding import ROUNDING, SMALL, column_gap
from feature_learning.statistics.verdicts import NOT_REPRODUCED, NOT_TESTABLE, REPRODUCED

RECORD = Path("record")
SAME, CLOSE, AMPLIFIED, AGREES = (
    "same bytes",
    "same to rounding",
    "amplifies rounding",
    "agrees within intervals",
)
OTHER, DIFFERS = "other settings or seeds", "differs"
ALIKE, OPEN, OPPOSITE = "same verdict", "another verdict", "opposite verdict"
UNTESTED = "tested at one of the scales only"
_FAILS = (DIFFERS, OPPOSITE)


def run(args: argparse.Namespace) -> None:
    """Print what was found for each table and claim that both have.

    Raises
    ------
    UserError
        There is no record, they have nothing in common, or something differs.
    """
    catalogue = configured(args)
    results = Path("results", catalogue.config.run)
    against = args.against or nearest_record(catalogue.config.run, catalogue.config.scale)
    alike = of_the_same_run(against, catalogue)
    print(f"{results} against {against}{'' if alike else ', verdicts only'}")
    if not alike:
        print("Another scale or master seed has other rows, whose verdicts may be others, too.")
    found: list[tuple[str, str, str]] = []
    for paper, declared in catalogue.papers.items():
        if alike:
            found += tables(results, against, paper, declared.experiments)
        found += claims(results, against, paper, intervals=alike)
    if not found:
        if not any(results.glob("metrics/*/*.parquet")):
            raise UserError(f"{results} has no tables yet; run snakemake figures/all first")
        raise UserError(
            f"{results} and {against} have {'no table' if alike else 'no claim'} in common"
        )
    for what, name, said in found:
        print(f"{what:7} {name:<60} {said}")
    for what in ("table", "claim"):
        number = Counter(said.partition(":")[0] for kind, _, said in found if kind == what)
        if number:
            print(f"{what}s: {', '.join(f'{count} {said}' for said, count in number.items())}")
    differing = [name for _, name, said in found if said.startswith(_FAILS)]
    if differing:
        raise UserError(
            f"{len(differing)} of {len(found)} differ from {against}: {', '.join(differing)}"
        )


def nearest_record(run: str, scale: str) -> Path:
    """Return the record of a run, of its scale or, without these, of scale paper.

    Parameters
    ----------
    run, scale
        The name of the run and its scale.

    Raises
    ------
    UserError
        There is none.
    """
    for name in (run, scale, "paper"):
        if (RECORD / name / "record.json").exists():
            return RECORD / name
    raise UserError(
        f"there is no record of {run}, {scale} or paper in {RECORD}/: give one with --against, or "
        f"keep this run with feature-learning record"
    )


def of_the_same_run(record: Path, catalogue: Catalogue) -> bool:
    """Return whether a record has the scale and the master seed of a run, so that their rows are
    the same.

    Parameters
    ----------
    record
        Its folder.
    catalogue
        The run.

    Raises
    ------
    UserError
        The folder is no record.
    """
    path = record / "record.json"
    if not path.exists():
        raise UserError(f"{record} is no record: it has no record.json")
    said, config = json.loads(path.read_text()), catalogue.config
    return bool((said["scale"], said["master_seed"]) == (config.scale, config.seed))


def tables(
    results: Path, against: Path, paper: str, experiments: Mapping[str, Experiment]
) -> Iterator[tuple[str, str, str]]:
    """Yield the kind, the name and what was found for each table of a paper that both have.

    Parameters
    ----------
    results, against
        The folders of the run and of the record.
    paper
        The paper's key.
    experiments
        Those that the paper declares, which say what is a value of a setting and whether runs
        amplify rounding.
    """
    for kind in ("metrics", "theory"):
        for path in sorted((against / kind / paper).glob("*.parquet")):
            own = results / kind / paper / path.name
            if own.exists():
                design = experiments.get(path.stem)
                yield (
                    "table",
                    f"{kind}/{paper}/{path.stem}",
                    _tables_differ(
                        own,
                        path,
                        _values(design) if design else {"seed"},
                        _reason(design, kind) if design else "",
                    ),
                )


def _reason(design: Experiment, kind: str) -> str:
    """Return why a table amplifies rounding; the theory of an experiment with runs does not."""
    return design.rounding if kind == "metrics" or not design.seeds else ""


def _values(design: Experiment) -> set[str]:
    """Return the columns that say what a row is of: the values, those that go together under their
    own names, and the seed.
    """
    listed = {**design.simulated, **design.theory_points}
    parts = {
        part
        for given in listed.values()
        for each in given
        if isinstance(each, dict)
        for part in each
    }
    return {"seed", *listed, *parts}


def _tables_differ(own: Path, kept: Path, values: set[str], why: str) -> str:
    if own.read_bytes() == kept.read_bytes():
        return SAME
    one, other = parquet.read(own)[0], parquet.read(kept)[0]
    if one.column_names != other.column_names or len(one) != len(other):
        return OTHER
    gaps = {
        name: column_gap(one[name].to_pylist(), other[name].to_pylist())
        for name in one.column_names
    }
    if any(gap > ROUNDING for name, gap in gaps.items() if name in values):
        return OTHER
    name, worst = max(gaps.items(), key=lambda item: item[1])
    if not worst:
        return SAME  # other code or packages made the same rows
    apart = f"{name} by {worst:.1g}"
    if worst <= ROUNDING:
        return f"{CLOSE}: {apart}"
    return f"{AMPLIFIED}: {apart} ({why})" if why else f"{DIFFERS}: {apart}"


def claims(
    results: Path, against: Path, paper: str, *, intervals: bool = True
) -> Iterator[tuple[str, str, str]]:
    """Yield the same for each claim of a paper that both have judged.

    Parameters
    ----------
    results, against, paper
        As in `tables`.
    intervals
        Whether to compare their intervals, too, or the verdicts alone.
    """
    paths = [folder / "claims" / f"{paper}.parquet" for folder in (results, against)]
    if all(path.exists() for path in paths):
        own, kept = (
            {row["claim"]: row for row in parquet.read(path)[0].to_pylist()} for path in paths
        )
        for name in own:
            if name in kept:
                compared = judged if intervals else _verdicts
                yield "claim", f"{paper}/{name}", compared(own[name], kept[name])


def _verdicts(own: Mapping[str, Any], kept: Mapping[str, Any]) -> str:
    both = {own["verdict"], kept["verdict"]}
    if len(both) == 1:
        return f"{ALIKE}: {own['verdict']}"
    if NOT_TESTABLE in both:
        return UNTESTED
    opposite = both == {REPRODUCED, NOT_REPRODUCED}
    return f"{OPPOSITE if opposite else OPEN}: {own['verdict']}, {kept['verdict']}"


def judged(own: Mapping[str, Any], kept: Mapping[str, Any]) -> str:
    """Return whether two judgements of a claim are the same, agree or differ.

    They differ where the intervals of a point that both have are disjoint, or, without such a
    point, where one run reproduces the claim and the other refutes it.

    Parameters
    ----------
    own, kept
        Two rows of verdict tables.
    """
    both = (
        f"{own['verdict']}, {kept['verdict']}"
        if own["verdict"] != kept["verdict"]
        else own["verdict"]
    )
    columns = ("points", "estimate", "low", "high", "verdict")
    if all(own[name] == kept[name] for name in columns):
        return f"{SAME}: {both}"
    at = {
        point: (low, high)
        for point, low, high in zip(kept["points"], kept["low"], kept["high"], strict=True)
    }
    apart = []
    for point, low, high in zip(own["points"], own["low"], own["high"], strict=True):
        if point in at:
            gap = max(low - at[point][1], at[point][0] - high)
            if gap > ROUNDING * max(abs(low), abs(high), SMALL):
                apart.append(point)
    if apart:
        return f"{DIFFERS}: {both}; apart at {', '.join(apart)}"
    opposite = {own["verdict"], kept["verdict"]} == {REPRODUCED, NOT_REPRODUCED}
    if opposite and not at.keys() & set(own["points"]):
        return f"{DIFFERS}: {both}"
    return f"{AGREES}: {both}"
