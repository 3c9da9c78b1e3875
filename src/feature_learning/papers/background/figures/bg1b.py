"""The animation's small network: cosines with two teachers, and the risk."""

import numpy as np
import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.plotting.overlay import SERIES, letter, simulation, theory
from feature_learning.plotting.sheet import Sheet


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the neurons' paths in the plane of their cosines, and the risk against time."""
    plane, risk = axes = figure.panels(1, 2, height=3.1)
    runs = tables.runs("classic_limit")
    runs = runs[runs["noise"] == runs["noise"].max()]
    runs = runs[runs["seed"] == runs["seed"].min()].sort_values("t")
    plane.set_title("cosines with the teachers")
    first = runs[runs["replica"] == 0]
    shape = (len(first), -1, int(first["teachers"].iloc[0]))
    paths, flow = (np.stack(first[name]).reshape(shape) for name in ("cosines", "ode_cosines"))
    color, marker = SERIES[0]
    for neuron in range(paths.shape[1]):
        plane.plot(*flow[:, neuron, :2].T, color="black", linewidth=0.7, zorder=2)
        plane.plot(*paths[:, neuron, :2].T, color=color, marker=marker, markersize=2.5, linestyle="none", zorder=3)
        plane.plot(*paths[-1, neuron, :2], color=SERIES[1][0], marker="D", markersize=4, linestyle="none", zorder=4)
        for role, path in (("simulation", paths), ("theory", flow)):
            figure.record(plane, f"neuron {neuron + 1}", role, x=path[:, neuron, 0], y=path[:, neuron, 1])
    saddle = np.sqrt(0.5)
    plane.plot([saddle], [saddle], marker="o", color="#E69F00", markersize=9, alpha=0.8, linestyle="none", label="saddle")
    plane.plot([1, 0], [0, 1], marker="s", color="#009E73", markersize=8, alpha=0.8, linestyle="none", label="teachers")
    plane.plot([], [], color=SERIES[1][0], marker="D", markersize=4, linestyle="none", label=f"t = {first['t'].max():g}")
    plane.set_aspect("equal")
    plane.set_xlim(-1.1, 1.1)
    plane.set_ylim(-1.1, 1.1)
    plane.set_xlabel(r"cos($w_j, w^*_1$)")
    plane.set_ylabel(r"cos($w_j, w^*_2$)")
    plane.legend(loc="lower left")

    risk.set_title("risk")
    for replica in sorted(runs["replica"].unique())[:3]:
        run: pd.DataFrame = runs[runs["replica"] == replica]
        theory(risk, run, "t", "ode_risk", label="gradient flow" if replica == 0 else f"_flow {replica + 1}")
        simulation(risk, run, "t", "risk", label=f"run {replica + 1}", series=int(replica))
    risk.set_xscale("log")
    risk.set_yscale("log")
    risk.set_xlabel("t")
    risk.legend(loc="lower left")
    letter(axes)
