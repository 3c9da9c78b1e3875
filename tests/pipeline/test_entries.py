"""What a page says of a figure's points."""

import pandas as pd

from feature_learning.pipeline.report.entries import _measured
from feature_learning.plotting import Sheet, estimates, residual, simulation


def test_a_strip_does_not_count_diverged_values_again(tmp_path):
    runs = pd.DataFrame({"n": [1] * 12 + [2] * 12, "seed": [*range(12)] * 2})
    runs["y"] = 1.0 + runs["seed"]
    runs.loc[23, "y"] = float("inf")
    sheet = Sheet()
    (ax,) = sheet.panels()
    found = estimates(runs, "y", ["n"], "median")
    simulation(ax, found, "n")
    residual(ax, found, pd.DataFrame({"n": [1, 2], "law": 2.0}), "n", "law")
    drawn = sheet.drawn()
    assert drawn["diverged"].sum() == 2 * found["diverged"].sum() == 2
    drawn.to_csv(tmp_path / "points.csv", index=False)
    assert _measured(tmp_path / "points.csv").endswith("(1 value is infinite, and counted).")
