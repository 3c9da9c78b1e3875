"""Evidence for fig3."""

import pandas as pd

from feature_learning.statistics import Evidence, Tables, by_seed


def _curve(tables: Tables, target: str, time: int) -> pd.DataFrame:
    runs = tables.runs("learning_curves", target=target, time=time, rate=0.5)
    return by_seed(runs, "error", "log_size")


def staircase(tables: Tables) -> Evidence:
    sizes = [1.25, 1.5, 1.75]
    gain = _curve(tables, "notebook-2", 1) - _curve(tables, "notebook-2", 2)
    return Evidence(gain[sizes].to_numpy(), [f"log n/log d = {size}" for size in sizes])
