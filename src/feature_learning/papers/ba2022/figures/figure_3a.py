"""The paper's figure 3a: risk after steps of order one against the samples."""

from feature_learning.papers.ba2022.shared.risk_panel import by_size, kernel_bound, off, risk_panel
from feature_learning.plotting import Sheet, Tables

_TOP = 0.6  # of the axis: the peak at n = N is cut


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the risk against n/d for each step."""
    (ax,) = figure.panels(height=2.7)
    runs, law = tables.runs("small_step_samples"), tables.theory("small_step_samples")
    hue = by_size("eta", runs["eta"], r"$\eta = {:g}$")
    equal = tables.value("small_step_samples", "psi2")  # n = N
    found = risk_panel(ax, runs, law, "psi1", hue, top=_TOP, peak=equal)
    kernel_bound(ax, tables.value("small_step_samples", "bound"))
    ax.set(ylim=(0, _TOP), xlim=(0, None), xlabel="$n/d$", ylabel="prediction risk")
    figure.key(ax, "upper right")
    cut = found[~found["shown"]]
    figure.say(
        d=tables.value("small_step_samples", "d"),
        neurons=round(equal * tables.value("small_step_samples", "d")),
        bound=tables.value("small_step_samples", "bound"),
        seeds=int(found["seeds"].max()),
        cut=len(cut),
        peak=float(cut["estimate"].max()),
        off=off(found, law, "psi1"),
        none=float(found[found["eta"] == 0].sort_values("psi1")["estimate"].iloc[-1]),
        largest=float(found.sort_values(["eta", "psi1"])["estimate"].iloc[-1]),
    )
