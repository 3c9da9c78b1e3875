"""How the descent on the population loss leaves the equator."""

from dataclasses import replace

import numpy as np
import pandas as pd
import seaborn as sns
from matplotlib.axes import Axes

from feature_learning.core.tables import Tables
from feature_learning.papers.bietti2022.shared.model import RECOVERED
from feature_learning.papers.bietti2022.shared.panels import exponents
from feature_learning.plotting.lines import logarithmic, number, regimes
from feature_learning.plotting.marks import own_labels, theory
from feature_learning.plotting.palette import Hue
from feature_learning.plotting.sheet import Sheet

_RIDGE = 0.1
_NAMED = 0.15  # the overlap at which exponents are written


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the overlaps of all inits for each s, and the speed of the flow against the overlap."""
    runs, law = tables.runs("population_flow", seed=0), tables.theory("population_flow", ridge=_RIDGE)
    ours = law[law["link"] == runs["link"].iloc[0]]
    hue = exponents(law)
    hue = replace(hue, names={s: f"{name}, escape in {_time(ours, s)} steps" for s, name in hue.names.items()})
    axes = figure.panels(2, 2, height=1.7)
    for ax, (s, own) in zip(axes, hue.split(runs), strict=False):
        own = own.assign(step=own["iteration"] + 1)
        with own_labels(ax):
            sns.lineplot(own, x="step", y="overlap", units="init", estimator=None, ax=ax, color=hue.colours[s], linewidth=0.7)
        for init, part in own.groupby("init"):
            figure.record(ax, hue.names[s], "simulation", x=part["step"].to_numpy(), y=part["overlap"].to_numpy(), init=init)
        ax.set(title=_title(own, s), xlabel="step", ylabel="overlap $|m|$")
        ax.set_ylim(-0.02, 1.04)
        logarithmic(ax, "x")
        regimes(ax, [float(runs["warmup"].iloc[0])], [r"$\theta$ alone", r"$\theta$ and $c$"])
    _speed(axes[-1], law, ours, hue)


def _title(runs: pd.DataFrame, s: int) -> str:
    """Say how many inits recover."""
    ends = runs[runs["iteration"] == runs["iteration"].max()]["overlap"]
    return f"$s = {s}$: {(ends > RECOVERED).sum()} of {len(ends)} recover"


def _time(law: pd.DataFrame, s: int) -> str:
    """Return the time that the flow takes, to two digits."""
    return f"${number(float(f'{law[law.s == s].escape.iloc[0]:.2g}'))}$"


def _speed(ax: Axes, law: pd.DataFrame, ours: pd.DataFrame, hue: Hue) -> None:
    """Draw the speed against the overlap, and name the exponents at small overlaps."""
    code = law[(law["link"] != ours["link"].iloc[0]) & (law["s"] == 3)]
    theory(ax, _long(ours), "m", "speed", hue)
    theory(ax, _long(code), "m", "speed", label="the code's link, $s = 3$", colour="0.45", dashed=True)
    for _, row in pd.concat([ours, code]).iterrows():
        at, below = (_NAMED, float(np.interp(_NAMED, row["m"], row["speed"]))), row["link"] == "zigzag"
        ax.annotate(
            f"${row['exponent']:.1f}$",
            at,
            xytext=(4, -4) if below else (-3, 2),
            ha="left" if below else "right",
            va="top" if below else "bottom",
            textcoords="offset points",
            color="0.3",
        )
    logarithmic(ax)
    ax.set(title="speed, and its exponent at small $m$", xlabel="overlap $m$", ylabel=r"speed $\dot m$")


def _long(rows: pd.DataFrame) -> pd.DataFrame:
    """Return one row per s and overlap."""
    parts = [pd.DataFrame({"s": row["s"], "m": row["m"], "speed": row["speed"]}) for _, row in rows.iterrows()]
    return pd.concat(parts)
