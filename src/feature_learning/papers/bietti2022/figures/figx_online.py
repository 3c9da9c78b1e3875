"""One pass of SGD against the dimension, and beside it many passes over a sample."""

from typing import Any

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.bietti2022.shared.panels import exponent_hue
from feature_learning.papers.bietti2022.shared.thresholds import recovered
from feature_learning.plotting import Sheet, Tables

_LAWS = {"poster": "$d^s$", "cited": "cited bound"}
_PASSES = plot.methods(
    "passes", {"many": ("network", "many passes"), "one": ("variant", "one pass")}
)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the samples that one pass takes, over d^s, against d, and the shares of inits that
    recover with one pass and with many.
    """
    growth, shares = figure.hero(1, share=0.66, height=2.7)
    _growth(growth, tables, exponent_hue(tables.runs("sgd_exponent")))
    _passes(shares, tables)


def _growth(ax: Axes, tables: Tables, hue: plot.Hue) -> None:
    """Draw the samples of one pass over d^s, and d^s and the cited bound through their smallest
    d.
    """
    runs, law = tables.runs("sgd_exponent"), tables.theory("sgd_exponent")
    slopes = []
    runs = runs.merge(law[["s", "d", "poster"]], on=["s", "d"])
    means = plot.estimates(
        runs.assign(ratio=runs["samples"] / runs["poster"]), "ratio", ["s", "d"], "log"
    )
    for s, part in hue.split(means):
        own, part = law[law["s"] == s].sort_values("d"), part.sort_values("d")
        d, start = part["d"].to_numpy(float), float(part["estimate"].iloc[0])
        slope = s + float(np.polyfit(np.log(d), np.log(part["estimate"]), 1)[0])
        slopes.append(f"{slope:.1f}")
        plot.sheet_of(ax).say(**{f"slope_{s}": slope})
        for column, dashes in (("poster", "-"), ("cited", ":")):
            ratio = own[column] / own["poster"]
            y = ratio / ratio.iloc[0] * start
            ax.plot(own["d"], y, dashes, color=plot.GREY, linewidth=0.5, zorder=1.5)
            plot.sheet_of(ax).record(ax, _LAWS[column], "guide", x=own["d"], y=y, s=s)
    d, middle = own["d"].to_numpy(float), len(own) // 2
    _write(ax, _LAWS["poster"], (d[-1], start), (3, 0), ha="left", va="center")
    _write(ax, _LAWS["cited"], (d[middle], y.iloc[middle]), (-3, -3), ha="right", va="top")
    plot.simulation(ax, means, "d", hue, join=True, ends=True)
    plot.logarithmic(ax)
    powers = ", ".join(f"$d^{{{name}}}$" for name in slopes)
    ax.set(title=f"One pass: {powers}", xlabel="dimension $d$", ylabel="samples $n/d^s$")


def _write(
    ax: Axes, text: str, at: tuple[float, float], shift: tuple[float, float], **align: Any
) -> None:
    """Name a guide beside one of its points."""
    size = mpl.rcParams["legend.fontsize"]
    ax.annotate(text, at, shift, textcoords="offset points", color="0.42", fontsize=size, **align)


def _passes(ax: Axes, tables: Tables) -> None:
    """Draw the shares of inits that recover with many passes and with one, by s and n."""
    shares = recovered(tables.runs("one_pass"), "s", "n", "passes", "factor")
    chosen = pd.concat([_at_best_step(part) for _, part in shares.groupby("s")])
    found = plot.estimates(chosen, "recovered", ["passes", "s", "n"], "logit")
    cases = sorted({*zip(found["s"], found["n"], strict=True)})
    place = {case: float(k) for k, case in enumerate(cases)}
    found["x"] = [place[case] for case in zip(found["s"], found["n"], strict=True)]
    plot.simulation(ax, found, "x", _PASSES, dodge=7)
    exponents = [s for s, _ in cases]
    edges = [k + 0.5 for k in range(len(cases) - 1) if exponents[k] != exponents[k + 1]]
    plot.regimes(ax, edges, [f"$s = {s}$" for s in dict.fromkeys(exponents)])
    ax.set_xticks([*place.values()], [f"{n:g}" for _, n in cases])
    ax.set(
        title="Many passes",
        xlabel="samples $n$",
        ylabel="share of inits that recover",
        xlim=(-0.6, len(cases) - 0.4),
    )
    gaps = plot.paired(chosen, "recovered", "passes", ("many", "one"), ["s", "n"])
    first = gaps[gaps["n"] == gaps["n"].min()].set_index("s")["estimate"]
    last = gaps[gaps["n"] == gaps["n"].max()].set_index("s")["estimate"]
    plot.sheet_of(ax).say(
        few=f"{gaps['n'].min():g}",
        many=f"{gaps['n'].max():g}",
        **{f"gain_{s}": gap for s, gap in first.items()},
        **{f"late_{s}": gap for s, gap in last.items()},
    )


def _at_best_step(shares: pd.DataFrame) -> pd.DataFrame:
    """Return many passes, and one pass at the step size with the largest mean share, by n."""
    one = shares[shares["passes"] == "one"]
    means = one.groupby(["n", "factor"])["recovered"].mean()
    best = dict(means.groupby("n").idxmax())
    kept = one[[pair in set(best.values()) for pair in zip(one["n"], one["factor"], strict=True)]]
    return pd.concat([shares[shares["passes"] == "many"], kept])
