"""Ends of the poster's flow, beside what the theorem asks for and promises."""

import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.papers.bietti2022.shared.model import RECOVERED


def flows(tables: Tables) -> pd.DataFrame:
    """Return the runs of ``flow`` with, by case, the theorem's sample size ``needed``, the
    ``ratio`` of n to it, its ``bound`` on 1 - |m|, and whether the run ended at a ``pole``.
    """
    law = tables.theory("flow")[["s", "d", "n", "needed", "bound"]]
    runs = tables.runs("flow").merge(law, on=["s", "d", "n"], how="left")
    return runs.assign(ratio=runs["n"] / runs["needed"], pole=runs["overlap"] > RECOVERED)
