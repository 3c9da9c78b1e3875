"""Five regimes."""

import math

from matplotlib.axes import Axes

from feature_learning.core.tables import Tables
from feature_learning.papers.dandi2023.panels import theory_at_steps
from feature_learning.plotting.estimates import estimates
from feature_learning.plotting.lines import level, logarithmic
from feature_learning.plotting.marks import simulation
from feature_learning.plotting.palette import PREDICTION, darker, ordered, unordered
from feature_learning.plotting.sheet import Sheet

_ROWS = (
    (r"$n\sim d$, $p\sim 1$", "w1", 0),
    (r"$n\sim d$, $p\sim d$", "w1", 1),
    (r"$n\sim d^2$, $p\sim 1$", "w1-w2", 0),
    (r"$n\sim d^2$, $p\sim d$", "w1-w2", 1),
    (r"$n\sim d^2$, $p\sim d^2$", "w1-w2", 2),
)
_NAMES = {"none": "none known", "w1": "$w_1$ known", "w1-w2": "$w_1, w_2$ known"}
_KNOWN = ordered("known", _NAMES, _NAMES.__getitem__, "flare")
_CLIMBS = unordered(
    "series",
    {
        "w1, relu": "$w_1$, ReLU",
        "w2, relu": "$w_2$, ReLU",
        "w1, relu-0.5": r"$w_1$, ReLU$(x-\frac{1}{2})$",
        "w2, relu-0.5": r"$w_2$, ReLU$(x-\frac{1}{2})$",
    },
)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the table of floors, the errors with given directions, and trained overlaps on two staircases."""
    floors, given, *climbs = figure.panels(2, 2, height=1.9)
    _floors(floors, figure, tables)
    _given(given, tables)
    titles = {"stand-in": "trained on b's target: both climb", "even-climb": "$z_1 + H_2(z_1)\\,z_2$: ReLU is blind"}
    for ax, (target, title) in zip(climbs, titles.items(), strict=True):
        ax.set_title(title)
        _climb(ax, tables, target)


def _floors(ax: Axes, figure: Sheet, tables: Tables) -> None:
    ax.set_title("what five regimes leave of 57")
    found = [float(tables.theory("regimes", target="regimes", known=known, degree=degree)["floor"].iloc[0]) for _, known, degree in _ROWS]
    at = list(range(len(found)))
    ax.barh(at, found, color=PREDICTION, height=0.35, linewidth=0)
    for place, floor in zip(at, found, strict=True):
        ax.annotate(f"{floor:g}", (floor, place), xytext=(3, 0), textcoords="offset points", va="center", fontsize=figure.target.smallest)
    figure.record(ax, "floor", "theory", x=found, y=at)
    ax.set_yticks(at, [name for name, _, _ in _ROWS])
    ax.invert_yaxis()
    ax.margins(x=0.15)
    ax.set_xlabel("floor")
    ax.set_ylabel("samples and neurons")


def _given(ax: Axes, tables: Tables) -> None:
    ax.set_title("given directions lower the floor")
    runs, law = tables.runs("given_subspace"), tables.theory("regimes", target="stand-in")
    simulation(ax, estimates(runs, "error", ["known", "width"], "log"), "width", _KNOWN, join=True)
    floors = law[law["degree"] < 2].groupby("known")["floor"].apply(lambda own: sorted(set(own.round(6)), reverse=True))
    names: dict[float, list[str]] = {}
    for known, values in floors.items():
        for degree, value in enumerate(values):
            names.setdefault(value, []).append(f"{known}:{degree}")
    for value, owners in names.items():
        known = owners[0].split(":")[0]
        label = ", ".join(rf"$\leq {owner[-1]}$" for owner in owners)
        level(ax, value, label, colour=darker(_KNOWN.colours[known]))
    logarithmic(ax, "x")
    ax.set_xlabel("neurons $p$")
    ax.set_ylabel("test error")


def _climb(ax: Axes, tables: Tables, target: str) -> None:
    runs, law = (
        frame.melt(["activation", "time", *extra], ["w1", "w2"], "direction")
        for frame, extra in ((tables.runs("climbing", target=target), ["seed"]), (tables.theory("climbing", target=target), []))
    )
    runs, law = (frame.assign(series=frame["direction"] + ", " + frame["activation"]) for frame in (runs, law))
    theory_at_steps(ax, law, "value", _CLIMBS)
    simulation(ax, estimates(runs, "value", ["series", "time"], "log"), "time", _CLIMBS, dodge=2)
    level(ax, 1 / math.sqrt(float(tables.runs("climbing")["d"].iloc[0])), "$d^{-1/2}$")
    ax.set_xticks(sorted(runs["time"].unique()))
    ax.set_xlabel("steps $T$")
    ax.set_ylabel("rms cosine")
