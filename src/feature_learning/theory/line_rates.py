"""Rates of convergence of mean-field Langevin dynamics on the line, near its limit.

The dynamics is that of `theory.fokker_planck`. Near mu* the flow is linear: a deviation e of the
law follows ``de/dt = -A (lam/mu* + K) e`` with ``A u = -(mu* u')'`` and ``K(w, w') = h_w .
h_w'/n``.
"""

from dataclasses import dataclass

import numpy as np

from feature_learning.theory.fokker_planck import LineProblem

_SEEN = 1e-14
_SCALES, _MODES = (-3.0, -1.0, -0.3, 0.3, 1.0, 3.0), 40


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


def log_sobolev(problem: LineProblem, law: np.ndarray) -> float:
    """Return lam times the log-Sobolev constant of a law, the least ``2 int f'^2 / Ent(f^2)``.

    Parameters
    ----------
    problem
        The neurons and the grid.
    law : (points,)
        For instance mu*, from `LineProblem.stationary`.

    References
    ----------
    Bakry, Gentil and Ledoux (2014), "Analysis and geometry of Markov diffusion operators": the
    constant, which is at most the spectral gap.
    Derived here: the quotient on the grid, with the fluxes of `asymptotic_rates`, over
    ``f = exp(u)``, u in the span of slow modes; its least value is looked for from multiples of the
    gap's eigenfunction.
    """
    from scipy.linalg import eigh_tridiagonal
    from scipy.optimize import minimize

    # Further out rounding outweighs the modes
    mass = law[law > _SEEN * law.max()] * problem.spacing
    between = np.sqrt(mass[:-1] * mass[1:]) / problem.spacing**2
    diagonal = np.zeros(len(mass))
    diagonal[:-1] += between
    diagonal[1:] += between
    roots = np.sqrt(mass)
    values, vectors = eigh_tridiagonal(
        diagonal / mass, -between / (roots[:-1] * roots[1:]), select="i", select_range=(0, _MODES)
    )
    # Slow modes, each in units of its own rate: what is looked for varies most along the slowest
    modes = vectors[:, 1:] / roots[:, None] * np.sqrt(values[1] / values[1:])

    def quotient(shares: np.ndarray) -> tuple[float, np.ndarray]:
        """Return the quotient's logarithm and its gradient at ``u = modes @ shares``."""
        u = modes @ shares
        u -= u.max()
        f, square = np.exp(u), np.exp(2 * u)
        steps, logs = np.diff(f), 2 * u - np.log(mass @ square)
        energy, entropy = float(between @ steps**2), float(mass @ (square * logs))
        pulls = np.zeros(len(f))
        pulls[:-1] -= 2 * between * steps
        pulls[1:] += 2 * between * steps
        gradient = f * pulls / energy - 2 * mass * square * logs / entropy
        return float(np.log(2 * energy / entropy)), gradient @ modes

    found = [
        minimize(quotient, scale * np.eye(_MODES)[0], jac=True, method="L-BFGS-B").fun
        for scale in _SCALES
    ]
    # The gap is the quotient of a vanishing multiple of its eigenfunction
    return problem.temperature * min(float(values[1]), float(np.exp(min(found))))


@dataclass(frozen=True)
class Escape:
    """How a particle in the potential of a law with two wells gets from one to the other.

    Attributes
    ----------
    rate
        The sum of the rates out of both wells, at low temperature the spectral gap.
    barrier
        The height of the lower barrier, that of the shallow well.

    References
    ----------
    See `kramers`.
    """

    rate: float
    barrier: float


def kramers(problem: LineProblem, law: np.ndarray) -> Escape:
    """Return the rates of escape from the two wells of the potential at a law.

    Parameters
    ----------
    problem
        The neurons and the grid.
    law : (points,)
        mu*, from `LineProblem.stationary`.

    Returns
    -------
    Escape
        With NaN if the potential does not have two wells.

    References
    ----------
    Kramers (1940), "Brownian motion in a field of force and the diffusion model of chemical
    reactions", Physica 7(4): out of a well the rate is
    ``sqrt(-V''_well V''_top)/(2 pi) exp(-(V_top - V_well)/lam)``, for lam to 0.
    Bovier, Gayrard and Klein (2005), J. Eur. Math. Soc. 7(1): the spectral gap of two wells is the
    sum of their rates.
    """
    from scipy.optimize import brentq

    residuals = problem.spacing * (law @ problem.neurons) - problem.labels

    def potential(w: float, order: int) -> float:
        """Return V or one of its first two derivatives, also between points of the grid."""
        t = np.tanh(w * problem.inputs)
        within = (t, (1 - t**2) * problem.inputs, -2 * t * (1 - t**2) * problem.inputs**2)[order]
        outside = (w**2, 2 * w, 2.0)[order]
        return float(
            residuals @ within / len(residuals) + problem.temperature * problem.penalty * outside
        )

    slopes = np.sign([potential(w, 1) for w in problem.grid])
    turns = [
        brentq(potential, problem.grid[i], problem.grid[i + 1], args=(1,))
        for i in np.flatnonzero(np.diff(slopes))
    ]
    if len(turns) != 3:
        return Escape(np.nan, np.nan)
    top = turns[1]
    barriers = [potential(top, 0) - potential(well, 0) for well in turns[::2]]
    rates = [
        np.sqrt(-potential(well, 2) * potential(top, 2))
        / (2 * np.pi)
        * np.exp(-barrier / problem.temperature)
        for well, barrier in zip(turns[::2], barriers, strict=True)
    ]
    return Escape(float(sum(rates)), min(barriers))
