"""The rates against the inverse temperature, and the gap of the energy in time."""

import numpy as np
import pandas as pd

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables

_RATES = {
    "energy": ("energy of the law", plot.PURPLE),
    "kramers": ("Kramers", plot.PREDICTION),
    "log_sobolev": ("log-Sobolev", plot.ORANGE),
    "guarantee": ("guaranteed", plot.GREY),
}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the rates against the inverse temperature, and the gap between its bounds."""
    rates, energies = figure.hero(1, share=0.6, height=2.7)
    table = tables.theory("rates")
    table = table[table["amplitude"] == table["amplitude"].max()]
    table = table.assign(inverse=1 / table["temperature"]).sort_values("inverse")
    slopes = _slopes(table).iloc[-1]
    plot.logarithmic(rates, "y")
    for quantity, (name, colour) in _RATES.items():
        shade = plot.darker(colour) if colour.startswith("#") else colour
        thin = quantity in ("kramers", "guarantee")
        plot.theory(rates, table, "inverse", quantity, label=name, colour=shade, thin=thin)
        slope, last = f"{slopes[quantity]:.3f}", float(table[quantity].iloc[-1])
        figure.edge_label(rates, last, slope, plot.written(shade))
    rates.set(xlim=(0, table["inverse"].max()), xlabel=r"inverse temperature $1/\lambda$")
    rates.set(title="Rates by temperature, with $c$ at the end", ylabel="rate of convergence")

    law = tables.theory("flow").sort_values("t")
    law = law[law["gap"] > 1e-13]
    t, below, above = (law[name].to_numpy(dtype=float) for name in ("t", "below", "above"))
    colour = plot.METHODS["network"]
    energies.fill_between(t, below, above, color=colour, alpha=0.25, linewidth=0)
    plot.theory(energies, law, "t", "gap", colour=plot.darker(colour), kinks=True)
    for bound in (below, above):
        figure.record(energies, "theory", "theory", x=t, y=bound, of="bound")
    plot.logarithmic(energies, "y")
    energies.set(title="Energy gap in its bounds", xlabel="time $t$", ylabel="energy gap")
    point = {name: tables.value("flow", name) for name in ("amplitude", "temperature")}
    energy, gap = (tables.value("rates", name, **point) for name in ("energy", "gibbs"))
    figure.say(
        fall=energy / gap,
        barrier=table["barrier"].iloc[-1],
        coldest=f"{table['temperature'].min():g}",
    )


def _slopes(table: pd.DataFrame) -> pd.DataFrame:
    """Return minus the slopes of the logarithms between neighbouring temperatures."""
    columns = list(_RATES)
    inverse = table["inverse"].to_numpy()
    logs = np.log(table[columns].to_numpy(dtype=float))
    slopes = -np.diff(logs, axis=0) / np.diff(inverse)[:, None]
    return pd.DataFrame(slopes, columns=columns)
