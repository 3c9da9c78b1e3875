"""The gap of the energy between its two bounds, and its rate."""

import numpy as np
import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.plotting.lines import level, logarithmic
from feature_learning.plotting.marks import theory
from feature_learning.plotting.palette import unordered
from feature_learning.plotting.sheet import Sheet

_ENERGIES = unordered(
    "quantity",
    {
        "above": r"$\lambda\,\mathrm{KL}(\mu \,|\, p_\mu)$",
        "gap": r"$L(\mu) - L^*$",
        "below": r"$\lambda\,\mathrm{KL}(\mu \,|\, \mu^*)$",
    },
)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the gap with its bounds, then the rate of each against the guaranteed one."""
    energies, rates = figure.panels(1, 2)
    law = tables.theory("flow").sort_values("t")
    law = law[law["gap"] > 1e-13]
    columns = list(_ENERGIES.names)
    energies.set_title("the gap lies between its bounds")
    theory(energies, law.melt("t", columns, "quantity"), "t", "value", _ENERGIES)
    logarithmic(energies, "y")
    energies.set_ylabel("energy")

    rates.set_title("and falls faster than guaranteed")
    t = law["t"].to_numpy()
    local = {name: -np.diff(np.log(law[name])) / np.diff(t) for name in columns}
    slopes = pd.DataFrame(local).assign(t=(t[1:] + t[:-1]) / 2)
    theory(rates, slopes.melt("t", columns, "quantity"), "t", "value", _ENERGIES)
    promised = 2 * float(law["temperature"].iloc[0]) * float(law["guarantee"].iloc[0])
    level(rates, promised, "guaranteed", at=0.5)
    logarithmic(rates, "y")
    rates.set_ylabel(r"rate $-\mathrm{d}\,\ln(\cdot)/\mathrm{d}t$")
    for ax in (energies, rates):
        ax.set_xlabel("time $t$")
