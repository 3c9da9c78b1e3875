"""Runs and theory of an experiment as data frames, for figures and claims."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd

from feature_learning.core import parquet
from feature_learning.core.errors import MissingError, UserError, did_you_mean
from feature_learning.core.setting import Scalar


class Tables:
    """The metrics and theory tables of one paper at one scale.

    Parameters
    ----------
    results
        The folder of the scale, which holds ``metrics`` and ``theory``.
    paper
        The paper's key.

    Attributes
    ----------
    read
        The experiments that were requested so far.
    predicted
        Those of them whose theory was requested.
    """

    def __init__(self, results: Path, paper: str) -> None:
        self._results = results
        self._paper = paper
        self.read: set[str] = set()
        self.predicted: set[str] = set()
        self._cache: dict[tuple[str, str], pd.DataFrame] = {}

    def runs(self, experiment: str, **where: Scalar) -> pd.DataFrame:
        """Return every row of every run of an experiment.

        Parameters
        ----------
        experiment
            Its name.
        **where
            Column values; only rows that have all of them are returned.

        Raises
        ------
        UserError
            The table cannot be read (it is renamed, so the next run makes it again), or a
            column of `where` does not exist.
        MissingError
            No row has the values.
        """
        return self._select("metrics", experiment, where)

    def theory(self, experiment: str, **where: Scalar) -> pd.DataFrame:
        """Return the theory of an experiment; its columns are named as in the runs.

        Parameters
        ----------
        experiment
            Its name.
        **where
            Column values; only rows that have all of them are returned.

        Raises
        ------
        UserError
            As `runs` does.
        """
        self.predicted.add(experiment)
        return self._select("theory", experiment, where)

    def has_theory(self, experiment: str) -> bool:
        """Return whether an experiment has predictions."""
        return (self._results / "theory" / self._paper / f"{experiment}.parquet").exists()

    def not_covered(self, experiment: str) -> str:
        """Return why theory does not cover the values of an experiment, or nothing if it does."""
        if not self.has_theory(experiment):
            return ""
        path = self._results / "theory" / self._paper / f"{experiment}.parquet"
        return str(parquet.provenance(path).get("not covered", ""))

    def value(self, experiment: str, column: str, **where: Scalar) -> Any:
        """Return a value that is the same in every row: of theory or, where that has no such
        column, of the runs.

        Parameters
        ----------
        experiment, column
            The names of both.
        **where
            Column values, as in `runs`.

        Raises
        ------
        UserError
            Rows differ in it; or as `runs` does.
        """
        found = self._column(experiment, column, where).unique()
        if len(found) != 1:
            raise UserError(
                f"{column} of {self._paper}/{experiment} is not a single value: {len(found)} were "
                "found"
            )
        return found[0].item() if hasattr(found[0], "item") else found[0]

    def values(self, experiment: str, column: str, **where: Scalar) -> list[Any]:
        """Return the different values of a column of the runs, sorted.

        Parameters
        ----------
        experiment, column, **where
            As in `value`.
        """
        return sorted(self.runs(experiment, **where)[column].unique().tolist())

    def _column(self, experiment: str, column: str, where: dict[str, Scalar]) -> pd.Series[Any]:
        for kind in ("theory", "metrics"):
            path = self._results / kind / self._paper / f"{experiment}.parquet"
            if (kind, experiment) in self._cache or path.exists():
                frame = self._select(kind, experiment, where)
                if column in frame:
                    return frame[column]
        raise UserError(f"{self._paper}/{experiment}: there is no column {column!r}")

    def _select(self, kind: str, experiment: str, where: dict[str, Scalar]) -> pd.DataFrame:
        key = (kind, experiment)
        self.read.add(experiment)
        if key not in self._cache:
            path = self._results / kind / self._paper / f"{experiment}.parquet"
            try:
                table, _ = parquet.read(path)
            except UserError as error:
                raise UserError(
                    f"{error}; {parquet.set_aside(path)}" if path.exists() else str(error)
                ) from None
            self._cache[key] = table.to_pandas()
        frame = self._cache[key]
        for column, value in where.items():
            if column not in frame:
                raise UserError(
                    f"{kind} of {self._paper}/{experiment}: there is no column "
                    f"{column!r}.{did_you_mean(column, map(str, frame))}"
                )
            frame = frame[frame[column] == value]
            if frame.empty:
                raise MissingError(
                    f"{kind} of {self._paper}/{experiment}: there is no row with {column} = "
                    f"{value!r}"
                )
        return frame.reset_index(drop=True)
