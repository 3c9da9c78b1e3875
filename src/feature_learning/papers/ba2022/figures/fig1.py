"""Small and large steps."""

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.plotting.overlay import guide, letter, level, simulation, theory
from feature_learning.plotting.sheet import Sheet

_STEPS = {"none": "none", "four": r"$\eta = 4$", "root": r"$\eta = \sqrt{N}$", "three-root": r"$\eta = 3\sqrt{N}$"}
_PREDICTED = ("none", "four")
_FROM = 4.0  # where the reference line begins


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the risk against n/d for each step, and what large steps do for other teachers."""
    axes = figure.panels(1, 2, height=2.9)
    runs, predicted = tables.runs("step_sizes"), tables.theory("step_sizes")
    ax = axes[0]
    ax.set_title("erf, erf")
    for series, (step, label) in enumerate(_STEPS.items()):
        simulation(ax, runs[runs["step"] == step], "psi1", "risk", label=label, series=series, median=True)
    for dash, step in enumerate(_PREDICTED):
        theory(ax, predicted[predicted["step"] == step], "psi1", "risk", label=f"theory, {_STEPS[step]}", dash=3 * dash)
    level(ax, predicted["bound"].iloc[0], label="bound on kernels", dash=1)
    own = runs[(runs["step"] == "three-root") & (runs["psi1"] >= _FROM)]
    ratios = np.sort(own["psi1"].unique())
    last = own[own["psi1"] == ratios[-1]]["risk"].mean()
    guide(ax, ratios, 0.75 * last * ratios[-1] / ratios, label="slope $-1$")
    ax.set_xscale("log")
    ax.set_yscale("log")
    ax.set_xticks([1, 2, 4, 8, 16, 32], ["1", "2", "4", "8", "16", "32"])
    ax.minorticks_off()
    ax.set_ylim(0.0025, 6)
    ax.set_xlabel("samples per dimension, $n/d$")
    ax.set_ylabel("risk")
    ax.legend(loc="upper right", ncols=2)

    ax = axes[1]
    ratio = tables.runs("large_step").merge(
        tables.theory("large_step").drop_duplicates("teacher")[["teacher", "bound"]], on="teacher", how="left"
    )
    ratio["over"] = ratio["risk"] / ratio["bound"]
    teachers = {"tanh": "tanh", "relu": "ReLU", "softplus": "SoftPlus"}
    ax.set_title(f"student tanh, $n/d$ = {ratio['psi1'].iloc[0]:g}")
    for series, (step, label) in enumerate((step, label) for step, label in _STEPS.items() if step != "four"):
        own = ratio[ratio["step"] == step].copy()
        own["at"] = own["teacher"].map({name: number for number, name in enumerate(teachers)}) + 0.12 * (series - 1)
        simulation(ax, own, "at", "over", label=label, series=(0, 2, 3)[series])
    level(ax, 1.0, label="bound on kernels", dash=1)
    ax.set_xticks(range(len(teachers)), list(teachers.values()))
    ax.set_xlim(-0.5, len(teachers) - 0.5)
    ax.set_ylim(0, 3.2)
    ax.set_xlabel("teacher")
    ax.set_ylabel("risk over the bound")
    ax.legend(loc="upper right", ncols=2)
    letter(axes)
