"""Risk against width after steps of order one."""

import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.papers.ba2022.panels import risk_panel
from feature_learning.plotting.overlay import letter, simulation, theory
from feature_learning.plotting.sheet import Sheet


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the risk against N/d, and the gain over random features."""
    axes = figure.panels(1, 2, height=2.8)
    axes[0].set_title("risk")
    risk_panel(axes[0], tables, "small_step_widths", "psi2")
    axes[0].set_ylim(0.05, 0.46)
    axes[0].legend(loc="upper right", ncols=2)
    axes[0].set_ylabel("risk")

    ax = axes[1]
    ax.set_title("gain over random features")
    runs, predicted = (_gains(frame) for frame in (tables.runs("small_step_widths"), tables.theory("small_step_widths").assign(seed=0)))
    for series, (eta, own) in enumerate(runs.groupby("eta", sort=True), start=1):
        simulation(ax, own, "psi2", "gain", label=rf"$\eta$ = {eta:g}", series=series)
        theory(ax, predicted[predicted["eta"] == eta], "psi2", "gain", label="theory" if series == 1 else f"_theory, eta = {eta:g}")
    ax.set_xscale("log")
    ax.set_ylabel("random features minus one step")
    ax.legend(loc="upper right")
    for ax in axes:
        ax.set_xticks([0.25, 0.5, 1, 2, 4, 8], ["0.25", "0.5", "1", "2", "4", "8"])
        ax.minorticks_off()
        ax.set_xlabel("neurons a dimension, $N/d$")
    letter(axes)


def _gains(frame: pd.DataFrame) -> pd.DataFrame:
    """Paired differences to eta = 0, by seed and width."""
    none = frame[frame["eta"] == 0][["seed", "psi2", "risk"]].rename(columns={"risk": "untrained"})
    joined = frame[frame["eta"] > 0].merge(none, on=["seed", "psi2"])
    return joined.assign(gain=joined["untrained"] - joined["risk"])
