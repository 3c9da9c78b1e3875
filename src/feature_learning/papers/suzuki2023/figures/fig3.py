"""The rates against the inverse temperature."""

import numpy as np
import pandas as pd

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables

_RATES = {
    "energy": ("energy of the distribution", plot.PURPLE),
    "kramers": ("Kramers", plot.PREDICTION),
    "log_sobolev": ("log-Sobolev", plot.ORANGE),
    "guarantee": ("guaranteed", plot.GREY),
}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the rates, with the slopes of their logarithms at the lowest temperatures."""
    (rates,) = figure.panels(height=3.2)
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
    rates.set(ylabel="rate of convergence")
    figure.say(
        count=len(table),
        barrier=table["barrier"].iloc[-1],
        warm=table["barrier"].iloc[0],
        hottest=f"{table['temperature'].max():g}",
        coldest=f"{table['temperature'].min():g}",
    )


def _slopes(table: pd.DataFrame) -> pd.DataFrame:
    """Return minus the slopes of the logarithms between neighbouring temperatures."""
    columns = list(_RATES)
    inverse = table["inverse"].to_numpy()
    logs = np.log(table[columns].to_numpy(dtype=float))
    slopes = -np.diff(logs, axis=0) / np.diff(inverse)[:, None]
    return pd.DataFrame(slopes, columns=columns)
