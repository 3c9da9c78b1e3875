"""The paper's figure 1: risk of the initial and of the updated kernels against the samples."""

from collections.abc import Iterator

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.ba2022.shared.model import FOUR, NO_STEP, ROOT, THREE_ROOT, StepLaw
from feature_learning.papers.ba2022.shared.risk_panel import kernel_bound, risk_panel
from feature_learning.plotting import Sheet, Tables

_STEPS = {NO_STEP: 0, FOUR: 1, THREE_ROOT: 2}
_NAMES = {0: "initial CK", 1: r"$\eta = \Theta(1)$", 2: r"$\eta = \Theta(\sqrt{N})$"}
_COLOURS = {0: "#6e6e6e", 1: "#e0458f", 2: "#6a0dad"}  # pink and purple, as the original's
_SIZES = plot.Hue("size", _COLOURS, _NAMES, dict.fromkeys(_NAMES, "o"))
_RATE = "rate $d/n$"
_LAST = 8.0  # n/d from which on the exponent is measured
_BELOW = 0.75  # where the rate's line lies, in units of the last dot


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the risk against n/d without a step, and after a small and a large one."""
    (ax,) = figure.panels(height=2.9)
    runs = _sized(tables.runs("step_sizes"))
    law = _sized(tables.theory("step_sizes")).dropna(subset="risk")
    found = risk_panel(ax, runs, law, "psi1", _SIZES, scale="median")
    bound = tables.value("step_sizes", "bound")
    kernel_bound(ax, bound)
    _rate(ax, found[found["size"] == 2])
    plot.logarithmic(ax)
    ax.set(xlabel="$n/d$", ylabel="prediction risk")
    ax.set_ylim(top=2.2 * float(found["estimate"].max()))  # room for the key
    figure.key(ax, "upper right")
    _say(tables, figure, runs, found, law, bound)


def _rate(ax: Axes, large: pd.DataFrame) -> None:
    """Draw the rate d/n below the dots of the large step."""
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
    large = runs[(runs["size"] == 2) & (runs["psi1"] >= _LAST)]
    slope = plot.exponents(large, "psi1", "risk", "size").iloc[0]
    own = found[found["size"] == 2]
    over = own[own["high"] > bound]["psi1"].max()
    four = found[(found["size"] == 1) & (found["psi1"] >= 4)].set_index("psi1")["estimate"]
    limit = law[law["size"] == 1].set_index("psi1")["risk"].reindex(four.index)
    width = tables.value("step_sizes", "psi2") * tables.value("step_sizes", "d")
    last = tables.runs("step_sizes", psi1=own["psi1"].max(), **ROOT.columns)
    figure.say(
        d=tables.value("step_sizes", "d"),
        neurons=round(width),
        enough=own[own["psi1"] > over]["psi1"].min(),
        ratio=_LAST,
        slope=slope.estimate,
        low=slope.low,
        high=slope.high,
        four=float((four / limit - 1).min()),
        share=4 / float(np.sqrt(width)),
        one=float(last["risk"].median()),
        three=float(own.sort_values("psi1")["estimate"].iloc[-1]),
        last=float(own["psi1"].max()),
    )


def _sized(frame: pd.DataFrame) -> pd.DataFrame:
    """Number the step sizes that are shown, and drop the others."""
    sized = frame.assign(size=[_STEPS.get(step, np.nan) for step in _steps(frame)])
    return sized.dropna(subset="size").astype({"size": int})


def _steps(frame: pd.DataFrame) -> Iterator[StepLaw]:
    """Return the step of each row."""
    return map(StepLaw, frame["scale"], frame["alpha"])
