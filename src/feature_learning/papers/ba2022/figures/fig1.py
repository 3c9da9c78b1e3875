"""Small and large steps."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning.core.tables import Tables
from feature_learning.plotting.estimates import estimates
from feature_learning.plotting.lines import guide, level, logarithmic
from feature_learning.plotting.marks import simulation, theory
from feature_learning.plotting.palette import methods, ordered
from feature_learning.plotting.sheet import Sheet

_STEPS = {"none": 0, "four": 1, "root": 2, "three-root": 3}
_NAMES = {1: r"$\eta = 4$", 2: r"$\eta = \sqrt{N}$", 3: r"$\eta = 3\sqrt{N}$"}
_HUE = methods("size", {0: ("random features", "no step")}) + ordered("size", _NAMES, _NAMES.__getitem__, palette="network")
_TEACHERS = {"tanh": "tanh", "relu": "ReLU", "softplus": "SoftPlus"}
_FROM = 4.0  # where the reference line begins


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the risk against n/d for each step, and what large steps do for other teachers."""
    samples, teachers = figure.panels(1, 2, ratios=[1.3, 1])
    _against_samples(samples, tables)
    _teachers(teachers, tables)


def _against_samples(ax: Axes, tables: Tables) -> None:
    ax.set_title("large steps beat all kernels")
    runs, predicted = _sized(tables.runs("step_sizes")), _sized(tables.theory("step_sizes"))
    theory(ax, predicted.dropna(subset="risk"), "psi1", "risk", _HUE)
    found = estimates(runs, "risk", ["size", "psi1"], "median")
    simulation(ax, found, "psi1", _HUE)
    level(ax, float(predicted["bound"].iloc[0]), "bound on kernels", at=0.02, below=True)
    own = found[(found["size"] == 3) & (found["psi1"] >= _FROM)].sort_values("psi1")
    ratios = own["psi1"].to_numpy()
    last = float(own["estimate"].iloc[-1])
    guide(ax, ratios, 0.6 * last * ratios[-1] / ratios, "slope $-1$", at=0.0)
    logarithmic(ax, "y")
    logarithmic(ax, "x", ticks=np.sort(runs["psi1"].unique()))
    ax.set_xlabel("samples per dimension $n/d$")
    ax.set_ylabel("risk")


def _teachers(ax: Axes, tables: Tables) -> None:
    ax.set_title("even parts are never learned")
    bounds = tables.theory("large_step").drop_duplicates("teacher")[["teacher", "bound"]]
    runs = _sized(tables.runs("large_step")).merge(bounds, on="teacher", how="left")
    at = {name: number for number, name in enumerate(_TEACHERS)}
    runs = runs.assign(over=runs["risk"] / runs["bound"], at=runs["teacher"].map(at))
    level(ax, 1.0, "")
    simulation(ax, estimates(runs, "over", ["size", "at"], "log"), "at", _HUE, dodge=9)
    logarithmic(ax, "y")
    ax.set_xticks(list(at.values()), list(_TEACHERS.values()))
    ax.set_xlim(-0.5, len(at) - 0.5)
    ax.set_xlabel("teacher")
    ax.set_ylabel("risk / bound on kernels")


def _sized(frame: pd.DataFrame) -> pd.DataFrame:
    """Number the step sizes that are shown, and drop the others."""
    return frame.assign(size=frame["step"].map(_STEPS)).dropna(subset="size").astype({"size": int})
