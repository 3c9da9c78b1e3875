"""Overlap and excess risk with the best of twelve step sizes and ridges, selected as in the public code."""

import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.plotting.overlay import letter, level, simulation
from feature_learning.plotting.sheet import Sheet


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw overlaps above excess risks, one column per exponent."""
    runs = tables.runs("selection", restart=0)
    d = int(runs["d"].min())
    runs = runs[runs["d"] == d]
    law = tables.theory("learning_curves", d=d).set_index("s")
    exponents = sorted(runs["s"].unique())
    axes = figure.panels(2, len(exponents), height=2.3)
    tops, bottoms = axes[: len(exponents)], axes[len(exponents) :]
    single = runs[(runs["eta"] == runs["default_eta"]) & (runs["ridge"] == runs["default_ridge"])]
    keys = ["seed", "n", "s"]
    best = pd.concat([runs.groupby(keys)["overlap"].max(), runs.groupby(keys)[["refit", "same"]].min()], axis=1).reset_index()
    for top, bottom, s in zip(tops, bottoms, exponents, strict=True):
        top.set_title(f"overlap, s = {s}")
        bottom.set_title(f"excess risk, s = {s}")
        for series, (name, frame) in enumerate((("best of 12", best), ("single", single))):
            own = frame[frame["s"] == s]
            simulation(top, own, "n", "overlap", label=f"{name}, d = {d}", series=series, joined=True)
            simulation(bottom, own, "n", "refit", label=f"{name}, fresh", series=series, joined=True)
        simulation(bottom, best[best["s"] == s], "n", "same", label="best of 12, same", series=2, joined=True)
        level(bottom, float(law.loc[s, "null"]), label="null risk")
        level(top, float(law.loc[s, "chance"]), label="random direction")
        top.set_ylim(0, 1.05)
        bottom.set_yscale("log")
        bottom.set_ylim(1e-3, 1)
        for ax in (top, bottom):
            ax.set_xscale("log")
        bottom.set_xlabel("n")
    tops[0].set_ylabel(r"$|\langle\theta, \theta^*\rangle|$")
    bottoms[0].set_ylabel("excess risk")
    tops[-1].legend(loc="upper left")
    bottoms[0].legend(loc="lower left")
    letter(axes)
