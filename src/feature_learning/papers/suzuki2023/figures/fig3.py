"""The gap of the energy between its two bounds, its rate, and the rates against the temperature."""

import numpy as np
import pandas as pd

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables

_ENERGIES = plot.unordered(
    "quantity",
    {
        "above": r"above: $\lambda\,\mathrm{KL}(\mu \,|\, p_\mu)$",
        "gap": r"$L(\mu) - L^*$",
        "below": r"below: $\lambda\,\mathrm{KL}(\mu \,|\, \mu^*)$",
    },
)
_RATES = plot.unordered(
    "quantity",
    {"energy": "energy, linearised", "gibbs": r"gap of $\mu^*$", "log_sobolev": "log-Sobolev"},
    after=3,
)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the gap with its bounds, the rate of each, and rates against the inverse temperature."""
    energies, local, arrhenius = figure.hero(2, height=3.2)
    law = tables.theory("flow").sort_values("t")
    law = law[law["gap"] > 1e-13]
    columns = list(_ENERGIES.names)
    plot.theory(energies, law.melt("t", columns, "quantity"), "t", "value", _ENERGIES, kinks=True)
    plot.logarithmic(energies, "y")
    energies.set(title="The gap lies between its bounds", xlabel="time $t$", ylabel="energy")

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
        title="Rate of each",
        xlabel="time $t$",
        ylabel=r"rate $-\mathrm{d}\,\ln(\cdot)/\mathrm{d}t$",
    )

    local.set_xlim(energies.get_xlim())
    rates = tables.theory("rates")
    part = rates[rates["amplitude"] == rates["amplitude"].max()]
    part = part.assign(inverse=1 / part["temperature"]).sort_values("inverse")
    melted = part.melt("inverse", list(_RATES.names), "quantity")
    plot.theory(arrhenius, melted, "inverse", "value", _RATES)
    plot.theory(arrhenius, part, "inverse", "kramers", label="Kramers")
    plot.guide(arrhenius, part["inverse"].to_numpy(), part["guarantee"], "guaranteed", at=None)
    plot.logarithmic(arrhenius, "y")
    arrhenius.set(
        title="Rates by temperature", xlabel=r"inverse temperature $1/\lambda$", ylabel="rate"
    )
    figure.say(fall=energy / tables.value("rates", "gibbs", **point))
