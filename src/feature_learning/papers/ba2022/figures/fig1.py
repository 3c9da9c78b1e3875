"""Large steps beat every kernel: against samples, at the best ridge, and for which targets."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.ba2022.shared.model import FOUR, NO_STEP, ROOT, THREE_ROOT, StepLaw
from feature_learning.papers.ba2022.shared.panels import exponents, in_own_colours
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import at_best

_STEPS = {NO_STEP: 0, FOUR: 1, ROOT: 2, THREE_ROOT: 3}
_NAMES = {1: r"$\eta = 4$", 2: r"$\eta = \sqrt{N}$", 3: r"$\eta = 3\sqrt{N}$"}
_SIZES = plot.methods("size", {0: ("random features", "no step")}) + plot.ordered(
    "size", _NAMES, _NAMES.__getitem__, palette="network"
)
_MODELS = {
    "arc-cosine": ("arc-cosine kernel", plot.METHODS["kernel"]),
    "exp-4": ("exp-4 kernel", plot.METHODS["kernel"]),
    "untrained": ("no step", _SIZES.colours[0]),
    "four": (_NAMES[1], _SIZES.colours[1]),
    "three-root": (_NAMES[3], _SIZES.colours[3]),
    "without-spike": (r"$3\sqrt{N}$, spike removed", plot.METHODS["variant"]),
}
_EXPONENT = {"he1-he3": 1, "he2-he3": 2, "he3": 3}
_SHOWN = 8.0


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the risk for each step, that at the best ridge, and the information exponents."""
    samples, ridges, targets = figure.hero(2, share=0.56, height=3.8)
    column = ridges.get_subplotspec()
    assert column is not None
    column.get_gridspec().set_height_ratios((1.3, 1))
    _against_samples(samples, tables)
    _at_best_ridge(ridges, tables)
    _targets(targets, tables)


def _against_samples(ax: Axes, tables: Tables) -> None:
    runs, predicted = _sized(tables.runs("step_sizes")), _sized(tables.theory("step_sizes"))
    known = predicted.dropna(subset="risk")
    in_own_colours(ax, known, "psi1", "risk", _SIZES, ends=True)
    risks = plot.estimates(runs, "risk", ["size", "psi1"], "median")
    with_theory = risks["size"] < 2
    bound = tables.value("step_sizes", "bound")
    plot.simulation(ax, risks[with_theory], "psi1", _SIZES)
    plot.simulation(ax, risks[~with_theory], "psi1", _SIZES, join=True, ends=True)
    plot.level(ax, bound, "bound on kernels", at=0.02, below=True)
    large = runs[(runs["size"] == 3) & (runs["psi1"] >= _SHOWN)]
    found = plot.exponents(large, "psi1", "risk", "size").iloc[0]
    end = risks[(risks["size"] == 3) & (risks["psi1"] >= _SHOWN)].sort_values("psi1")
    at, values = (end[name].to_numpy(dtype=float) for name in ("psi1", "estimate"))
    if len(at) > 1:
        slope, label = found.estimate, f"${found.estimate:.2f}$"
        plot.triangle(ax, at, values, slope, label, colour=_SIZES.colours[3], above=False)
    plot.logarithmic(ax, "y")
    plot.logarithmic(ax, "x", ticks=(0.5, 1, 2, 4, 8, 16, 32))
    ax.set(title="Erf on erf", ylabel="risk", xlabel="samples per dimension $n/d$")
    plot.residual(ax, risks[with_theory], known, "psi1", "risk", _SIZES)
    four = risks[(risks["size"] == 1) & (risks["psi1"] >= 4)].set_index("psi1")["estimate"]
    law = known[known["size"] == 1].set_index("psi1")["risk"].reindex(four.index)
    over = risks[~with_theory & (risks["high"] > bound)]["psi1"].max()
    enough = risks[~with_theory & (risks["psi1"] > over)]["psi1"].min()
    width = tables.value("step_sizes", "psi2") * tables.value("step_sizes", "d")
    plot.sheet_of(ax).say(
        d=tables.value("step_sizes", "d"),
        neurons=round(width),
        four=float((1 - four / law).max()),
        share=4 / float(np.sqrt(width)),
        slope=found.estimate,
        enough=enough,
        low=found.low,
        high=found.high,
    )


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


def _sized(frame: pd.DataFrame) -> pd.DataFrame:
    """Number the step sizes that are shown, and drop the others."""
    sized = frame.assign(size=[_STEPS.get(step, np.nan) for step in _steps(frame)])
    return sized.dropna(subset="size").astype({"size": int})


def _steps(frame: pd.DataFrame) -> Iterator[StepLaw]:
    """Return the step of each row."""
    return map(StepLaw, frame["scale"], frame["alpha"])
