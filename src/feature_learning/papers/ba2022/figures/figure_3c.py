"""The paper's figure 3c: risk for growing exponents of the step, against the samples."""

import numpy as np

from feature_learning import plotting as plot
from feature_learning.papers.ba2022.shared.risk_panel import by_size, half, kernel_bound, risk_panel
from feature_learning.plotting import Sheet, Tables

_NAMES = {0.0: "0", 0.125: "1/8", 0.25: "1/4", 0.375: "3/8", 0.5: "1/2"}
_AT_BOUND = 0.375  # the exponent that comes to the bound


def _power(alpha: float) -> str:
    return rf"$\alpha = {_NAMES[alpha]}$"


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the risk against n/d for each exponent."""
    (ax,) = figure.panels(height=2.9)
    runs, law = tables.runs("step_sizes", scale=1), tables.theory("step_sizes", scale=1)
    hue = by_size("alpha", runs["alpha"], _power)
    found = risk_panel(ax, runs, law.iloc[:0], "psi1", hue, join=True)
    bound = tables.value("step_sizes", "bound")
    kernel_bound(ax, bound)
    plot.logarithmic(ax)
    ax.set(xlabel="$n/d$", ylabel="prediction risk")
    ax.set_ylim(top=4 * float(found["estimate"].max()))  # room for the key
    figure.key(ax, "upper right")
    end = found[found["psi1"] == found["psi1"].max()].set_index("alpha")
    ends = end[["estimate", "low", "high"]] / bound
    both = found.merge(law, on=["alpha", "psi1"]).dropna(subset="risk")
    gaps = (both["estimate"] / both["risk"] - 1).to_numpy()
    worst = int(np.abs(gaps).argmax())
    width = tables.value("step_sizes", "psi2") * tables.value("step_sizes", "d")
    figure.say(
        half=float(ends["estimate"].get(max(_NAMES), np.nan)),
        **{f"three_{name}": float(ends[name].get(_AT_BOUND, np.nan)) for name in ends},
        spread=half(found),
        gap=float(gaps[worst]),
        at=float(both["psi1"].iloc[worst]),
        d=tables.value("step_sizes", "d"),
        neurons=round(width),
        seeds=int(found["seeds"].max()),
    )
