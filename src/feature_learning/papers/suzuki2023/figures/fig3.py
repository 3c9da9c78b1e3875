"""The gap of the energy between its two bounds."""

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.plotting.overlay import guide, theory
from feature_learning.plotting.sheet import Sheet


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw gap, bounds and rates."""
    (ax,) = figure.panels(height=2.8)
    law = tables.theory("flow")
    law = law[law["gap"] > 1e-13]
    theory(ax, law, "t", "above", label=r"$\lambda\,KL(\mu\,|\,p_\mu)$", dash=1)
    theory(ax, law, "t", "gap", label=r"$L(\mu) - L^*$")
    theory(ax, law, "t", "below", label=r"$\lambda\,KL(\mu\,|\,\mu^*)$", dash=2)
    late = law[law["t"] >= 50]
    rate = -float(np.polyfit(late["t"], np.log(late["gap"]), 1)[0])
    at, start = law["t"].to_numpy(), float(law["gap"].iloc[0])
    guide(ax, at, start * np.exp(-rate * at), label=f"rate {rate:.3f}, as measured", dash=3)
    promised = 2 * float(law["temperature"].iloc[0]) * float(law["guarantee"].iloc[0])
    guide(ax, at, start * np.exp(-promised * at), label=f"rate {promised:.4f}, guaranteed", dash=0)
    ax.set_yscale("log")
    ax.set_xlabel("t")
    ax.set_ylabel("energy")
    ax.legend(loc="lower left")
