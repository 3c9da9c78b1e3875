"""Risk of an odd student with and without biases."""

import pandas as pd

from feature_learning import plotting as plot
from feature_learning.papers.ba2022.claims.biases import RIDGE
from feature_learning.papers.ba2022.shared.model import NO_STEP, THREE_ROOT
from feature_learning.plotting import Sheet, Tables

_STUDENTS = plot.methods(
    "student",
    {
        "untrained": ("random features", "no step"),
        "odd": ("network", r"$3\sqrt{N}$, no biases"),
        "biased": ("variant", r"$3\sqrt{N}$, biases $N(0, 1)$"),
    },
)
_LABELS = {"untrained": (NO_STEP, 0), "odd": (THREE_ROOT, 0), "biased": (THREE_ROOT, 1)}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the risk over the bound for a ReLU teacher."""
    (ax,) = figure.panels(height=2.3)
    bound, parts = tables.value("biases", "bound", teacher="relu"), []
    for student, (step, bias) in _LABELS.items():
        runs = tables.runs("biases", teacher="relu", bias=bias, ridge=RIDGE, **step.columns)
        parts.append(runs.assign(student=student, over=runs["risk"] / bound))
    runs = pd.concat(parts)
    law = tables.theory("biases", teacher="relu", bias=0, ridge=RIDGE, **NO_STEP.columns)
    law = law.assign(student="untrained", over=law["risk"] / bound)
    plot.theory(ax, law, "psi1", "over", _STUDENTS, ends=True)
    risks = plot.estimates(runs, "over", ["student", "psi1"], "log")
    known = risks["student"] == "untrained"
    plot.simulation(ax, risks[known], "psi1", _STUDENTS)
    plot.simulation(ax, risks[~known], "psi1", _STUDENTS, join=True, ends=True)
    plot.level(ax, 1.0, "bound on kernels", at=0.02, below=True)
    ax.margins(y=0.12)
    plot.logarithmic(ax, "y")
    plot.logarithmic(ax, "x", ticks=sorted(runs["psi1"].unique()))
    ax.set(xlabel="samples per dimension $n/d$", ylabel="risk / bound on kernels")
    biased = risks[risks["student"] == "biased"].sort_values("psi1")
    figure.say(reached=float(biased["estimate"].iloc[-1]), ridge=RIDGE)
    figure.say(d=int(runs["d"].iloc[0]), width=float((runs["psi2"] * runs["d"]).iloc[0]))
