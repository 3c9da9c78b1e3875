"""The paper's figure 3a: risk after steps of order one against the samples."""

from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.ba2022.panels import by_step, half, kernel_bound, risk_panel
from feature_learning.plotting import Sheet, Tables

_TOP = 0.6  # of the axis: the peak at n = N is cut


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the risk against n/d for each step."""
    (ax,) = figure.panels(height=2.7)
    runs, law = tables.runs("small_step_samples"), tables.theory("small_step_samples")
    hue = by_step(runs["eta"])
    equal = tables.value("small_step_samples", "psi2")  # n = N
    found = risk_panel(ax, runs, law, "psi1", hue, top=_TOP, peak=equal)
    kernel_bound(ax, tables.value("small_step_samples", "bound"))
    ax.set(ylim=(0, _TOP), xlim=(0, None), xlabel="$n/d$", ylabel="prediction risk")
    figure.key(ax, "upper right")
    cut = found[~found["shown"]]
    if len(cut):
        _cut(ax, equal, float(cut["estimate"].max()))
    figure.say(
        neurons=round(equal * tables.value("small_step_samples", "d")),
        bound=tables.value("small_step_samples", "bound"),
        cut=len(cut),
        peak=float(cut["estimate"].max()) if len(cut) else None,
        half=half(found),
    )


def _cut(ax: Axes, at: float, highest: float) -> None:
    """Say above the panel that a peak continues, and how high its dots are."""
    sheet = plot.sheet_of(ax)
    sheet.room_above(ax, 1.5 * sheet.target.smallest)
    ax.annotate(
        rf"cut: up to ${highest:.1f}$ at $n = N$",
        (at, 1),
        (0, 2),
        xycoords=ax.get_xaxis_transform(),
        textcoords="offset points",
        ha="center",
        fontsize=sheet.target.smallest,
        annotation_clip=False,
    )
