"""At its best ridge: large steps, their spike, the kernels, and for which targets they work."""

from dataclasses import replace

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.ba2022.shared.model import FOUR, THREE_ROOT
from feature_learning.papers.ba2022.shared.panels import exponents
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import at_best

_SHADES = dict(
    zip(
        (FOUR, THREE_ROOT),
        plot.ordered("size", [0, 1], palette="network").colours.values(),
        strict=True,
    )
)
_MODELS = {
    "arc-cosine": ("arc-cosine kernel", plot.METHODS["kernel"]),
    "exp-4": ("exp-4 kernel", plot.METHODS["kernel"]),
    "untrained": ("no step", plot.METHODS["random features"]),
    "four": (r"$\eta = 4$", _SHADES[FOUR]),
    "three-root": (r"$\eta = 3\sqrt{N}$", _SHADES[THREE_ROOT]),
    "without-spike": (r"$3\sqrt{N}$, spike removed", plot.METHODS["variant"]),
}
_EXPONENT = {"he1-he3": 1, "he2-he3": 2, "he3": 3}
_SHOWN = 8.0


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the risk at the best ridge of each model, and by information exponent."""
    ridges, targets = figure.hero(1, share=0.56, height=2.6)
    _at_best_ridge(ridges, tables)
    _targets(targets, tables)


def _at_best_ridge(ax: Axes, tables: Tables) -> None:
    """Draw the least risk over the ridges of each model, and of theory."""
    runs, law = tables.runs("ridges", psi1=_SHOWN), tables.theory("ridges", psi1=_SHOWN)
    bound = tables.value("ridges", "bound")
    best = at_best(runs, "risk", "ridge", ["model"])
    means = plot.estimates(best.assign(over=best["risk"] / bound), "over", ["model"], "log")
    least = (law.groupby("model")["risk"].min() / bound).reindex(list(_MODELS))
    plot.forest(
        ax,
        means,
        "model",
        {model: name for model, (name, _) in _MODELS.items()},
        colours={model: colour for model, (_, colour) in _MODELS.items()},
        predicted=least.to_dict(),
        beside=False,
    )
    ax.axvline(1.0, color=plot.GREY, linewidth=0.5, zorder=1.5)
    sheet, top = plot.sheet_of(ax), ax.get_xaxis_transform()
    sheet.room_above(ax, 1.15 * sheet.target.smallest)
    name = ax.annotate("bound", (1, 1), (0, 1.5), xycoords=top, textcoords="offset points")
    name.set(ha="center", va="bottom", color="0.42")
    ax.set(title=f"Best ridge, $n/d = {_SHOWN:g}$", xlabel="least risk / bound", xlim=(0, None))
    ends = means.set_index("model").reindex(list(_MODELS))
    missed = [
        name
        for model, (name, _) in _MODELS.items()
        if least[model] < ends["low"][model] or least[model] > ends["high"][model]
    ]
    found = means.set_index("model")["estimate"]
    sheet.say(
        ratio=_SHOWN,
        d=tables.value("ridges", "d"),
        kernel=float(found[["exp-4", "arc-cosine"]].min()),
        large=float(found["three-root"]),
        cut=float(found["without-spike"]),
        small=float(found["four"]),
        ridges=int(runs["ridge"].nunique()),
        least=float(runs["ridge"].min()),
        most=float(runs["ridge"].max()),
        off=float((found / least - 1).abs().max()),
        outside=", ".join(missed) or "none",
    )


def _targets(ax: Axes, tables: Tables) -> None:
    parts = []
    for teacher, k in _EXPONENT.items():
        runs = tables.runs("biases", teacher=teacher, bias=1, **THREE_ROOT.columns)
        best = at_best(runs, "risk", "ridge", ["psi1"])
        bound = tables.value("biases", "bound", teacher=teacher)
        parts.append(best.assign(over=best["risk"] / bound, k=k))
    risks = plot.estimates(pd.concat(parts), "over", ["k", "psi1"], "log")
    hue = exponents("k")
    names = {1: hue.names[1], **dict.fromkeys((2, 3), "$k = 2$ and 3")}  # on one line
    plot.simulation(ax, risks, "psi1", replace(hue, names=names), join=True)
    plot.level(ax, 1.0, "bound", at=0.02, below=True)
    plot.logarithmic(ax, "x", ticks=np.sort(risks["psi1"].unique()))
    ax.set(title="Information exponents", xlabel="samples per dimension $n/d$")
    ax.set(ylabel="least risk / bound")
    ax.margins(y=0.15)
