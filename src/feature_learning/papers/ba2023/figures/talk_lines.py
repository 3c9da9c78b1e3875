"""The talk's two number lines: what kernel and network learn, against the strength of the spike."""

import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.ba2023.shared.thresholds import LEVEL, table
from feature_learning.plotting import Sheet, Tables

_DEGREES = {"he1-he4": (1, 4), "he2-he4": (2, 4), "he2-he3": (2, 3), "he2": (2, 2)}  # k and p
_NAMES = {"he1-he4": "$h_1 + h_4$", "he2-he4": "$h_2 + h_4$", "he2-he3": "$h_2 + h_3$"}
_NAMES |= {"he2": "$h_2$"}
_METHODS = ("kernel", "network")  # from the top
_CONDITIONS = {"kernel": "$1 - 1/p$", "network": "$1 - 1/k$"}
_TITLES = {"kernel": "Kernel ridge regression", "network": "Network after one step"}
_REGIMES = {
    "kernel": ["", "degree 1", "1 and 2", "1 to 3", "1 to 4"],
    "network": ["", "$k = 1$", r"$k \leq 2$", r"$k \leq 3$", r"$k \leq 4$"],
}
_EDGES = (0.0, 1 / 2, 2 / 3, 3 / 4)
_TICKS = {0.0: "0", 1 / 2: "1/2", 2 / 3: "2/3", 3 / 4: "3/4", 1.0: "1"}
_ENDS = (-0.03, 1.0)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw one line for each method, with the gammas at which targets are learned as marks."""
    panels = figure.panels(2, 1, height=1.75, width=figure.target.page)
    known = [name for name in _NAMES if name in set(tables.values("thresholds", "target"))]
    found = {
        method: pd.concat(table(tables, method, name).assign(target=name) for name in known).astype(
            {"d": int, **dict.fromkeys(("estimate", "low", "high"), float)}
        )
        for method in _METHODS
    }
    d = max(set.intersection(*(set(own["d"]) for own in found.values())), default=0)
    at = {method: own[own["d"] == d].set_index("target") for method, own in found.items()}
    for ax, method in zip(panels, _METHODS, strict=True):
        _line(ax, method, at[method], known)
    law = tables.theory("kernel_thresholds", d=d) if d else tables.theory("kernel_thresholds")
    off = at["kernel"]["estimate"] - law.set_index("target")["gamma"]
    figure.say(
        largest=int(d),
        off=float(off.abs().max()),
        linear=float(at["network"]["estimate"].get("he1-he4", float("nan"))),
    )


def _line(ax: Axes, method: str, found: pd.DataFrame, known: list[str]) -> None:
    """Draw a number line with the regimes of the theorem, and one row of marks for each target."""
    names, colour = {name: _NAMES[name] for name in known}, plot.METHODS[method]
    ax.set_xlim(_ENDS)
    plot.regimes(ax, _EDGES, _REGIMES[method])
    conditions = {name: 1 - 1 / _DEGREES[name][method == "kernel"] for name in names}
    plot.forest(
        ax,
        found.reset_index(),
        "target",
        names,
        predicted=conditions,
        prediction=_CONDITIONS[method],
        beside=False,
        label=f"risk {LEVEL:g}",
        colours=dict.fromkeys(names, colour),
    )
    last = (conditions[known[-1]], len(known) - 1)
    ax.annotate(_CONDITIONS[method], last, (4, 0), "data", "offset points", va="center")
    ax.set(title=_TITLES[method], xlabel=r"$\gamma$, spike $\theta = d^\gamma$")
    ax.set_xticks(list(_TICKS), list(_TICKS.values()))
    ax.spines["left"].set_visible(False)
