"""Double descent."""

from feature_learning.core.tables import Tables
from feature_learning.plotting.overlay import letter, mark, simulation, theory
from feature_learning.plotting.sheet import Sheet


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw test errors without and with a ridge, and training errors, against N/n."""
    axes = figure.panels(1, 3, height=2.6)
    runs = tables.runs("double_descent", model="features")
    dimensions = sorted(runs["d"].unique())[-2:]
    for ax, (title, value, lam) in zip(
        axes,
        (
            (r"test error, $\lambda = 0$", "test", 0.0),
            (r"test error, $\lambda = 0.001$", "test", 1e-3),
            (r"training error, $\lambda = 0.001$", "train", 1e-3),
        ),
        strict=True,
    ):
        ax.set_title(title)
        theory(ax, tables.theory("double_descent", lam=lam), "ratio", value, label="theory")
        own = runs[runs["lam"] == lam]
        for series, d in enumerate(dimensions):
            simulation(ax, own[own["d"] == d], "ratio", value, label=f"d = {d}", series=series, median=lam == 0)
        mark(ax, [1.0])
        ax.set_xlabel("$N/n$")
        ax.set_xlim(0, 4.4)
    axes[0].set_ylabel("test error (clipped at 3)")
    axes[0].set_ylim(0, 3)
    axes[1].set_ylim(0, 1)
    axes[2].set_yscale("log")
    axes[0].legend()
    letter(axes)
