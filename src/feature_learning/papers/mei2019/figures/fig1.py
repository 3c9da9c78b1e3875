"""Double descent."""

from feature_learning import plotting as plot
from feature_learning.papers.mei2019.shared.panels import SPAN, features_axis
from feature_learning.plotting import Sheet, Tables

_PANELS = (
    ("no ridge: a pole at $N = n$", "test", 0.0),
    ("a small ridge removes it", "test", 1e-3),
    ("training error: no peak", "train", 1e-3),
)
_NAMES = {"test": "test error", "train": "training error"}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw test errors without and with a ridge, and training errors, against N/n."""
    largest = tables.values("double_descent", "d")[-2:]
    dimensions = plot.ordered("d", largest, "simulation, $d = {}$")
    for ax, (title, value, lam) in zip(figure.panels(1, 3), _PANELS, strict=True):
        # The theory at each d is within a line's width of its limit: figure 6 shows what lies
        # between them.
        limit = tables.theory("double_descent", lam=lam, target="linear").drop_duplicates("ratio")
        poles = [] if lam else [1.0]
        plot.theory(ax, limit, "ratio", value, label=r"theory, $d \to \infty$", poles=poles)
        runs = tables.runs("double_descent", model="features", target="linear", lam=lam)
        runs = runs[runs["d"].isin(largest) & ~runs["ratio"].isin(poles)]
        errors = plot.estimates(runs, value, ["d", "ratio"], "log" if lam else "median")
        plot.simulation(ax, errors, "ratio", dimensions)
        ax.annotate(rf"$\lambda = {lam:g}$", (0.03, 0.05), xycoords="axes fraction")
        plot.logarithmic(ax, "y")
        features_axis(ax)
        ax.set(title=title, ylabel=_NAMES[value], xlim=SPAN)
        if not lam:
            ax.set_ylim(0.05, 30)
            plot.pole(ax, 1.0)
