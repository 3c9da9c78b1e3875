"""The rates against the inverse temperature, and the gap of the energy in time."""

from typing import Any

import numpy as np
import pandas as pd

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables

_RATES = plot.unordered(
    "quantity", {"energy": "energy of the law", "log_sobolev": "log-Sobolev"}, after=3
)
_BOUND, _ESCAPE = "guaranteed", "Kramers"


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the rates against the inverse temperature, and the gap between its bounds."""
    rates, energies = figure.hero(1, share=0.6, height=2.7)
    table = tables.theory("rates")
    table = table[table["amplitude"] == table["amplitude"].max()]
    table = table.assign(inverse=1 / table["temperature"]).sort_values("inverse")
    slopes = _slopes(table, [*_RATES.names, "kramers", "guarantee"])
    melted = table.melt("inverse", list(_RATES.names), "quantity")
    plot.logarithmic(rates, "y")
    plot.theory(rates, melted, "inverse", "value", _RATES)
    plot.theory(rates, table, "inverse", "kramers", label=_ESCAPE, thin=True)
    inverse, bound = (table[name].to_numpy(dtype=float) for name in ("inverse", "guarantee"))
    rates.plot(inverse, bound, color=plot.GREY, linewidth=0.6, zorder=1.5)
    figure.record(rates, _BOUND, "guide", x=inverse, y=bound)
    middle = len(table) // 2
    place: dict[str, Any] = {
        "textcoords": "offset points",
        "ha": "right",
        "va": "top",
        "color": "0.42",
    }
    rates.annotate(_BOUND, (inverse[middle], bound[middle]), (-3, -3), **place)
    rates.set(xlim=(0, 1.04 * inverse.max()), xlabel=r"inverse temperature $1/\lambda$")
    rates.set(title="Rates by temperature", ylabel="rate of convergence")

    law = tables.theory("flow").sort_values("t")
    law = law[law["gap"] > 1e-13]
    t, below, above = (law[name].to_numpy(dtype=float) for name in ("t", "below", "above"))
    colour = plot.METHODS["network"]
    energies.fill_between(t, below, above, color=colour, alpha=0.25, linewidth=0)
    plot.theory(energies, law, "t", "gap", colour=plot.darker(colour), kinks=True)
    for bound in (below, above):
        figure.record(energies, "theory", "theory", x=t, y=bound, of="bound")
    plot.logarithmic(energies, "y")
    energies.set(title="Energy gap in its bounds", xlabel="time $t$", ylabel="energy")
    point = {name: tables.value("flow", name) for name in ("amplitude", "temperature")}
    energy, gap = (tables.value("rates", name, **point) for name in ("energy", "gibbs"))
    figure.say(
        fall=energy / gap,
        constant=slopes["log_sobolev"].iloc[-1],
        escape=slopes["kramers"].iloc[-1],
        bound=slopes["guarantee"].iloc[-1],
        coldest=f"{table['temperature'].min():g}",
    )


def _slopes(table: pd.DataFrame, columns: list[str]) -> pd.DataFrame:
    """Return minus the slopes of the logarithms between neighbouring temperatures."""
    inverse = table["inverse"].to_numpy()
    logs = np.log(table[columns].to_numpy(dtype=float))
    slopes = -np.diff(logs, axis=0) / np.diff(inverse)[:, None]
    return pd.DataFrame(slopes, columns=columns).assign(inverse=(inverse[1:] + inverse[:-1]) / 2)
