"""A spiked model for the weight matrix: spectrum, largest value, and its vector's overlap."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.ba2022.shared.panels import TEACHERS
from feature_learning.plotting import Sheet, Tables

_SHOWN = 8.0
_ROOM = 1.1  # where the panel ends, in units of the largest value


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw one spectrum, and the outlier and its overlap against the step."""
    values, outlier, overlap = figure.hero(2, share=0.56, height=3.2)
    runs, predicted = tables.runs("spike"), tables.theory("spike")
    _spectrum(values, tables)
    _outlier(outlier, runs, predicted)
    plot.theory(overlap, predicted, "eta", "alignment", TEACHERS, kinks=True)
    means = plot.estimates(runs, "alignment", ["teacher", "eta"], "logit")
    plot.simulation(overlap, means, "eta", TEACHERS)
    overlap.set(xlabel=r"step size $\eta$", ylabel="squared overlap")
    overlap.set_title("Left vector with the teacher")
    _say_overlap(figure, means[means["teacher"] == "relu"], predicted)
    _say(figure, runs, predicted)


def _spectrum(ax: Axes, tables: Tables) -> None:
    shown = tables.runs("spike", teacher="relu", eta=_SHOWN, seed=0).iloc[0]
    row = tables.theory("spike", teacher="relu", eta=_SHOWN).iloc[0]
    values = np.asarray(shown["singular_values"])
    plot.linear_spectrum(
        ax,
        values,
        density_at=np.asarray(row["density_at"]),
        density=np.asarray(row["density"]),
        outlier=float(row["largest"]),
        high=_ROOM * max(float(values.max()), float(row["largest"])),
    )
    ax.set(title=rf"Singular values of $W_1$, $\eta = {_SHOWN:g}$", xlabel="singular value")


def _outlier(ax: Axes, runs: pd.DataFrame, predicted: pd.DataFrame) -> None:
    plot.theory(ax, predicted, "eta", "largest", TEACHERS, kinks=True)
    means = plot.estimates(runs, "largest", ["teacher", "eta"], "log")
    plot.simulation(ax, means, "eta", TEACHERS)
    plot.level(ax, float(predicted["edge"].iloc[0]), "bulk edge", at=0.02)
    ax.set(title="Largest value", ylabel="largest value", xlabel=r"step size $\eta$")


def _say_overlap(figure: Sheet, means: pd.DataFrame, predicted: pd.DataFrame) -> None:
    """Say at which steps the limit is outside the intervals, and the largest gap from it."""
    law = predicted[predicted["teacher"] == "relu"].sort_values("eta")
    past = means[means["eta"] >= float(law["critical"].iloc[0])].set_index("eta")
    limit = np.interp(past.index.to_numpy(dtype=float), law["eta"], law["alignment"])
    outside = past[plot.excludes(past, limit)]
    gaps = past["estimate"] - limit
    where = gaps.abs().idxmax()
    listed = ", ".join(f"{eta:g}" for eta in outside.index) or "none"
    figure.say(outside=listed, gap=float(gaps[where]), gap_at=float(where))


def _say(figure: Sheet, runs: pd.DataFrame, predicted: pd.DataFrame) -> None:
    own = runs[(runs["teacher"] == "relu") & (runs["eta"] == _SHOWN)]
    law = predicted[(predicted["teacher"] == "relu") & (predicted["eta"] == _SHOWN)].iloc[0]
    gaps: dict[tuple[str, float], float] = {}
    for teacher, limit in predicted.sort_values("eta").groupby("teacher"):
        means = runs[runs["teacher"] == teacher].groupby("eta")["largest"].mean()
        known = np.interp(means.index.to_numpy(dtype=float), limit["eta"], limit["largest"])
        of_steps = (means / known - 1).abs()
        gaps |= {(str(teacher), float(eta)): float(gap) for eta, gap in of_steps.items()}
    teacher, where = max(gaps, key=lambda each: gaps[each])
    figure.say(
        value=gaps[teacher, where],
        where=where,
        whose=TEACHERS.names[teacher],
        d=int(own["d"].iloc[0]),
        samples=float(own["psi1"].iloc[0]),
        width=float(own["psi2"].iloc[0]),
        eta=_SHOWN,
        critical=float(law["critical"]),
        low=abs(1 - float(own["largest"].mean()) / float(law["largest"])),
        given=1 - float((own["largest"] / own["largest_given"]).mean()),
    )
