"""Accuracy over dimension and sample size, its collapse, and the thresholds."""

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.papers.suzuki2023.curves import predicted, threshold_curve
from feature_learning.papers.suzuki2023.thresholds import kernel, network
from feature_learning.plotting.overlay import guide, letter, simulation
from feature_learning.plotting.sheet import Sheet
from feature_learning.statistics.evidence import by_run

_CONSTANT = 1.23


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw three panels."""
    axes = figure.panels(1, 3, height=2.5)
    runs = by_run(tables.runs("heatmap"))
    left, middle, right = axes
    left.set_title("mean accuracy")
    cells = runs.groupby(["d", "n"], as_index=False)["accuracy"].mean()
    shades = left.scatter(cells["d"], cells["n"], c=cells["accuracy"], marker="s", s=70, cmap="cividis", vmin=0.5, vmax=1)
    figure.colorbar(shades, cax=left.inset_axes((1.03, 0, 0.05, 1)))
    figure.record(left, "mean accuracy", "simulation", x=cells["d"].to_numpy(), y=cells["n"].to_numpy(), value=cells["accuracy"].to_numpy())
    at = np.geomspace(cells["d"].min() / 1.15, cells["d"].max() * 1.15, 40)
    predicted(left, at, _CONSTANT * at * np.log(at), label=r"$1.23\,d\,\ln d$")
    left.set_ylim(cells["n"].min() / 1.5, cells["n"].max() * 2.5)
    left.legend(loc="upper left")

    middle.set_title("one curve")
    for series, d in enumerate(sorted(runs["d"].unique())):
        own = runs[runs["d"] == d]
        simulation(middle, own.assign(x=own["n"] / (d * np.log(d))), "x", "accuracy", label=f"d = {d}", series=series, joined=True)
    middle.axhline(0.8, color="0.55", linewidth=0.8)
    middle.set_xscale("log")
    middle.set_xticks([0.3, 1, 3], ["0.3", "1", "3"])
    middle.minorticks_off()
    middle.set_xlabel(r"$n/(d\,\ln d)$")
    middle.set_ylabel("test accuracy")
    middle.legend(loc="upper left")

    right.set_title("samples to accuracy 0.8")
    found = network(tables, 2, 0.0)
    threshold_curve(right, found, label="network", series=0)
    threshold_curve(right, kernel(tables, 2, 0.0), label="best kernel", series=1)
    at = np.array([float(found.columns[0]), float(found.columns[-1])])
    predicted(right, at, _CONSTANT * at * np.log(at), label=r"$1.23\,d\,\ln d$")
    guide(right, at, 5 * at, label="slope 1", dash=2)
    guide(right, at[:1].repeat(2) * [1, 6], 0.45 * (at[:1].repeat(2) * [1, 6]) ** 2, label="slope 2", dash=1)
    right.legend(loc="upper left")
    for ax in (left, right):
        ax.set_xscale("log", base=2)
        ax.set_yscale("log")
        ax.set_xlabel("d")
        ax.set_ylabel("n")
    right.set_ylim(10, 20000)  # room for the legend
    letter(axes)
