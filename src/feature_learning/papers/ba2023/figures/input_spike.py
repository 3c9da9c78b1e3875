"""The spiked random matrix model of the inputs."""

import numpy as np
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables

_UPTO = 4.0  # of the strengths drawn


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw one spectrum, and the leading value and overlaps against the strength."""
    spectrum, value, overlap = figure.hero(2, share=0.56, height=3.2)
    _spectrum(spectrum, tables)
    runs, law = (
        frame[frame["theta"] <= _UPTO]
        for frame in (tables.runs("input_spike"), tables.theory("input_spike"))
    )
    runs = runs[runs["d"] == runs["d"].max()]
    panels = (
        (value, "largest", plot.estimates(runs, "largest", ["d", "theta"], "log")),
        (overlap, "overlap", plot.estimates(runs, "overlap", ["d", "theta"], "logit")),
    )
    for ax, column, means in panels:
        plot.theory(ax, law, "theta", column, kinks=True)
        plot.simulation(ax, means, "theta")
    others = plot.estimates(runs, "other", ["theta"], "logit")
    plot.simulation(
        overlap,
        others,
        "theta",
        label="best other vector",
        colour=plot.METHODS["variant"],
        marker="s",
    )
    value.set(title="Largest eigenvalue", ylabel="largest eigenvalue")
    overlap.set(title="Overlap with the spike", ylabel="squared overlap", ylim=(-0.03, 1.05))
    threshold = 1 / float(np.sqrt(tables.value("input_spike", "psi")))
    for ax in (value, overlap):
        ax.set_xlabel(r"strength $\theta$")
        ax.axvline(threshold, color=plot.GREY, linewidth=0.5, zorder=1.5)
    top = value.get_xaxis_transform()
    name = value.annotate("threshold", (threshold, 1), (3, -2), top, "offset points")
    name.set(va="top", color="0.42")
    below = panels[0][2][panels[0][2]["theta"] < threshold].set_index("theta")["estimate"]
    known = law.set_index("theta")["largest"].reindex(below.index)
    figure.say(
        threshold=threshold,
        d=int(runs["d"].max()),
        short=float((1 - below / known).max()),
        lost=float(others[others["theta"] > threshold]["estimate"].max()),
        shown=tables.value("input_histogram", "theta"),
        size=tables.value("input_histogram", "d"),
    )


def _spectrum(ax: Axes, tables: Tables) -> None:
    values = np.asarray(tables.runs("input_histogram", seed=0)["eigenvalues"].iloc[0])
    law = tables.theory("input_histogram").iloc[0]
    plot.linear_spectrum(
        ax,
        values,
        density_at=np.asarray(law["density_at"]),
        density=np.asarray(law["density"]),
        outlier=float(law["largest"]),
        high=1.15 * max(float(values.max()), float(law["largest"])),
    )
    ax.set(title="Spectrum", xlabel="eigenvalue of $X^T X/n$")
