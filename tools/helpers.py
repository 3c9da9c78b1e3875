"""The pictures of ``docs/figures.md``: each helper of the toolkit, drawn on numbers of its own."""

import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd

from feature_learning import plotting as plot
from feature_learning.core.regions import Accepted
from feature_learning.plotting import Sheet
from feature_learning.plotting.targets import styled

FOLDER = Path("docs/helpers")
SIZES = np.array([30, 100, 300, 1000, 3000])
RNG = np.random.default_rng(0)
RUNS = pd.DataFrame(
    [
        {"seed": seed, "d": d, "n": n, "risk": (d / n) ** 0.5 * np.exp(0.1 * RNG.normal())}
        for d in (10, 20, 40)
        for seed in range(8)
        for n in SIZES
    ]
)
LAW = pd.DataFrame([{"d": d, "n": n, "risk": (d / n) ** 0.5} for d in (10, 20, 40) for n in SIZES])
HUE = plot.ordered("d", RUNS["d"], "$d = {}$")


def hero(figure: Sheet) -> None:
    """Two panels of unequal weight."""
    for ax, title in zip(figure.hero(2), ("Hero", "Support", "Support"), strict=True):
        ax.set(title=title)


def frames(figure: Sheet) -> None:
    """Three moments over a supporting panel."""
    moments = {0.3: "$t = 0.3$", 1.0: "$t = 1$", 3.0: "$t = 3$"}
    angles = np.linspace(0, 2 * np.pi, 30)
    (strip,), (below,) = plot.frames(figure, list(moments.values()), height=1.0, support=1.2)
    for ax, t in zip(strip, moments, strict=True):
        ax.plot(np.tanh(t) * np.cos(angles), np.tanh(t) * np.sin(angles), "o", color=plot.BLUE)
        ax.set(xlim=(-1.1, 1.1), ylim=(-1.1, 1.1))
    times = np.geomspace(0.1, 10, 100)
    below.plot(times, np.tanh(times), color=plot.PREDICTION)
    plot.logarithmic(below, "x")
    below.set(title="Radius", xlabel="time $t$", ylabel="radius")


def names(figure: Sheet) -> None:
    """Theory over simulation, named on the curves."""
    (ax,) = figure.panels()
    plot.theory(ax, LAW, "n", "risk", HUE)
    plot.simulation(ax, plot.estimates(RUNS, "risk", ["d", "n"], "log"), "n", HUE)
    plot.logarithmic(ax)
    ax.set(xlabel="samples $n$", ylabel="risk")


def strip(figure: Sheet) -> None:
    """Six and more ordered values."""
    (ax,) = figure.panels()
    rates = plot.ordered("d", range(10, 90, 10), "$d = {}$")
    curves = [{"d": d, "n": n, "risk": d / (d + n)} for d in range(10, 90, 10) for n in range(100)]
    plot.theory(ax, pd.DataFrame(curves), "n", "risk", rates)
    ax.set(xlabel="samples $n$", ylabel="risk")


def residual(figure: Sheet) -> None:
    """A difference that is too small to see in its panel."""
    (ax,) = figure.panels()
    risks = plot.estimates(RUNS, "risk", ["d", "n"], "log")
    plot.theory(ax, LAW, "n", "risk", HUE)
    plot.simulation(ax, risks, "n", HUE)
    bands = [plot.Band(Accepted(-0.1, 0.1, "relative"))]
    plot.residual(ax, risks, LAW, "n", "risk", HUE, bands=bands)
    plot.logarithmic(ax)
    ax.set(xlabel="samples $n$", ylabel="risk")


def triangle(figure: Sheet) -> None:
    """A slope with what is measured."""
    (ax,) = figure.panels()
    own = RUNS[RUNS["d"] == 20]
    risks = plot.estimates(own, "risk", ["d", "n"], "log")
    plot.simulation(ax, risks, "n", join=True)
    (slope,) = plot.exponents(own, "n", "risk", "d").itertuples()
    at, risk = risks["n"].to_numpy(), risks["estimate"].to_numpy()
    plot.triangle(ax, at, risk, -0.5, plot.measured(slope))
    plot.logarithmic(ax)
    ax.set(xlabel="samples $n$", ylabel="risk")


def paired(figure: Sheet) -> None:
    """A ratio of two series, seed by seed."""
    (ax,) = figure.panels()
    plot.simulation(ax, plot.paired(RUNS, "risk", "d", (40, 10), ["n"], ratio=True), "n")
    plot.level(ax, 2.0, "predicted", colour=plot.PREDICTION, at=0.98)
    plot.logarithmic(ax, "x")
    ax.set(xlabel="samples $n$", ylabel="ratio of risks")


def heat(figure: Sheet) -> None:
    """A quantity over two parameters, with a contour."""
    (ax,) = figure.panels()
    plot.logarithmic(ax)
    plot.heat(ax, LAW, "d", "n", "risk", label="risk", contours={0.3: "0.3"})
    ax.set(xlabel="dimension $d$", ylabel="samples $n$")


PICTURES: tuple[Callable[[Sheet], None], ...] = (
    hero,
    frames,
    names,
    strip,
    residual,
    triangle,
    paired,
    heat,
)


def main() -> int:
    """Draw them."""
    FOLDER.mkdir(exist_ok=True)
    for draw in PICTURES:
        with styled("neurips") as target:
            sheet = Sheet(target)
            draw(sheet)
            sheet.arrange()
            path = FOLDER / f"{draw.__name__}.png"
            sheet.savefig(path, dpi=110, metadata={"Software": None})
    return 0


if __name__ == "__main__":
    sys.exit(main())
