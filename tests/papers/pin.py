"""The stored evidence of every claim, and the command that stores anew what moved.

    PYTHONPATH=src:tests python -m papers.pin [paper ...]

A row of ``evidence/<paper>.csv`` is a point of a claim: how it is estimated, the estimate, its
standard deviation over seeds, the prediction, and by what part of the largest of these each of
them may differ before it counts as moved. What a number is fitted to has a row of its own, since
the fit may be NaN at these sizes.

The tolerance is `MARGIN` times the largest difference, over a claim's points, that other kernels
make here, rounded up to one digit, and at least `TOLERANCE`. Where training amplifies rounding it
is wide by that rule alone.
"""

from __future__ import annotations

import argparse
import io
import math
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd

from feature_learning.pipeline.declare.catalogue import paper_keys
from feature_learning.pipeline.declare.schema import claim_id
from papers.short import CLAIMS, Judged, found

STORED = Path(__file__).with_name("evidence")
KEY = ["claim", "point"]
NUMBERS = ["observed", "spread", "predicted"]
COLUMNS = [*KEY, "estimate", *NUMBERS, "tolerance"]
FITTED_TO = "mean of what is fitted"

TOLERANCE = 1e-4  # about a thousand roundings of float32, in which most networks are trained
MARGIN = 3
ZERO = 1e-12  # rounding of numbers of order one
# Kinds of x86-64 processor: with AVX2 and FMA, with AVX, with SSE4, with SSE3.
KERNELS = (
    {"OPENBLAS_CORETYPE": "Haswell", "ATEN_CPU_CAPABILITY": "avx2"},
    {"OPENBLAS_CORETYPE": "Sandybridge", "ATEN_CPU_CAPABILITY": "default"},
    {"OPENBLAS_CORETYPE": "Nehalem", "ATEN_CPU_CAPABILITY": "default", "NUMBA_CPU_NAME": "generic"},
    {
        "OPENBLAS_CORETYPE": "Prescott",
        "ATEN_CPU_CAPABILITY": "default",
        "NUMBA_CPU_NAME": "generic",
    },
)


def rows(claim: str, judged: Judged) -> pd.DataFrame:
    """Return the quantities of a claim, given by its full id, in all columns but the tolerance."""
    tables, fitted = [], None
    for part in judged.found.parts:
        points = len(part.points)
        spread, kind = [math.nan] * points, "fit" if part.bounds is None else "bounds"
        predicted = [math.nan] * points
        if part.estimator == "exact":
            spread, kind = [0.0] * points, part.estimator
        elif part.direct and part.bounds is None:
            with np.errstate(invalid="ignore"):
                spread = part.values[:, [term.columns[0] for term in part.terms]].std(axis=0)
            kind = part.estimator
        elif fitted is None:
            fitted = part.values
        if part.prediction is not None:
            predicted = [one.estimate for one in part.prediction.like(part).intervals()]
        columns = [part.labels, [kind] * points, [math.nan] * points, spread, predicted]
        tables.append(pd.DataFrame(dict(zip(COLUMNS[1:-1], columns, strict=True))))
    found = pd.concat(tables)
    found["observed"] = [interval.estimate for interval in judged.judgement.found]
    if fitted is not None:
        with np.errstate(invalid="ignore"):
            of_seeds = fitted.mean(axis=1)
            numbers = [FITTED_TO, "mean", of_seeds.mean(), of_seeds.std(), math.nan]
        extra = dict(zip(COLUMNS[1:-1], numbers, strict=True))
        found = pd.concat([found, pd.DataFrame([extra])])
    return found.assign(claim=claim)[COLUMNS[:-1]].set_index(KEY)


def evidence(paper: str) -> pd.DataFrame:
    """Return the evidence of all claims of a paper that have their points, sorted by claim."""
    of_paper = [(figure, claim) for key, figure, claim in CLAIMS if key == paper]
    claims = sorted((claim_id(*names), found(paper, *names)) for names in of_paper)
    return pd.concat([rows(claim, its) for claim, its in claims if its is not None])


def read(source: Path | io.StringIO) -> pd.DataFrame:
    """Return a stored table."""
    absent = dict.fromkeys([*NUMBERS, "tolerance"], "")
    return pd.read_csv(source, keep_default_na=False, na_values=absent).set_index(KEY)


def stored(paper: str) -> pd.DataFrame:
    """Return what is stored for a paper."""
    path = STORED / f"{paper}.csv"
    return read(path if path.exists() else io.StringIO(",".join(COLUMNS)))


def differences(before: pd.DataFrame, after: pd.DataFrame) -> pd.Series:
    """Return how far each row lies from what it was, as a part of its largest number.

    It is infinite where one table lacks the row.
    """
    index = before.index.union(after.index, sort=False)
    before, after = before.reindex(index), after.reindex(index)
    one, other = before[NUMBERS].to_numpy(float), after[NUMBERS].to_numpy(float)
    with np.errstate(invalid="ignore"):
        gap = np.abs(one - other)
    gap[(one == other) | (np.isnan(one) & np.isnan(other)) | (gap <= ZERO)] = 0
    gap[np.isnan(gap) | (before["estimate"] != after["estimate"]).to_numpy()[:, None]] = np.inf
    size = np.where(np.isfinite(one), np.abs(one), 0).max(axis=1)
    return pd.Series(gap.max(axis=1) / np.maximum(size, ZERO), index)


def moved(before: pd.DataFrame, after: pd.DataFrame) -> pd.DataFrame:
    """Return the numbers, stored and now, of the rows that differ by more than the tolerance."""
    apart = differences(before, after)
    rows = apart.index[apart > before["tolerance"].reindex(apart.index).fillna(0)]
    both = [table.reindex(rows)[NUMBERS] for table in (before, after)]
    return pd.concat(both, axis=1, keys=["stored", "now"])


def tolerances(paper: str, here: pd.DataFrame) -> pd.Series:
    """Return the tolerance of each row; the evidence is made again on other kernels."""
    command = [sys.executable, "-m", "papers.pin", "--show", paper]
    apart = []
    for kernel in KERNELS:
        made = subprocess.check_output(command, env=os.environ | kernel, text=True)
        apart.append(differences(here, read(io.StringIO(made))))
    largest = pd.concat(apart, axis=1).max(axis=1)
    known = np.isfinite(largest)  # a number on one kernel may be NaN on another
    of_claim = largest.where(known, 0).groupby(level="claim").transform("max")
    return of_claim.map(tolerance).where(known, np.inf)


def tolerance(difference: float) -> float:
    """Return the tolerance of a claim whose numbers differ so much between kernels."""
    least = max(TOLERANCE, MARGIN * difference)
    digit = 10.0 ** math.floor(math.log10(least))
    return math.ceil(least / digit) * digit


def store(paper: str) -> int:
    """Store the rows that moved, leave the others as they are, and return how many moved."""
    before, after = stored(paper), evidence(paper)
    changed = moved(before, after).index
    if len(changed):
        after = after.assign(tolerance=tolerances(paper, after))
        kept = after.index.difference(changed)
        after.loc[kept] = before.loc[kept]
        after.to_csv(STORED / f"{paper}.csv", float_format="%.7g")
    return len(changed)


def main() -> None:
    """Run the command."""
    description = "Store the evidence of claims anew where it moved."
    parser = argparse.ArgumentParser(prog="papers.pin", description=description)
    parser.add_argument("papers", nargs="*", default=paper_keys(), help="by default all")
    parser.add_argument("--show", action="store_true", help="print the evidence, store nothing")
    args = parser.parse_args()
    for paper in args.papers:
        if args.show:
            evidence(paper).to_csv(sys.stdout)
        else:
            print(f"{paper}: {store(paper)} rows moved")


if __name__ == "__main__":
    main()
