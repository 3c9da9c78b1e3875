"""Large steps beat every kernel: against samples, at every ridge, and for which targets."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.ba2022.shared.model import FOUR, NO_STEP, ROOT, THREE_ROOT, StepLaw
from feature_learning.papers.ba2022.shared.panels import exponents
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import at_best

_STEPS = {NO_STEP: 0, FOUR: 1, ROOT: 2, THREE_ROOT: 3}
_NAMES = {1: r"$\eta = 4$", 2: r"$\eta = \sqrt{N}$", 3: r"$\eta = 3\sqrt{N}$"}
_SIZES = plot.methods("size", {0: ("random features", "no step")}) + plot.ordered(
    "size", _NAMES, _NAMES.__getitem__, palette="network"
)
_MODELS = plot.Hue(
    "model",
    {
        "untrained": _SIZES.colours[0],
        "three-root": _SIZES.colours[3],
        **dict.fromkeys(("exp-4", "arc-cosine"), plot.METHODS["kernel"]),
    },
    {
        "untrained": "random features",
        "three-root": "large step",
        **dict.fromkeys(("exp-4", "arc-cosine"), "kernels"),
    },
    dict.fromkeys(("untrained", "three-root", "exp-4", "arc-cosine"), "o"),
)
_CUT = "spike removed"
_EXPONENT = {"he1-he3": 1, "he2-he3": 2, "he3": 3}
_SHOWN = 8.0
_SMOOTHEST = 200.0  # beyond this ridge no model learns anything


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the risk for each step, the risk at every ridge, and the information exponents."""
    samples, ridges, targets = figure.hero(2, share=0.56, height=3.8)
    column = ridges.get_subplotspec()
    assert column is not None
    column.get_gridspec().set_height_ratios((1.7, 1))
    _against_samples(samples, tables)
    _against_ridge(ridges, tables)
    _targets(targets, tables)


def _against_samples(ax: Axes, tables: Tables) -> None:
    runs, predicted = _sized(tables.runs("step_sizes")), _sized(tables.theory("step_sizes"))
    known = predicted.dropna(subset="risk")
    plot.theory(ax, known, "psi1", "risk", _SIZES)
    risks = plot.estimates(runs, "risk", ["size", "psi1"], "median")
    with_theory = risks["size"] < 2
    plot.simulation(ax, risks[with_theory], "psi1", _SIZES)
    plot.simulation(ax, risks[~with_theory], "psi1", _SIZES, join=True)
    plot.level(ax, tables.value("step_sizes", "bound"), "bound on kernels", at=0.02, below=True)
    large = runs[(runs["size"] == 3) & (runs["psi1"] >= _SHOWN)]
    found = plot.exponents(large, "psi1", "risk", "size")["estimate"].iloc[0]
    plot.logarithmic(ax, "y")
    plot.logarithmic(ax, "x", ticks=(0.5, 1, 2, 4, 8, 16, 32))
    ax.set(title="Erf on erf", ylabel="risk", xlabel="samples per dimension $n/d$")
    plot.residual(ax, risks[with_theory], known, "psi1", "risk", _SIZES)
    four = risks[(risks["size"] == 1) & (risks["psi1"] >= 4)].set_index("psi1")["estimate"]
    law = known[known["size"] == 1].set_index("psi1")["risk"].reindex(four.index)
    width = tables.value("step_sizes", "psi2") * tables.value("step_sizes", "d")
    plot.sheet_of(ax).say(
        four=float((1 - four / law).max()), share=4 / float(np.sqrt(width)), slope=float(found)
    )


def _against_ridge(ax: Axes, tables: Tables) -> None:
    runs, law = tables.runs("ridges", psi1=_SHOWN), tables.theory("ridges", psi1=_SHOWN)
    bound = tables.value("ridges", "bound")
    runs, law = (frame.assign(over=frame["risk"] / bound) for frame in (runs, law))
    plot.theory(ax, law, "ridge", "over", _MODELS)
    means = plot.estimates(runs, "over", ["model", "ridge"], "log")
    known = means["model"].isin(law["model"])
    plot.simulation(ax, means[known], "ridge", _MODELS)
    plot.simulation(ax, means[means["model"] == "three-root"], "ridge", _MODELS, join=True)
    cut = means[means["model"] == "without-spike"]
    colour = _MODELS.colours["three-root"]
    plot.theory(ax, cut, "ridge", "estimate", label=_CUT, thin=True, kinks=True, colour=colour)
    plot.level(ax, 1.0, "bound", at=0.98, below=True)
    plot.logarithmic(ax)
    ax.set_xlim(right=_SMOOTHEST)
    ax.set(title="Every ridge", xlabel=r"ridge $\lambda$")
    ax.set_ylabel("risk / bound")
    best = at_best(runs, "risk", "ridge", ["model"]).groupby("model")["over"].mean()
    plot.sheet_of(ax).say(
        ratio=_SHOWN,
        kernel=min(best["exp-4"], best["arc-cosine"]),
        large=best["three-root"],
        small=best["four"],
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
