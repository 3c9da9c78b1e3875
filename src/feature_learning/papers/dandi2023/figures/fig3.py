"""Learning curves."""

from feature_learning.core.tables import Tables
from feature_learning.papers.dandi2023.model import TARGETS
from feature_learning.plotting.overlay import letter, level, simulation
from feature_learning.plotting.sheet import Sheet

_RATE = 0.5
_NAMES = {
    "quartic": r"$\frac{1}{2}[g(z_1)+g(z_2)]$, $g=H_1+\frac{1}{2}H_2+\frac{1}{24}H_4$",
    "notebook-2": r"$\frac{1}{2}[z_1+H_2(z_1)+z_2-H_2(z_2)]$",
}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the error against log n/log d by the number of steps, and against the step size."""
    axes = figure.panels(2, 2, height=2.6)
    runs = tables.runs("learning_curves")
    sizes = sorted(runs["log_size"].unique())
    large = 1.75 if 1.75 in sizes else sizes[-1]
    for column, (target, name) in enumerate(_NAMES.items()):
        own = runs[runs["target"] == target]
        floor = TARGETS[target].square_norm - float((TARGETS[target].linear() ** 2).sum())
        ax = axes[column]
        ax.set_title(name)
        shown = [0, 1, 2, 3, 6]
        for series, time in enumerate(shown):
            part = own[(own["rate"] == _RATE) & (own["time"] == time)]
            simulation(
                ax, part, "log_size", "error", label="T = 0 (random features)" if time == 0 else f"T = {time}", series=series, joined=True
            )
        level(ax, floor, label="linear functions")
        ax.set_xlabel(r"$\log n/\log d$")
        ax.set_ylabel("test error")
        ax.set_ylim(0, None)
        ax = axes[2 + column]
        ax.set_title(f"step size, $n = d^{{{large:g}}}$")
        at = own[own["log_size"] == large]
        for series, time in enumerate((1, 2, 6)):
            simulation(ax, at[at["time"] == time], "rate", "error", label=f"T = {time}", series=series + 1 if time < 6 else 4, joined=True)
        level(ax, floor, label="linear functions")
        ax.set_xscale("log")
        ax.set_xticks([0.5, 1, 5], ["0.5", "1", "5"])
        ax.minorticks_off()
        ax.set_xlabel("$c$, step size over $\\sqrt{n/d}$")
        ax.set_ylabel("test error")
        ax.set_yscale("log")  # on a linear axis, a run that blows up would hide the rest
    handles, labels = axes[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=3)
    letter(axes)
