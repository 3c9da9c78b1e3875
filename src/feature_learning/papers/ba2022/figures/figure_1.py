"""The paper's figure 1: risk of the initial and of the updated kernels against the samples."""

from collections.abc import Iterator

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.ba2022.shared.model import FOUR, NO_STEP, ROOT, THREE_ROOT, StepLaw
from feature_learning.papers.ba2022.shared.risk_panel import INITIAL, half, kernel_bound, risk_panel
from feature_learning.plotting import Sheet, Tables

_STEPS = {NO_STEP: 0, FOUR: 1, ROOT: 2, THREE_ROOT: 3}
_NAMES = {
    0: "initial CK",
    1: r"small lr, $\eta = 4$",
    2: r"large lr, $\eta = \sqrt{N}$",
    3: r"large lr, $\eta = 3\sqrt{N}$",
}
_PURPLE = "#6a0dad"  # and pink, as in the original
_COLOURS = {0: INITIAL, 1: "#e0458f", 2: _PURPLE, 3: _PURPLE}
_SIZES = plot.Hue("size", _COLOURS, _NAMES, {0: "o", 1: "o", 2: "o", 3: "^"})
_RATE = "rate $d/n$"
_LAST = 8.0  # n/d from which on the exponent is measured
_BELOW = 0.75  # where the rate's line lies, in units of the last dot


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the risk against n/d without a step, and after small and large ones."""
    (ax,) = figure.panels(height=2.9)
    runs = _sized(tables.runs("step_sizes"))
    law = _sized(tables.theory("step_sizes")).dropna(subset="risk")
    found = risk_panel(ax, runs, law, "psi1", _SIZES)
    bound = tables.value("step_sizes", "bound")
    kernel_bound(ax, bound)
    _rate(ax, found[found["size"] == 3])
    plot.logarithmic(ax)
    ax.set(xlabel="$n/d$", ylabel="prediction risk")
    ax.set_ylim(top=2.2 * float(found["estimate"].max()))  # room for the key
    figure.key(ax, "upper right")
    _say(tables, figure, runs, found, law, bound)


def _rate(ax: Axes, large: pd.DataFrame) -> None:
    """Draw the rate d/n below the dots of the largest step."""
    end = large.sort_values("psi1").iloc[-1]
    at = np.geomspace(end["psi1"] / 5, end["psi1"], 9)
    rate = _BELOW * end["estimate"] * end["psi1"] / at
    ax.plot(at, rate, color=plot.RED, zorder=1.9)
    sheet = plot.sheet_of(ax)
    sheet.record(ax, _RATE, "guide", x=at, y=rate)
    sheet.name(plot.Entry(ax, _RATE, "theory", plot.RED))


def _say(
    tables: Tables,
    figure: Sheet,
    runs: pd.DataFrame,
    found: pd.DataFrame,
    law: pd.DataFrame,
    bound: float,
) -> None:
    large = runs[(runs["size"] >= 2) & (runs["psi1"] >= _LAST)]
    slopes = plot.exponents(large, "psi1", "risk", "size").set_index("size")
    own = found[found["size"] >= 2]
    over = own[own["high"] > bound]["psi1"].max()
    ends = own[own["psi1"] == own["psi1"].max()].set_index("size")["estimate"]
    four = found[(found["size"] == 1) & (found["psi1"] >= 4)].set_index("psi1")["estimate"]
    limit = law[law["size"] == 1].set_index("psi1")["risk"].reindex(four.index)
    width = tables.value("step_sizes", "psi2") * tables.value("step_sizes", "d")
    figure.say(
        d=tables.value("step_sizes", "d"),
        neurons=round(width),
        enough=own[own["psi1"] > over]["psi1"].min(),
        ratio=_LAST,
        root=slopes["estimate"][2],
        slope=slopes["estimate"][3],
        low=slopes["low"][3],
        high=slopes["high"][3],
        half=half(found),
        four=float((four / limit - 1).min()),
        share=4 / float(np.sqrt(width)),
        one=float(ends[2]),
        three=float(ends[3]),
    )


def _sized(frame: pd.DataFrame) -> pd.DataFrame:
    """Number the step sizes that are shown, and drop the others."""
    sized = frame.assign(size=[_STEPS.get(step, np.nan) for step in _steps(frame)])
    return sized.dropna(subset="size").astype({"size": int})


def _steps(frame: pd.DataFrame) -> Iterator[StepLaw]:
    """Return the step of each row."""
    return map(StepLaw, frame["scale"], frame["alpha"])
