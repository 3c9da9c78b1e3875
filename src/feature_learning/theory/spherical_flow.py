"""The population flow of one ReLU neuron on the unit sphere, for inputs that are not whitened.

The spike of the covariance lies along the target. With ``m = <w, beta>`` and
``q = 1 + theta m^2``, the pre-activation has variance q (``Sigma = I + theta beta beta^T``) or
``q/(1 + theta)`` (the same divided by its norm). On the target ``sign(alpha_k) h_k`` two forces act
on m: the correlation with the target pulls it up, and the size of the neuron's own output pulls it
down.
"""

import bisect
import math
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from feature_learning.core.errors import UserError
from feature_learning.data.relu_expansions import relu_coefficients

CONVENTIONS = ("added", "unit-norm")
_FINE = 4000


@dataclass(frozen=True)
class SphericalFlow:
    """The flow at one strength of the spike.

    Attributes
    ----------
    k
        Even, or 1. An unbiased ReLU has no other coefficients.
    theta
        Strength of the spike.
    convention
        ``added``: I + theta beta beta^T; ``unit-norm``: the same over 1 + theta.

    Raises
    ------
    UserError
        k is odd and above 1, or the convention is unknown.

    References
    ----------
    Mousavi-Hosseini, Wu, Suzuki and Erdogdu (2023), "Gradient-based feature learning under
    structured data", NeurIPS: the proposition on the failure of the spherical gradient.
    Derived here: with s the pre-activation's standard deviation and omega the whitened overlap, the
    loss ``E (relu(s g) - f*)^2`` depends on m through ``s^2/2 - 2 |alpha_k| s omega^k``. Minus its
    derivative is `correlation` less `repulsion`, and the sphere adds the factor ``1 - m^2``.
    """

    k: int
    theta: float
    convention: str

    def __post_init__(self) -> None:
        if self.convention not in CONVENTIONS:
            raise UserError(
                f"unknown convention {self.convention!r} of the covariance. Known: "
                f"{', '.join(CONVENTIONS)}"
            )
        if self.strength == 0:
            raise UserError(
                f"k = {self.k}: the coefficient of an unbiased ReLU is zero there, so the flow has "
                "no signal"
            )

    @property
    def strength(self) -> float:
        """``|alpha_k|`` of the ReLU."""
        found = abs(float(relu_coefficients(np.array(0.0), self.k)[self.k]))
        return 0.0 if found < 1e-14 else found

    @property
    def _unit(self) -> float:
        """The normalisation of the covariance."""
        return 1 + self.theta if self.convention == "unit-norm" else 1.0

    def correlation(self, m: np.ndarray | float) -> np.ndarray:
        """Return ``2 |alpha_k| d/dm (s omega^k)``."""
        k, q = self.k, 1 + self.theta * np.square(m)
        scale = (1 + self.theta) ** (k / 2) / math.sqrt(self._unit)
        found: np.ndarray = (
            2
            * self.strength
            * scale
            * np.power(m, k - 1)
            * q ** (-(k + 1) / 2)
            * (k + self.theta * np.square(m))
        )
        return found

    def repulsion(self, m: np.ndarray | float) -> np.ndarray:
        """Return ``(1/2) d/dm s^2``."""
        return np.asarray(self.theta * np.asarray(m) / self._unit)

    def speed(self, m: np.ndarray | float) -> np.ndarray:
        """Return dm/dt."""
        return (1 - np.square(m)) * (self.correlation(m) - self.repulsion(m))

    def overlap(self, m: np.ndarray | float) -> np.ndarray:
        """Return the whitened overlap ``m sqrt((1 + theta)/q)``, the same in both conventions."""
        return np.asarray(m * np.sqrt((1 + self.theta) / (1 + self.theta * np.square(m))))

    def limit(self, start: float) -> float:
        """Return where m ends from `start` in (0, 1): the next zero of the speed, 0 or 1."""
        from scipy.optimize import brentq

        def force(m: float) -> float:
            return float(self.correlation(m) - self.repulsion(m))

        if force(start) == 0:
            return start
        up = force(start) > 0
        grid = np.geomspace(start, 1.0 if up else start * 1e-6, _FINE)
        values = self.correlation(grid) - self.repulsion(grid)
        changed = np.flatnonzero(np.sign(values[1:]) != np.sign(values[:-1]))
        if not changed.size:
            return 1.0 if up else 0.0
        return float(brentq(force, grid[changed[0]], grid[changed[0] + 1]))

    def path(
        self, start: float, points: int = 400, decades: float = 2.0
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return times and m on the way from `start` to the limit, by quadrature of dm/speed.

        Parameters
        ----------
        start
            m at time 0, in (0, 1).
        points
            How many to return.
        decades
            How far to follow m where its limit is zero, in powers of ten.

        Returns
        -------
        times, m : (points,)
        """
        end = self.limit(start)
        # The approach to a stable point is exponential: gather points there.
        near = np.geomspace(1.0, 1e-6, 20 * points)
        m = (
            end + (start - end) * near
            if end > 0
            else start * 10.0 ** (-decades * np.linspace(0, 1, 20 * points))
        )
        inverse = 1 / self.speed(m)
        times = np.concatenate([[0.0], np.cumsum(np.diff(m) * (inverse[1:] + inverse[:-1]) / 2)])
        kept = np.unique(np.linspace(0, len(m) - 1, points).astype(int))
        return times[kept], m[kept]


def staying_share(flow: SphericalFlow, d: float, multiple: float, quantiles: int) -> float:
    """Return the fraction of random neurons with ``sup_t |m| <= multiple/sqrt(d)``.

    Parameters
    ----------
    flow
        The flow at theta.
    d
        Dimension; ``|m|`` at the start is that of ``N(0, 1)/sqrt(d)``.
    multiple
        The constant of the order ``d^-1/2``.
    quantiles
        How many equally likely starts.

    References
    ----------
    Mousavi-Hosseini et al. (2023), NeurIPS: ``sup_t |<w_t, beta>|`` is of order ``d^-1/2`` with
    probability 0.99, the proposition on the failure of the spherical gradient.
    Derived here: paths of a flow in one dimension are monotone and keep their order. So the
    supremum is the larger of start and limit, and the starts that stay are those below some value,
    which bisection finds.
    """
    normal = NormalDist()

    def stays(number: int) -> bool:
        start = normal.inv_cdf((1 + (number + 0.5) / quantiles) / 2) / math.sqrt(d)
        return max(start, flow.limit(start)) <= multiple / math.sqrt(d)

    return (
        bisect.bisect_left(range(quantiles), True, key=lambda number: not stays(number)) / quantiles
    )


def growth_threshold(k: int, d: float, convention: str) -> float:
    """Return the gamma2 above which m grows from ``d^-1/2``; NaN where it decays at every gamma2.

    Parameters
    ----------
    k
        Degree of the target, as in `SphericalFlow`.
    d
        Dimension; ``theta = d^gamma2`` with gamma2 in (0, 1).
    convention
        As in `SphericalFlow`.

    References
    ----------
    Mousavi-Hosseini et al. (2023), NeurIPS: the range of gamma2 in the proposition on the spherical
    gradient, there for d to infinity.
    Derived here: m grows at first where the `correlation` exceeds the `repulsion` at ``d^-1/2``.

    Examples
    --------
    >>> round(growth_threshold(4, 1e16, "unit-norm"), 4), growth_threshold(4, 1e16, "added")
    (0.6744, nan)
    """
    from scipy.optimize import brentq

    start = d**-0.5

    def balance(gamma2: float) -> float:
        flow = SphericalFlow(k, d**gamma2, convention)
        return math.log(float(flow.correlation(start))) - math.log(float(flow.repulsion(start)))

    grid = np.linspace(1e-6, 1 - 1e-9, 400)
    values = np.array([balance(gamma2) for gamma2 in grid])
    # Without a spike nothing repels: the last crossing is the one that counts.
    changed = np.flatnonzero((values[:-1] < 0) & (values[1:] >= 0))
    return (
        float(brentq(balance, grid[changed[-1]], grid[changed[-1] + 1]))
        if changed.size
        else math.nan
    )


def limiting_threshold(k: int) -> float:
    """Return ``1 - 1/(k - 1)``, the threshold of the unit-norm convention as d grows; k > 2.

    References
    ----------
    Mousavi-Hosseini et al. (2023), NeurIPS: the proposition on the failure of the spherical
    gradient.
    Derived here: at small m correlation over repulsion is of order ``theta^((k-1)/2) m^(k-2)``,
    which is ``d^(gamma2 (k-1)/2 - (k-2)/2)`` at ``m = d^-1/2``.
    """
    return 1 - 1 / (k - 1)
