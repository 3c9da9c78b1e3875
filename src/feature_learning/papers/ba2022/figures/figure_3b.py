"""The paper's figure 3b: risk after steps of order one against the width."""

from feature_learning.papers.ba2022.panels import by_step, half, kernel_bound, risk_panel
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
    figure.say(
        bound=tables.value("small_step_widths", "bound"),
        half=half(found),
        width=float(found["psi2"].min()),
    )
