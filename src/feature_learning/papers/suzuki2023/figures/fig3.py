"""The gap of the energy between its two bounds, its rate, and the rates against the temperature."""

import numpy as np
import pandas as pd

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables

_ENERGIES = plot.unordered(
    "quantity",
    {
        "above": r"upper bound $\lambda\,\mathrm{KL}(\mu \,|\, p_\mu)$",
        "gap": r"$L(\mu) - L^*$",
        "below": r"lower bound $\lambda\,\mathrm{KL}(\mu \,|\, \mu^*)$",
    },
)
_RATES = plot.unordered(
    "quantity",
    {
        "energy": "energy, linearised",
        "gibbs": r"gap of the Gibbs law $\mu^*$",
        "log_sobolev": r"$\lambda \times$ its log-Sobolev constant",
    },
    after=3,
)
_BARRIERS = ("low barrier", "high barrier")


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the gap with its bounds, the rate of each, and two rows of rates against the inverse
    temperature.
    """
    energies, local, *amplitudes = figure.panels(2, 2, height=1.8)
    law = tables.theory("flow").sort_values("t")
    law = law[law["gap"] > 1e-13]
    columns = list(_ENERGIES.names)
    plot.theory(energies, law.melt("t", columns, "quantity"), "t", "value", _ENERGIES)
    plot.logarithmic(energies, "y")
    energies.set(title="the gap lies between its bounds", xlabel="time $t$", ylabel="energy")

    t = law["t"].to_numpy()
    slopes = pd.DataFrame({name: -np.diff(np.log(law[name])) / np.diff(t) for name in columns})
    slopes = slopes.assign(t=(t[1:] + t[:-1]) / 2).melt("t", columns, "quantity")
    plot.theory(local, slopes, "t", "value", _ENERGIES)
    point = {name: tables.value("flow", name) for name in ("amplitude", "temperature")}
    energy, guarantee = (tables.value("rates", name, **point) for name in ("energy", "guarantee"))
    colour = plot.darker(_RATES.colours["energy"])
    plot.level(local, energy, "linearised", colour=colour, at=0.98, below=True)
    plot.level(local, guarantee, "guaranteed", at=0.98)
    plot.logarithmic(local, "y")
    local.set(
        title="and falls at the linearised rate",
        xlabel="time $t$",
        ylabel=r"rate $-\mathrm{d}\,\ln(\cdot)/\mathrm{d}t$",
    )

    rates = tables.theory("rates").groupby("amplitude")
    for ax, (amplitude, part), barrier in zip(amplitudes, rates, _BARRIERS, strict=True):
        part = part.assign(inverse=1 / part["temperature"]).sort_values("inverse")
        plot.theory(
            ax, part.melt("inverse", list(_RATES.names), "quantity"), "inverse", "value", _RATES
        )
        plot.theory(ax, part, "inverse", "kramers", label="Kramers, at low temperature")
        plot.guide(ax, part["inverse"].to_numpy(), part["guarantee"], "guaranteed", at=None)
        plot.logarithmic(ax, "y")
        ax.set(
            title=f"${amplitude:g}\\,\\sin 1.3z$: {barrier}",
            xlabel=r"inverse temperature $1/\lambda$",
            ylabel="rate",
        )
