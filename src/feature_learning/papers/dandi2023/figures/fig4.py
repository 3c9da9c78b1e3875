"""Several steps."""

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.plotting.overlay import REFERENCE, SERIES, letter, simulation, theory
from feature_learning.plotting.sheet import Sheet

_TITLES = {"notebook-1": r"$(4z_1+z_1^2+z_2)/2$", "notebook-2": r"$(z_1+z_1^2+z_2-z_2^2)/2$"}
_LINES = {"notebook-1": (2.0, 0.5), "notebook-2": (0.5, 0.5)}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw gradient cosines of one seed step by step, and the growth of the new direction."""
    axes = figure.panels(1, 3, height=2.7)
    runs = tables.runs("multi_step")
    for ax, (target, title) in zip(axes[:2], _TITLES.items(), strict=True):
        ax.set_title(title)
        own = runs[runs["target"] == target]
        own = own[own["seed"] == own["seed"].min()]
        slope = _LINES[target][1] / _LINES[target][0]
        ax.axline((0, 0), slope=slope, **REFERENCE)
        for series, (time, row) in enumerate(own.set_index("time").iterrows()):
            first, second = np.array(row["first"]), np.array(row["second"])
            color, marker = SERIES[series % len(SERIES)]
            ax.plot(first, second, linestyle="none", marker=marker, markersize=3, markerfacecolor="white", color=color, label=f"T = {time}")
            figure.record(ax, f"T = {time}", "simulation", x=first, y=second)
        means = tables.theory("multi_step", target=target)
        for number, sign in enumerate(("plus", "minus")):
            x, y = means[f"{sign}_first"].to_numpy(), means[f"{sign}_second"].to_numpy()
            label = "theory" if number == 0 else None
            ax.plot(x, y, linestyle="none", marker="x", markersize=6, color="black", label=label, zorder=4)
            figure.record(ax, f"a {sign}", "theory", x=x, y=y)
        ax.set_xlabel(r"$\cos(g_i, w^*_1)$")
        ax.set_ylabel(r"$\cos(g_i, w^*_2)$")
    axes[0].legend(loc="lower right")
    axes[0].set_ylim(-0.2, 0.25)
    ax = axes[2]
    ax.set_title("a new direction")
    examples = tables.runs("slide_examples")
    for series, target in enumerate(("example-1", "example-2")):
        simulation(ax, examples[examples["target"] == target], "time", "new_direction", label=target.replace("-", " "), series=series)
        theory(ax, tables.theory("slide_examples", target=target), "time", "new_direction", label=f"theory, {target[-1]}", dash=series)
    ax.axhline(float(examples["d"].iloc[0]) ** -0.5, linestyle=":", **REFERENCE)
    ax.set_xticks([1, 2, 3])
    ax.set_xlabel("steps $T$")
    ax.set_ylabel(r"rms cosine with $(w^*_1-w^*_2)/\sqrt{2}$")
    ax.legend(loc="upper left")
    letter(axes)
