"""How fast mean-field Langevin dynamics on the line converges near its limit.

The dynamics is that of `theory.fokker_planck`. Near mu* the flow is linear: a deviation e of the law
follows ``de/dt = -A (lam/mu* + K) e`` with ``A u = -(mu* u')'`` and ``K(w, w') = h_w . h_w'/n``.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from feature_learning.theory.fokker_planck import LineProblem


@dataclass(frozen=True)
class Rates:
    """Rates at which quantities fall in time, near the limit.

    Attributes
    ----------
    energy
        That of ``L(mu_t) - L(mu*)``.
    gibbs
        The spectral gap of the Gibbs law mu* on its own, for a potential that does not change with
        the law: lam times its inverse Poincare constant.

    References
    ----------
    Derived here, see `asymptotic_rates`.
    """

    energy: float
    gibbs: float


def asymptotic_rates(problem: LineProblem, law: np.ndarray) -> Rates:
    """Return the rates of the linearised flow.

    Parameters
    ----------
    problem
        The neurons and the grid. Below a temperature of .015 the default grid is needed; half as
        many points are enough above.
    law : (points,)
        mu*, from `LineProblem.stationary`.

    References
    ----------
    Nitanda, Wu and Suzuki (2022), AISTATS: the rate is at least ``2 lam`` times the log-Sobolev
    constant.
    Derived here: the second variation of the energy at mu* is ``lam/mu* + K``. On the grid
    ``A = B B^T`` with fluxes between neighbours weighed by the geometric mean of their densities,
    so the deviations fall at the eigenvalues of ``B^T (lam/mu* + K) B``, and the energy, quadratic
    in them, at twice the least one. Without K the least eigenvalue is the gap of the Gibbs law.
    """
    roots = np.sqrt(law)
    between = np.sqrt(roots[:-1] * roots[1:]) / problem.spacing
    # Column i of B moves mass from point i to point i + 1.
    flux = np.zeros((problem.points, problem.points - 1))
    steps = np.arange(problem.points - 1)
    flux[steps, steps], flux[steps + 1, steps] = -between, between
    alone = (flux.T * (problem.temperature / law)) @ flux
    seen = flux.T @ problem.neurons
    together = alone + seen @ seen.T * (problem.spacing / len(problem.inputs))
    least = [float(np.linalg.eigvalsh(matrix)[0]) for matrix in (together, alone)]
    return Rates(2 * least[0], least[1])
