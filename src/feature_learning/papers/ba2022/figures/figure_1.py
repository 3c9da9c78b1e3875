"""The paper's figure 1: risk of the initial and of the updated kernels against the samples."""

from collections.abc import Iterator

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.ba2022.model import FOUR, NO_STEP, ROOT, THREE_ROOT, StepLaw
from feature_learning.papers.ba2022.panels import INITIAL, LARGE, half, kernel_bound, risk_panel
from feature_learning.plotting import Sheet, Tables

_STEPS = {NO_STEP: 0, FOUR: 1, ROOT: 2, THREE_ROOT: 3}
_NAMES = {
    0: "initial CK",
    1: r"small lr, $\eta = 4$",
    2: r"large lr, $\eta = \sqrt{N}$",
    3: r"large lr, $\eta = 3\sqrt{N}$",
}
# Pink and purple, as in the original; the larger step, which is ours, is darker.
_COLOURS = {0: INITIAL, 1: "#e0458f", 2: LARGE[ROOT], 3: LARGE[THREE_ROOT]}
_SIZES = plot.Hue("size", _COLOURS, _NAMES, {0: "o", 1: "o", 2: "o", 3: "^"})
_RATE = "rate $d/n$"
_BELOW = 0.75  # where the rate's line lies, in units of the last dot


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the risk against n/d without a step, and after small and large ones."""
    (ax,) = figure.panels(height=2.9)
    runs = _sized(tables.runs("step_sizes"))
    law = _sized(tables.theory("step_sizes")).dropna(subset="risk")
    found = risk_panel(ax, runs, law, "psi1", _SIZES)
    bound = tables.value("step_sizes", "bound")
    kernel_bound(ax, bound)
    _rate(ax, found[found["size"] == found["size"].max()])
    plot.logarithmic(ax)
    ax.set(xlabel="$n/d$", ylabel="prediction risk")
    ax.set_ylim(top=2.2 * float(found["estimate"].max()))  # room for the key
    figure.key(ax, "upper right")
    large = found[found["size"] >= 2]
    over = large[large["high"] > bound]["psi1"].max()
    enough = [psi1 for psi1 in large["psi1"] if not psi1 <= over]
    width = tables.value("step_sizes", "psi2") * tables.value("step_sizes", "d")
    figure.say(
        neurons=round(width),
        enough=min(enough, default=None),
        half=half(found),
        fraction=4 / float(np.sqrt(width)),
    )


def _rate(ax: Axes, large: pd.DataFrame) -> None:
    """Draw the rate d/n below the dots of the largest step."""
    end = large.sort_values("psi1").iloc[-1]
    at = np.geomspace(end["psi1"] / 5, end["psi1"], 9)
    rate = _BELOW * end["estimate"] * end["psi1"] / at
    ax.plot(at, rate, color=plot.RED, zorder=1.9)
    sheet = plot.sheet_of(ax)
    sheet.record(ax, _RATE, "guide", x=at, y=rate)
    sheet.name(plot.Entry(ax, _RATE, "theory", plot.RED))


def _sized(frame: pd.DataFrame) -> pd.DataFrame:
    """Number the step sizes that are shown, and drop the others."""
    sized = frame.assign(size=[_STEPS.get(step, np.nan) for step in _steps(frame)])
    return sized.dropna(subset="size").astype({"size": int})


def _steps(frame: pd.DataFrame) -> Iterator[StepLaw]:
    """Return the step of each row."""
    return map(StepLaw, frame["scale"], frame["alpha"])
