"""Every figure of a paper drawn at the sizes of ``short.yaml``, and what is pinned of it."""

from __future__ import annotations

import importlib
import re
import warnings
from functools import cache
from types import ModuleType
from typing import Any

import numpy as np
import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.pipeline.declare.schema import Figure
from feature_learning.pipeline.run.numbers import quoted
from feature_learning.plotting.sheet import Sheet
from feature_learning.plotting.targets import styled
from papers import short
from papers.short import SHORT

CURVE, ESTIMATES = 9, 24
"""How many points of a curve or of single runs, and of estimates, are pinned at most."""
CAPTION = "caption"
WORDS = ["figure", "panel", "series", "role"]
KEY = [*WORDS, "point"]
_FIELD = re.compile(r"\{([a-z]\w*(?:\.[a-z]\w*)?)(?::[^{}]*)?\}")


def module(paper: str, figure: str) -> ModuleType:
    """Return the module that draws a figure."""
    return importlib.import_module(
        f"feature_learning.papers.{paper}.figures.{figure.replace('-', '_')}"
    )


def draw(paper: str, figure: str, tables: Tables | None = None) -> Sheet:
    """Draw a figure, by default from the tables of the short sizes."""
    words = SHORT.papers[paper].figures[figure]
    with styled("neurips") as target:
        sheet = Sheet(target, accepted=words.accepted)
        module(paper, figure).draw(tables or short.tables(paper), sheet)
        sheet.say(**quoted(words.numbers, paper, tables or short.tables(paper)))
        sheet.arrange()
    return sheet


@cache
def points(paper: str, figure: str) -> pd.DataFrame:
    """Return what is pinned of a figure."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # curves may be empty at these sizes
        return points_of(figure, draw(paper, figure), SHORT.papers[paper].figures[figure])


def points_of(figure: str, sheet: Sheet, words: Figure) -> pd.DataFrame:
    """Return the drawn points of a figure and the numbers of its texts, one row each."""
    parts = [*_curves(sheet.drawn()), _numbers(words, sheet.said)]
    found = pd.concat(parts, ignore_index=True).assign(figure=figure)
    found["point"] = found.groupby(WORDS).cumcount()
    return found[[*KEY, "x", "y", "low", "high"]]


def _curves(drawn: pd.DataFrame) -> list[pd.DataFrame]:
    """Return the points of every curve, of a long one some; panels have numbers as their names."""
    found = []
    if drawn.empty:
        return found
    panels = {panel: str(number + 1) for number, panel in enumerate(drawn["panel"].unique())}
    for (panel, series, role, _), part in drawn.groupby(["panel", "series", "role", "line"]):
        at = pd.to_numeric(part["x"], errors="coerce")
        columns = {name: part.get(name, pd.Series(np.nan, part.index)) for name in ("low", "high")}
        table = pd.DataFrame({"x": at, "y": pd.to_numeric(part["y"]), **columns})
        table = table.loc[table.round(9).sort_values(["x", "y"], kind="stable").index]
        most = min(len(table), ESTIMATES if role == "simulation" else CURVE)
        table = table.iloc[np.linspace(0, len(table) - 1, most).round().astype(int)]
        found.append(table.assign(panel=panels[panel], series=series, role=role))
    return found


def _numbers(words: Figure, said: dict[str, Any]) -> pd.DataFrame:
    """Return the numbers that the texts of a figure quote, in the order of the texts."""
    quoted = _FIELD.findall(" ".join((words.title, words.caption, words.notes)))
    rows = [
        {"panel": CAPTION, "series": name, "role": "number", **numbers}
        for name in quoted
        if name in said and (numbers := _number(said[name])) is not None
    ]
    rows = [{**row, "x": place} for place, row in enumerate(rows)]
    return pd.DataFrame(rows, columns=["panel", "series", "role", "x", "y", "low", "high"])


def _number(value: Any) -> dict[str, float] | None:
    """Return a quoted number with its interval, where it has one; None for words."""
    if hasattr(value, "estimate"):
        return {"y": value.estimate, "low": value.low, "high": value.high}
    return None if value is None or isinstance(value, str) else {"y": float(value)}
