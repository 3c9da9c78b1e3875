"""Mean-field Langevin dynamics of one-dimensional neurons: the law on a grid, its limit, its rates.

The neurons are ``h_w(z) = tanh(w z)``, the output is ``f_mu(z) = E_mu h_w(z)``, and the energy

    L(mu) = (1/2n) sum_i (f_mu(z_i) - y_i)^2 + lam lam1 E w^2 + lam E log mu

has the flow ``d mu/dt = (mu V' + lam mu')'`` with
``V(w) = (1/n) sum_i (f_mu(z_i) - y_i) h_w(z_i) + lam lam1 w^2``. Its only stationary law solves
``mu* ~ exp(-V/lam)``, V taken at mu* itself.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from feature_learning.core.errors import UserError

_CONVERGED = 1e-8


@dataclass(frozen=True)
class LineProblem:
    """A regression problem for neurons ``tanh(w z)`` and a grid for the law of w.

    Attributes
    ----------
    inputs, labels : (n,)
        z and y.
    temperature, penalty
        lam and lam1, both positive.
    extent, points
        The grid has `points` values from -extent to extent.

    Raises
    ------
    UserError
        A rate is not positive, or the grid has fewer than three points.

    References
    ----------
    Nitanda, Wu and Suzuki (2022), "Convex analysis of the mean field Langevin dynamics", AISTATS,
    and Chizat (2022), "Mean-field Langevin dynamics: exponential convergence and annealing", TMLR:
    the energy, its flow, the proximal Gibbs law, and exponential convergence to the only stationary
    law.
    """

    inputs: np.ndarray
    labels: np.ndarray
    temperature: float
    penalty: float
    extent: float = 7.0
    points: int = 561

    def __post_init__(self) -> None:
        if min(self.temperature, self.penalty, self.extent) <= 0 or self.points < 3:
            raise UserError(
                f"temperature {self.temperature:g}, penalty {self.penalty:g} and extent "
                f"{self.extent:g} must be positive, "
                f"and the grid of {self.points} points at least 3"
            )

    @cached_property
    def grid(self) -> np.ndarray:
        """The values of w, shape (points,)."""
        return np.linspace(-self.extent, self.extent, self.points)

    @property
    def spacing(self) -> float:
        """The distance between neighbouring values."""
        return float(self.grid[1] - self.grid[0])

    @cached_property
    def neurons(self) -> np.ndarray:
        """``h_w(z_i)``, shape (points, n)."""
        return np.tanh(np.outer(self.grid, self.inputs))

    def normalised(self, log_density: np.ndarray) -> np.ndarray:
        """Return the density on the grid proportional to an exponential, shape (points,)."""
        weights = np.exp(log_density - log_density.max())
        return np.asarray(weights / (weights.sum() * self.spacing))

    def gaussian(self, mean: float, variance: float) -> np.ndarray:
        """Return the normal density on the grid, shape (points,).

        Parameters
        ----------
        mean, variance
            Of the normal law.
        """
        return self.normalised(-((self.grid - mean) ** 2) / (2 * variance))

    def bounded_part(self, law: np.ndarray) -> np.ndarray:
        """Return ``(1/n) sum_i (f(z_i) - y_i) h_w(z_i)`` along the grid: V minus the penalty."""
        residuals = self.spacing * (law @ self.neurons) - self.labels
        return np.asarray(self.neurons @ residuals / len(residuals))

    def potential(self, law: np.ndarray) -> np.ndarray:
        """Return V along the grid."""
        return self.bounded_part(law) + self.temperature * self.penalty * self.grid**2

    def proximal(self, law: np.ndarray) -> np.ndarray:
        """Return the proximal Gibbs law ``p_mu ~ exp(-V_mu/lam)``."""
        return self.normalised(-self.potential(law) / self.temperature)

    def risk(self, law: np.ndarray) -> float:
        """Return ``(1/2n) sum (f - y)^2``."""
        residuals = self.spacing * (law @ self.neurons) - self.labels
        return float((residuals**2).mean() / 2)

    def energy(self, law: np.ndarray) -> float:
        """Return L."""
        density = np.maximum(law, 1e-300)
        moment, entropy = (
            self.spacing * float(law @ values) for values in (self.grid**2, np.log(density))
        )
        return self.risk(law) + self.temperature * (self.penalty * moment + entropy)

    def divergence(self, law: np.ndarray, other: np.ndarray) -> float:
        """Return ``KL(law | other)``.

        Parameters
        ----------
        law, other : (points,)
            Densities on the grid.
        """
        ratio = np.log(np.maximum(law, 1e-300)) - np.log(np.maximum(other, 1e-300))
        return self.spacing * float(law @ ratio)

    def stationary(self, *, damping: float = 0.05, iterations: int = 4000) -> np.ndarray:
        """Return mu* by damped iteration of ``mu = p_mu`` from a wide Gaussian, shape (points,).

        Parameters
        ----------
        damping
            The fraction of each step that is taken.
        iterations
            After how many steps to stop at the latest.

        Raises
        ------
        UserError
            The iteration has not converged. At low temperatures it needs less damping.
        """
        law = self.gaussian(0.0, 1.0)
        for _ in range(iterations):
            change = damping * (self.proximal(law) - law)
            law = law + change
            if np.abs(change).max() < 1e-17:
                break
        left = float(np.abs(self.proximal(law) - law).max())
        if left > _CONVERGED:
            raise UserError(
                f"mu* is not reached at temperature {self.temperature:g}: after {iterations} steps "
                f"it is {left:.1g} off. "
                f"Take a damping below {damping:g} and more iterations"
            )
        return law

    def flow(self, law: np.ndarray, times: Sequence[float], dt: float) -> np.ndarray:
        """Return the law at ascending times, shape (times, points).

        Parameters
        ----------
        law : (points,)
            The density at time 0.
        times
            Multiples of dt.
        dt
            The time step. Each is implicit in the law, with V taken at its beginning.

        Raises
        ------
        UserError
            A time is not a multiple of dt, or times do not ascend.

        References
        ----------
        Scharfetter and Gummel (1969), IEEE Trans. Electron Devices 16(1): the fluxes. They vanish
        exactly on ``exp(-V/lam)``, conserve the mass and keep the density positive.
        """
        from scipy.linalg import solve_banded

        counts = np.rint(np.asarray(times) / dt).astype(int)
        if (
            np.abs(counts * dt - np.asarray(times)).max() > 1e-9 * max(1.0, float(max(times)))
            or (np.diff(counts) < 0).any()
        ):
            raise UserError(f"times must rise and be multiples of the step {dt:g}")
        rate = dt * self.temperature / self.spacing**2
        laws, done = [], 0
        for count in counts:
            for _ in range(count - done):
                drop = np.diff(self.potential(law)) / self.temperature
                right, left = rate * bernoulli(drop), rate * bernoulli(-drop)
                bands = np.zeros((3, self.points))
                bands[1] = 1
                bands[1, :-1] += right
                bands[1, 1:] += left
                bands[0, 1:], bands[2, :-1] = -left, -right
                law = solve_banded((1, 1), bands, law, check_finite=False, overwrite_ab=True)
            done = int(count)
            laws.append(law)
        return np.stack(laws)

    def oscillation(self, law: np.ndarray) -> float:
        """Return the largest minus the smallest value of `bounded_part` over all w, not only the
        grid.

        The neurons level off only far out, so its supremum often lies at infinity.
        """
        sizes = np.abs(self.inputs[self.inputs != 0])
        if not sizes.size:
            return 0.0
        # From 20/|z| on, tanh(w z) is 1 in double precision.
        far = np.geomspace(self.extent, max(2 * self.extent, 20 / sizes.min()), self.points)
        residuals = self.spacing * (law @ self.neurons) - self.labels
        at = np.concatenate([-far, self.grid, far])
        return float(np.ptp(np.tanh(np.outer(at, self.inputs)) @ residuals) / len(residuals))

    def guarantee(self, law: np.ndarray) -> float:
        """Return a lower bound of the log-Sobolev constant of ``p_mu``: ``2 lam1 exp(-osc/lam)``.

        The oscillation is that of `bounded_part` over the whole line, see `oscillation`.

        References
        ----------
        Holley and Stroock (1987), J. Stat. Phys. 46: a bounded change U of the potential costs at
        most the factor ``exp(-osc U)``. The Gaussian ``exp(-lam1 w^2)`` has the constant
        ``2 lam1``.
        """
        return float(2 * self.penalty * np.exp(-self.oscillation(law) / self.temperature))

    def covariance(self, law: np.ndarray) -> np.ndarray:
        """Return the covariance of ``h_w(z_i)`` and ``h_w(z_j)`` under a law of w, shape (n, n)."""
        mean = self.spacing * law @ self.neurons
        return np.asarray(
            self.spacing * (self.neurons.T * law) @ self.neurons - np.outer(mean, mean)
        )

    def fluctuation(self, law: np.ndarray) -> np.ndarray:
        """Return ``lim N Var f_N(z_i)`` of N neurons at stationarity, shape (n,), at `law` = mu*.

        References
        ----------
        Derived here: the N neurons have density ``exp(-(N/lam) energy)``. They are independent
        under mu* except for the risk, which weighs a fluctuation g of the output by
        ``exp(-N |g|^2/(2 lam n))``. With C the covariance of h_w under mu*, the covariance of g is
        ``(C^-1 + I/(lam n))^-1/N``.
        """
        covariance, n = self.covariance(law), len(self.inputs)
        return np.asarray(
            np.diag(covariance @ np.linalg.inv(np.eye(n) + covariance / (self.temperature * n)))
        )


def bernoulli(x: np.ndarray) -> np.ndarray:
    """Return ``x/(e^x - 1)``, with the value 1 at 0.

    References
    ----------
    Scharfetter and Gummel (1969), IEEE Trans. Electron Devices 16(1): the function in their fluxes.
    """
    small = np.abs(x) < 1e-8
    safe = np.where(small, 1.0, x)
    return np.asarray(np.where(small, 1 - x / 2, safe / np.expm1(safe)))


def linear_excess(gram: np.ndarray, temperature: float, penalty: float, width: int) -> float:
    """Return ``E risk(f_N) - risk*`` of N linear neurons ``<x, z>`` at stationarity.

    Parameters
    ----------
    gram : (d, d)
        S, the second moment of the inputs; the target is 0.
    temperature, penalty, width
        lam, lam1 and N.

    References
    ----------
    Derived here: the mean m of the neurons has the energy ``m^T S m/2 + lam lam1 |m|^2``, hence at
    stationarity the covariance ``(lam/N) (S + 2 lam lam1 I)^-1``. So ``E m^T S m/2`` is
    ``(lam/2N) tr S (S + 2 lam lam1 I)^-1``, exact at every N.

    Examples
    --------
    >>> round(linear_excess(np.eye(5) / 5, 0.1, 0.5, 4), 6)
    0.041667
    """
    shifted = gram + 2 * temperature * penalty * np.eye(len(gram))
    return float(temperature / (2 * width) * np.trace(np.linalg.solve(shifted, gram)))
