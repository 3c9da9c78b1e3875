"""Compressibility of the first layer."""

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.plotting.overlay import SERIES, letter, simulation
from feature_learning.plotting.sheet import Sheet

_LAYERS = {"decay": r"trained, $\lambda$ = 1", "no-decay": r"trained, $\lambda$ = 0", "untrained": "untrained"}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw singular values (mean over seeds) and the error against the rank."""
    spectrum, error = axes = figure.panels(1, 2, height=2.9)
    runs = tables.runs("compress")
    spectrum.set_title("singular values")
    error.set_title("error after truncation")
    for series, (layer, label) in enumerate(_LAYERS.items()):
        own = runs[runs["layer"] == layer]
        values = np.stack(own[own["rank"] == 0]["spectrum"].to_list()).mean(axis=0)
        color, marker = SERIES[series]
        index = np.arange(1, len(values) + 1)
        spectrum.plot(index, values, color=color, marker=marker, markersize=2.5, markerfacecolor="white", linewidth=0.6, label=label)
        figure.record(spectrum, label, "simulation", x=index, y=values)
        simulation(error, own, "rank", "error", label=label, series=series, joined=True)
    spectrum.set_xscale("log")
    spectrum.set_yscale("log")
    spectrum.set_ylim(1e-4, 1.5)
    spectrum.set_xlabel("index")
    spectrum.set_ylabel(r"singular value$/\|W\|_F$")
    spectrum.legend(loc="lower left")
    error.set_xscale("symlog", linthresh=1, linscale=0.4)
    error.set_yscale("log")
    ranks = [rank for rank in sorted(runs["rank"].unique()) if rank != 2]
    error.set_xticks(ranks, [str(rank) for rank in ranks])
    error.minorticks_off()
    error.set_ylim(0.03, 1.5)
    error.set_yticks([0.03, 0.1, 0.3, 1], ["0.03", "0.1", "0.3", "1"])
    error.set_xlabel("rank $r$")
    error.set_ylabel("relative test error")
    error.legend(loc="lower right", bbox_to_anchor=(1, 0.36))
    letter(axes)
