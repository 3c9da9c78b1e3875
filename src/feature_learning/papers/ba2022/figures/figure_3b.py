"""The paper's figure 3b: risk after steps of order one against the width."""

from feature_learning.papers.ba2022.shared.risk_panel import (
    by_step,
    half,
    kernel_bound,
    off,
    risk_panel,
)
from feature_learning.plotting import Sheet, Tables


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the risk against N/d for each step."""
    (ax,) = figure.panels(height=2.7)
    runs, law = tables.runs("small_step_widths"), tables.theory("small_step_widths")
    hue = by_step(runs["eta"])
    found = risk_panel(ax, runs, law, "psi2", hue)
    kernel_bound(ax, tables.value("small_step_widths", "bound"))
    ax.set(xlim=(0, None), xlabel="$N/d$", ylabel="prediction risk")
    figure.key(ax, "upper right")
    narrow = found[found["psi2"] == found["psi2"].min()].sort_values("eta")["estimate"]
    figure.say(
        d=tables.value("small_step_widths", "d"),
        samples=tables.value("small_step_widths", "psi1"),
        bound=tables.value("small_step_widths", "bound"),
        seeds=int(found["seeds"].max()),
        half=half(found),
        off=off(found, law, "psi2"),
        width=float(found["psi2"].min()),
        none=float(narrow.iloc[0]),
        largest=float(narrow.iloc[-1]),
    )
