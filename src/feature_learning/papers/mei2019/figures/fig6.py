"""Gaussian equivalence."""

from feature_learning.core.tables import Tables
from feature_learning.plotting.overlay import REFERENCE, letter, mark, simulation, theory
from feature_learning.plotting.sheet import Sheet

_LAM = 1e-3
_LABELS = {"features": "ReLU features", "gaussian": "linear + noise"}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw both models' test and training errors, their difference at each dimension, and a quadratic target."""
    axes = figure.panels(2, 2, height=2.4)
    runs, curve = tables.runs("double_descent", lam=_LAM), tables.theory("double_descent", lam=_LAM)
    dimensions = sorted(runs["d"].unique())
    shown = dimensions[len(dimensions) // 2]
    for ax, (value, title) in zip(axes, (("test", "test error"), ("train", "training error")), strict=False):
        ax.set_title(f"{title}, d = {shown}")
        theory(ax, curve, "ratio", value, label="theory (both)")
        for series, (model, label) in enumerate(_LABELS.items()):
            own = runs[(runs["d"] == shown) & (runs["model"] == model)]
            simulation(ax, own, "ratio", value, label=label, series=series, size=5.0 - 1.5 * series)
        ax.set_ylabel(title)
    axes[1].set_yscale("log")
    ax = axes[2]
    ax.set_title("relative difference of test errors")
    keys = ["d", "seed", "ratio"]
    both = runs.pivot(index=keys, columns="model", values="test").reset_index()
    both = both.merge(curve[["ratio", "test"]], on="ratio")
    both["difference"] = (both["features"] - both["gaussian"]) / both["test"]
    for series, d in enumerate(dimensions):
        simulation(ax, both[(both["d"] == d) & (both["ratio"] != 1)], "ratio", "difference", label=f"d = {d}", series=series, joined=True)
    ax.axhline(0, **REFERENCE)
    ax.set_ylabel("difference / theory")
    ax = axes[3]
    ax.set_title(r"target $H_2/\sqrt{2}$ only")
    theory(ax, tables.theory("noise", target="pure-quadratic"), "ratio", "risk", label="theory (both)")
    quadratic = tables.runs("noise", target="pure-quadratic")
    for series, (model, label) in enumerate(_LABELS.items()):
        simulation(ax, quadratic[quadratic["model"] == model], "ratio", "risk", label=label, series=series, size=5.0 - 1.5 * series)
    ax.axhline(1, label="learning nothing", **REFERENCE)
    ax.set_ylabel("risk")
    ax.set_ylim(0.8, None)
    for panel in axes:
        mark(panel, [1.0])
        panel.set_xlabel("$N/n$")
        panel.legend()
    letter(axes)
