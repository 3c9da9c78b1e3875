"""Spectrum of the updated feature matrix: its largest values against the step."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.moniri2023.shared.panels import (
    name_at,
    same_axis,
    say_sizes,
    step_regimes,
)
from feature_learning.plotting import Sheet, Tables

_SHOWN = {alpha: rf"One batch, $\alpha = {alpha}$" for alpha in (0.2, 0.39)}
_FRESH = plot.methods("network", {"slides": ("network", "fresh batch")})
_WRITTEN = plot.methods("network", {"written": ("variant", "one batch")})
_NAMED = 0.2  # the step beside whose point the fresh batch is named
_OUT = 1.3  # times the bulk's edge, from which on a value has an arrow


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the leading singular values against alpha, and two histograms with their spikes."""
    say_sizes(figure, tables, "spectra")
    values, *spectra = figure.hero(2, share=0.6, height=3.2)
    predicted = tables.theory("spectra", network="slides")
    n = tables.value("spectra", "n")
    written = tables.runs("spectra_written")
    beyond: list[np.ndarray] = []
    shown = written[(written["seed"] == 0) & written["alpha"].isin(_SHOWN)]
    for ax, (alpha, title) in zip(spectra, _SHOWN.items(), strict=True):
        row = predicted[predicted["alpha"] == alpha].iloc[0]
        found = np.asarray(shown[shown["alpha"] == alpha]["feature_singular_values"].iloc[0])
        plot.spectrum(
            ax,
            found,
            density_at=row["feature_density_at"],
            density=n * np.asarray(row["feature_density"]),
            outliers=[],
            upto=1.3 * shown["feature_1"].max(),
            bins=36,
            colour=_WRITTEN.colours["written"],
        )
        edge = np.asarray(row["feature_density_at"]).max()
        _arrows(ax, found[found > _OUT * edge])
        beyond.append(found[(found > edge) & (found <= _OUT * edge)] / edge)
        ax.set(title=title, xlabel=r"singular value of $F/\sqrt{n}$", ylabel="count")
    figure.say(beyond=" and ".join(str(len(part)) for part in beyond))
    figure.say(farthest=float(np.concatenate(beyond).max(initial=1.0)))
    same_axis(spectra, "x")
    same_axis(spectra, "y")

    runs, curves = (read("spectra", network="slides") for read in (tables.runs, tables.theory))
    runs = pd.concat([runs, written.assign(network="written")])
    runs, curves = runs[runs["alpha"] > 0], curves[curves["alpha"] > 0]
    for value in ("feature_1", "feature_2"):
        plot.theory(values, curves, "alpha", value, _FRESH)
        means = plot.estimates(runs, value, ["network", "alpha"], "log")
        plot.simulation(values, means, "alpha", _FRESH + _WRITTEN)
    fresh = runs[(runs["network"] == "slides") & (runs["alpha"] == _NAMED)]["feature_1"].mean()
    name_at(
        values, _FRESH.names["slides"], _FRESH.colours["slides"], (_NAMED, float(fresh)), (5, -4)
    )
    plot.logarithmic(values, "y")
    values.set(title="Two largest singular values", ylabel=r"singular value of $F/\sqrt{n}$")
    step_regimes(values)
    values.set_xlim(right=3 / 7)  # where the range of six spikes ends


def _arrows(ax: Axes, values: np.ndarray) -> None:
    """Point at single values, whose bars are low."""
    for value in values:
        ax.annotate(
            "",
            (value, 1.2),
            (value, 6),
            arrowprops={"arrowstyle": "-|>", "color": "0.3", "lw": 0.6, "mutation_scale": 5},
        )
