"""Random features with samples and features both finite."""

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the error over samples and features, simulated and predicted."""
    simulated, predicted = figure.panels(1, 2, height=2.4, sharey=True)
    means = tables.runs("joint").groupby(["log_size", "log_width"])["error"].median().reset_index()
    law = tables.theory("joint")
    ends = (min(means["error"].min(), law["error"].min()), 3.0)
    for ax, table, title in ((simulated, means, "Simulation"), (predicted, law, "Theory")):
        plot.heat(ax, table, "log_size", "log_width", "error", label="test error", limits=ends)
        ax.set(title=title, xlabel=r"samples, $\log n\,/\log d$")
    simulated.set(ylabel=r"features, $\log p\,/\log d$")
    off = law.merge(means, on=["log_size", "log_width"], suffixes=("", "_simulated"))
    off = off[off["log_size"] != off["log_width"]]
    figure.say(gap=float((off["error_simulated"] / off["error"] - 1).abs().max()))
