"""At its best ridge: large steps, their spike, the kernels, and for which targets they work."""

from dataclasses import replace

import numpy as np
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.ba2022.model import FOUR, THREE_ROOT
from feature_learning.papers.ba2022.panels import exponents
from feature_learning.papers.ba2022.quantities import best_limit, best_risk, best_risk_with_biases
from feature_learning.plotting import Sheet, Tables

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


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the risk at the best ridge of each model, and by information exponent."""
    ridges, targets = figure.hero(1, share=0.56, height=2.6)
    _at_best_ridge(ridges, tables)
    _targets(targets, tables)


def _at_best_ridge(ax: Axes, tables: Tables) -> None:
    """Draw the least risk over the ridges of each model, and of theory."""
    ratio = max(tables.values("ridges", "psi1"))
    means = best_risk(tables).averaged("geometric mean").at(psi1=ratio).table().set_index("model")
    limits = best_limit(tables).at(psi1=ratio).table().set_index("model")["estimate"]
    models = {model: look for model, look in _MODELS.items() if model in means.index}
    plot.forest(
        ax,
        means.reset_index(),
        "model",
        {model: name for model, (name, _) in models.items()},
        colours={model: colour for model, (_, colour) in models.items()},
        predicted={model: float(limits.get(model, np.nan)) for model in models},
        beside=False,
    )
    ax.axvline(1.0, color=plot.GREY, linewidth=0.5, zorder=1.5)
    sheet, top = plot.sheet_of(ax), ax.get_xaxis_transform()
    sheet.room_above(ax, 1.15 * sheet.target.smallest)
    name = ax.annotate("bound", (1, 1), (0, 1.5), xycoords=top, textcoords="offset points")
    name.set(ha="center", va="bottom", color="0.42")
    ax.set(title=f"Best ridge, $n/d = {ratio:g}$", xlabel="least risk / bound", xlim=(0, None))
    ridges = tables.values("ridges", "ridge")
    sheet.say(ridges=len(ridges), least=ridges[0], most=ridges[-1])


def _targets(ax: Axes, tables: Tables) -> None:
    found = best_risk_with_biases(tables).averaged("geometric mean")
    found = found.at(teacher=_EXPONENT.__contains__)
    exponent = found.points["teacher"].map(_EXPONENT)
    assert found.prediction is not None
    law = found.prediction.table()
    hue = exponents("k")
    flat = sorted(int(k) for k in exponent.unique() if k > 1)
    together = f"$k = {'$ and '.join(map(str, flat))}{'$' if len(flat) < 2 else ''}"
    hue = replace(hue, names={1: hue.names[1], **dict.fromkeys(flat, together)})  # on one line
    plot.theory(ax, law.assign(k=law["teacher"].map(_EXPONENT)), "psi1", "estimate", hue)
    plot.simulation(ax, found.table().assign(k=exponent), "psi1", hue)
    plot.level(ax, 1.0, "bound", at=0.02, below=True)
    plot.logarithmic(ax, "x", ticks=np.sort(found.points["psi1"].unique()))
    ax.set(title="Information exponents", xlabel="samples per dimension $n/d$")
    ax.set(ylabel="least risk / bound")
    ax.margins(y=0.15)
