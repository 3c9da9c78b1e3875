"""The stored numbers of every claim and every figure, and the command that stores anew what moved.

    PYTHONPATH=src:tests python -m papers.pin [paper ...]

A row of ``evidence/<paper>.csv`` is a point of a claim: how it is estimated, the estimate, its
standard deviation over seeds, the prediction, and by what part of the largest of these each of
them may differ before it counts as moved. What a number is fitted to has a row of its own, since
the fit may be NaN at these sizes. A row of ``drawn/<paper>.csv`` is a point of a figure, or a
number that its texts quote.

The tolerance is `MARGIN` times the largest difference, over the points that belong together, that
other kernels make here, rounded up to one digit, and at least `TOLERANCE`. In a figure that reads
an experiment which declares that it amplifies `rounding`, it is at least `ROUGH`, because a kernel
that was not tried may part from these.
"""

from __future__ import annotations

import argparse
import io
import math
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

from feature_learning.pipeline.declare.catalogue import paper_keys
from feature_learning.pipeline.declare.claim import claim_id
from papers import drawn
from papers.short import CLAIMS, SHORT, Judged, found

KEY = ["claim", "point"]
NUMBERS = ["observed", "spread", "predicted"]
COLUMNS = [*KEY, "estimate", *NUMBERS, "tolerance"]
FITTED_TO = "mean of what is fitted"

TOLERANCE = 1e-4  # about a thousand roundings of float32, in which most networks are trained
MARGIN = 3
ROUGH = 0.1
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
        elif part.direct and part.bounds is None and len(part.values):
            with np.errstate(invalid="ignore"):
                spread = part.values[:, [term.columns[0] for term in part.terms]].std(axis=0)
            kind = part.estimator
        elif fitted is None and len(part.values):
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


def figures(paper: str) -> pd.DataFrame:
    """Return what all figures of a paper draw."""
    parts = [drawn.points(paper, figure) for figure in SHORT.papers[paper].figures]
    return pd.concat(parts).set_index(drawn.KEY)


@dataclass(frozen=True)
class Pins:
    """One kind of stored tables.

    Attributes
    ----------
    name
        The folder of the tables.
    key
        The columns that name a row.
    numbers
        The columns of numbers; those of one list are compared with the largest of them.
    together
        The columns of the key that say which rows have one tolerance.
    make
        Takes a paper and returns its table in all columns but the tolerance.
    word
        A column that must be equal, where there is one.
    """

    name: str
    key: list[str]
    numbers: list[list[str]]
    together: list[str]
    make: Callable[[str], pd.DataFrame]
    word: str = ""

    @property
    def columns(self) -> list[str]:
        """All columns of numbers."""
        return [name for group in self.numbers for name in group]

    def path(self, paper: str) -> Path:
        """Return the file of a paper."""
        return Path(__file__).with_name(self.name) / f"{paper}.csv"

    def read(self, source: Path | io.StringIO) -> pd.DataFrame:
        """Return a stored table."""
        numbers = [*self.columns, "tolerance"]
        absent, words = dict.fromkeys(numbers, ""), dict.fromkeys(drawn.WORDS, str)
        table = pd.read_csv(source, keep_default_na=False, na_values=absent, dtype=words)
        return table.set_index(self.key)

    def stored(self, paper: str) -> pd.DataFrame:
        """Return what is stored for a paper."""
        path, word = self.path(paper), filter(None, [self.word])
        head = ",".join([*self.key, *word, *self.columns, "tolerance"])
        table = self.read(path if path.exists() else io.StringIO(head))
        if "figure" in self.key:
            rough = table.index.get_level_values("figure").isin(_rough_figures(paper))
            table.loc[rough, "tolerance"] = table.loc[rough, "tolerance"].clip(lower=ROUGH)
        return table

    def differences(self, before: pd.DataFrame, after: pd.DataFrame) -> pd.Series:
        """Return how far each row lies from what it was, as a part of its largest number.

        It is infinite where one table lacks the row.
        """
        index = before.index.union(after.index, sort=False)
        before, after = before.reindex(index), after.reindex(index)
        apart = [_gaps(before[own], after[own]) for own in self.numbers]
        missing = before[self.columns].isna().all(axis=1) != after[self.columns].isna().all(axis=1)
        if self.word:
            missing |= before[self.word] != after[self.word]
        return pd.Series(np.where(missing, np.inf, np.max(apart, axis=0)), index)

    def moved(self, before: pd.DataFrame, after: pd.DataFrame) -> pd.DataFrame:
        """Return the numbers, stored and now, of the rows that differ by more than allowed."""
        apart = self.differences(before, after)
        rows = apart.index[apart > before["tolerance"].reindex(apart.index).fillna(0)]
        both = [table.reindex(rows)[self.columns] for table in (before, after)]
        return pd.concat(both, axis=1, keys=["stored", "now"])

    def tolerances(self, here: pd.DataFrame, others: list[str]) -> pd.Series:
        """Return the tolerance of each row, from the tables that other kernels made, as texts."""
        apart = [self.differences(here, self.read(io.StringIO(made))) for made in others]
        largest = pd.concat(apart, axis=1).max(axis=1)
        known = np.isfinite(largest)  # a number on one kernel may be NaN on another
        group = largest.where(known, 0).groupby(level=self.together).transform("max")
        return group.map(tolerance).where(known, np.inf)


EVIDENCE = Pins("evidence", KEY, [NUMBERS], ["claim"], evidence, "estimate")
DRAWN = Pins(
    "drawn", drawn.KEY, [["x"], ["y", "low", "high"]], ["figure", "panel", "role"], figures
)
KINDS = (EVIDENCE, DRAWN)


def _rough_figures(paper: str) -> list[str]:
    """Return the figures of a paper that read an experiment which amplifies rounding."""
    papers = SHORT.papers[paper]
    return [
        name
        for name, figure in papers.figures.items()
        if any(papers.experiments[read].rounding for read in figure.reads)
    ]


def _gaps(before: pd.DataFrame, after: pd.DataFrame) -> np.ndarray:
    """Return the largest difference of each row as a part of its largest number."""
    one, other = before.to_numpy(float), after.to_numpy(float)
    with np.errstate(invalid="ignore"):
        gap = np.abs(one - other)
    gap[(one == other) | (np.isnan(one) & np.isnan(other)) | (gap <= ZERO)] = 0
    gap[np.isnan(gap)] = np.inf
    size = np.where(np.isfinite(one), np.abs(one), 0).max(axis=1)
    return gap.max(axis=1) / np.maximum(size, ZERO)


def tolerance(difference: float) -> float:
    """Return the tolerance of a claim whose numbers differ so much between kernels."""
    least = max(TOLERANCE, MARGIN * difference)
    digit = 10.0 ** math.floor(math.log10(least))
    return math.ceil(least / digit) * digit


def shown(paper: str, kernel: dict[str, str]) -> list[str]:
    """Return the tables of a paper, made on other kernels, as texts."""
    command = [sys.executable, "-m", "papers.pin", "--show", paper]
    made = subprocess.check_output(command, env=os.environ | kernel, text=True)
    return made.strip().split("\n\n")


def store(paper: str) -> int:
    """Store the rows that moved, leave the others as they are, and return how many moved."""
    tables = [(kind, kind.stored(paper), kind.make(paper)) for kind in KINDS]
    changed = [kind.moved(before, after).index for kind, before, after in tables]
    if not any(map(len, changed)):
        return 0
    others = zip(*(shown(paper, kernel) for kernel in KERNELS), strict=True)
    for (kind, before, after), rows, made in zip(tables, changed, others, strict=True):
        if not len(rows):
            continue
        after = after.assign(tolerance=kind.tolerances(after, list(made)))
        kept = after.index.difference(rows)
        after.loc[kept] = before.loc[kept]
        kind.path(paper).parent.mkdir(exist_ok=True)
        after.to_csv(kind.path(paper), float_format="%.7g")
    return sum(map(len, changed))


def main() -> None:
    """Run the command."""
    description = "Store the numbers of claims and figures anew where they moved."
    parser = argparse.ArgumentParser(prog="papers.pin", description=description)
    parser.add_argument("papers", nargs="*", default=paper_keys(), help="by default all")
    parser.add_argument("--show", action="store_true", help="print the tables, store nothing")
    args = parser.parse_args()
    for paper in args.papers:
        if args.show:
            print("\n".join(kind.make(paper).to_csv() for kind in KINDS))
        else:
            print(f"{paper}: {store(paper)} rows moved")


if __name__ == "__main__":
    main()
