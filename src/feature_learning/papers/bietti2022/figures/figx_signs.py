"""The share of inits that recover with signs as drawn and with forced ones."""

import matplotlib as mpl
import pandas as pd

from feature_learning import plotting as plot
from feature_learning.papers.bietti2022.shared.thresholds import recovered
from feature_learning.plotting import Sheet, Tables

_SIGNS = plot.unordered("signs", {"drawn": "as drawn", "forced": "set right"})
_PROMISED = 0.49  # of the theorem


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw one row for each s and sample size, from signs as drawn to signs set right."""
    (ax,) = figure.panels()
    curves, free, sampled = (
        tables.runs(name, d=tables.values(name, "d")[0])
        for name in ("learning_curves", "signs", "signs_sampled")
    )
    size = int(sampled["n"].iloc[0])
    infinite = curves[curves["n"] == curves.groupby("s")["n"].transform("max")]
    parts = {
        (r"n = \infty", "forced"): infinite.assign(overlap=infinite["limit"]),
        (r"n = \infty", "drawn"): free[~free["force_signs"]],
        (f"n = {size}", "forced"): curves[curves["n"] == size],
        (f"n = {size}", "drawn"): sampled,
    }
    shares = pd.concat(
        [recovered(part, "s").assign(sample=key[0], signs=key[1]) for key, part in parts.items()]
    )
    means = plot.estimates(shares, "recovered", ["s", "sample", "signs"], "logit")
    rows = sorted({*zip(means["s"], means["sample"], strict=True)}, reverse=True)
    means["row"] = [rows.index(key) for key in zip(means["s"], means["sample"], strict=True)]
    wide = means.pivot(index="row", columns="signs", values="estimate")
    ax.hlines(wide.index, wide["drawn"], wide["forced"], color="0.75", linewidth=1.5, zorder=1.8)
    for signs, part in _SIGNS.split(means):
        colour = _SIGNS.colours[signs]
        ax.hlines(part["row"], part["low"], part["high"], color=colour, linewidth=0.7, alpha=0.6)
        ax.plot(
            part["estimate"], part["row"], _SIGNS.markers[signs], color=colour, markeredgewidth=0
        )
        columns = {name: part[name].to_numpy() for name in ("low", "high", "seeds", "diverged")}
        figure.record(
            ax,
            _SIGNS.names[signs],
            "simulation",
            x=part["estimate"],
            y=part["row"],
            kind=part["kind"].to_numpy(),
            **columns,
        )
        top = part[part["row"] == (wide["forced"] - wide["drawn"]).idxmax()].iloc[0]
        ax.annotate(
            _SIGNS.names[signs],
            (top["estimate"], top["row"]),
            xytext=(0, 5),
            textcoords="offset points",
            ha="left" if signs == "drawn" else "right",
            color=plot.written(colour),
            fontsize=mpl.rcParams["legend.fontsize"],
        )
    ax.axvspan(0, _PROMISED, color="0.94", linewidth=0, zorder=0)
    ax.axvline(0.5, color=plot.GREY, linewidth=0.5, zorder=1.5)
    ax.set_yticks(range(len(rows)), [f"$s = {s}$, ${sample}$" for s, sample in rows])
    ax.set(xlabel="share of inits that recover", xlim=(0, 1.02), ylim=(-0.5, len(rows) - 0.2))
    ax.set_ylabel("exponent and samples")
    share = means.set_index(["s", "sample", "signs"])["estimate"]
    figure.say(
        second=share[2, r"n = \infty", "drawn"], second_forced=share[2, r"n = \infty", "forced"]
    )
