"""Targets of several directions."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables

_SECONDS = plot.unordered(
    "target",
    {"two-tanh": r"$\tanh z_1 + \tanh z_2$", "tanh-and-square": r"$\tanh z_1 + H_2(z_2)/2$"},
)
_SPOKEN = 4  # the k of the caption's example


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the weakest direction of an even target for every k, and the second direction of two
    targets of mixed degrees.
    """
    all_of_them, mixed = axes = figure.hero(1, share=0.58, height=2.7)
    even, runs = tables.runs("subspace_k"), tables.runs("subspace")
    even = even[even["d"] == even["d"].min()]
    hue = plot.ordered("k", even["k"], "$k = {}$", palette="flare")
    curve = even.groupby("t_over_d")["perp"].mean()
    if len(curve) > 1:
        pooled = even.groupby(["seed", "t_over_d"])["perp"].mean().reset_index().assign(of="all")
        (fit,) = plot.exponents(pooled, "t_over_d", "perp", "of").itertuples()
        figure.say(exponent=plot.measured(fit))
    smallest = even.assign(ratio=even["smallest"] / even["random"])
    smallest = plot.estimates(smallest, "ratio", ["k", "t_over_d"], "log")
    plot.simulation(all_of_them, smallest, "t_over_d", hue, join=True)
    plot.level(all_of_them, 1.0, "random")
    all_of_them.set(title="Even target: weakest direction", ylabel="weakest direction over random")
    falls = smallest[smallest["k"] == smallest["k"].max()].sort_values("t_over_d")
    least = falls.loc[falls["estimate"].idxmin()]
    figure.say(least=least["estimate"], at=least["t_over_d"], most_k=int(falls["k"].iloc[0]))
    sizes = even[even["k"] == _SPOKEN].groupby("t_over_d")["smallest"].mean()
    if len(sizes):
        figure.say(size_first=float(sizes.iloc[0]), size_last=float(sizes.iloc[-1]))
    largest = smallest[smallest["t_over_d"] == smallest["t_over_d"].max()].set_index("k")
    figure.say(
        times=even["t_over_d"].max(),
        **{f"kept_{k}": row["estimate"] for k, row in largest.iterrows()},
    )
    _second(mixed, runs[runs["target"].isin(_SECONDS.names) & (runs["t_over_d"] > 0)])
    for ax in axes:
        plot.logarithmic(ax)
        ax.set_xlim(1.5, 1.5 * max(even["t_over_d"].max(), runs["t_over_d"].max()))
        ax.set_xlabel("steps per dimension $t/d$")


def _second(ax: Axes, runs: pd.DataFrame) -> None:
    """Draw the second direction of targets of mixed degrees, with the largest decay."""
    runs = runs[runs["decay"] == runs["decay"].max()]
    size = runs["perp"] / np.sqrt(runs["d"] - 2)
    runs = runs.assign(ratio=runs["second"] / size)
    medians = plot.estimates(runs, "ratio", ["target", "t_over_d"], "median")
    plot.simulation(ax, medians, "t_over_d", _SECONDS, join=True)
    plot.level(ax, 1.0, "random")
    ax.set(title="Second direction, other targets", ylabel="second over random")
    last = medians[medians["t_over_d"] == medians["t_over_d"].max()].set_index("target")["estimate"]
    plot.sheet_of(ax).say(mixed=last["tanh-and-square"], lost=last["two-tanh"])
