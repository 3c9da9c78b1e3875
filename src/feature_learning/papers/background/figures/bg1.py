"""Online SGD and its order parameters."""

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.plotting.overlay import DASHES, SERIES, letter, simulation, theory
from feature_learning.plotting.sheet import Sheet

_SHOWN = 3


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw errors, overlaps, the share of runs that have escaped, and the equations' long plateau."""
    error, overlaps, escapes, plateau = axes = figure.panels(2, 2, height=2.5)
    everything = tables.runs("soft_committee")
    dimensions = [int(dimension) for dimension in sorted(everything["dimension"].unique())]
    runs = everything[everything["dimension"] == dimensions[-1]]
    error.set_title(f"generalisation error, N = {dimensions[-1]}")
    for number, (_, run) in zip(range(_SHOWN), runs.groupby(["seed", "replica"], sort=True), strict=False):
        theory(error, run, "alpha", "ode_risk", label="equations" if number == 0 else f"_equations {number + 1}")
        simulation(error, run, "alpha", "risk", label=f"run {number + 1}", series=number)
    error.set_yscale("log")
    error.set_ylabel(r"$\epsilon_g$")

    overlaps.set_title("overlaps of run 1")
    first = runs[(runs["seed"] == runs["seed"].min()) & (runs["replica"] == 0)]
    for number in range(len(first["overlaps"].iloc[0])):
        student, neuron = divmod(number, int(first["teachers"].iloc[0]))
        entry = first.assign(overlap=np.abs(np.stack(first["overlaps"])[:, number]), ode=np.abs(np.stack(first["ode_overlaps"])[:, number]))
        theory(overlaps, entry, "alpha", "ode", label=f"_equations {number}")
        simulation(overlaps, entry, "alpha", "overlap", label=rf"$|R_{{{student + 1}{neuron + 1}}}|$", series=number, size=3.0)
    overlaps.set_ylabel(r"$|R_{in}|$")

    escapes.set_title("runs that have left the plateau")
    for series, dimension in enumerate(dimensions):
        own = everything[everything["dimension"] == dimension]
        start = own[own["alpha"] == own["alpha"].min()]["escape"].to_numpy()
        times = np.sort(start[np.isfinite(start)])
        left = np.array([0.0, *times, own["horizon"].iloc[0]])
        share = np.minimum(np.arange(len(left)), len(times)) / len(start)
        escapes.step(left, share, where="post", color=SERIES[series][0], linestyle=DASHES[series], label=f"N = {dimension}")
        figure.record(escapes, f"N = {dimension}", "simulation", x=left, y=share)
    escapes.set_ylabel("share of runs")
    escapes.set_ylim(0, 1)
    escapes.set_xlim(0, None)
    for ax in (error, overlaps, escapes):
        ax.set_xlabel(r"$\alpha$ = steps/N")

    plateau.set_title("equations alone, three neurons")
    for dash, teacher in enumerate(("equal", "graded")):
        theory(plateau, tables.theory("long_plateau", teacher=teacher), "alpha", "risk", label=f"{teacher} norms", dash=dash)
    plateau.set_xscale("log")
    plateau.set_yscale("log")
    plateau.set_ylim(1e-6, 2)
    plateau.set_xlabel(r"$\alpha$")
    plateau.set_ylabel(r"$\epsilon_g$")
    error.legend(loc="lower left")
    overlaps.legend(loc="upper left", ncols=2)
    escapes.legend(loc="upper left")
    plateau.legend(loc="lower left")
    letter(axes)
