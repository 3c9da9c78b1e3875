"""Ridge regression with the kernel ``exp(<x, x'>/d)`` on spiked inputs, at finite d.

Inputs are ``N(0, I + theta mu mu^T)``; the target is a Hermite polynomial of a whitened direction,
which need not be the spike's. With z the whitened coordinate along mu and
``r = (1 + theta)/d`` the kernel factorises,

    exp(<x, x'>/d) = exp(r z z') exp(<x_perp, x_perp'>/d),

so its eigenfunctions are products of one in z and one in the d - 1 isotropic coordinates.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from feature_learning.core.errors import UserError
from feature_learning.data.covariates import spike_scale
from feature_learning.theory.deterministic_equivalents import Spectrum, solve
from feature_learning.theory.spiked_kernel import gaussian_modes

_TERMS = 24  # of the exponential in z
_LOG_SAMPLES = 150  # the logarithm of the largest sample size that is tried
_LOG_RIDGES = (math.log(1e-3), math.log(1e4))


@dataclass(frozen=True)
class ExponentialKernel:
    """The spectrum, and where a target lies in it.

    Attributes
    ----------
    spectrum
        Eigenvalues by degree in the isotropic coordinates and mode in z.
    power
        Squared norms of the target in the eigenspaces.
    unfitted
        Its squared norm outside them.

    References
    ----------
    Derived here, see `exponential_kernel`.
    """

    spectrum: Spectrum
    power: np.ndarray
    unfitted: float

    def risk(self, n: float, noise: float = 0.0) -> float:
        """Return the excess test error at the best ridge from 10^-3 to 10^4.

        Parameters
        ----------
        n
            Sample size.
        noise
            Variance of the label noise.
        """
        from scipy.optimize import minimize_scalar

        found = minimize_scalar(
            lambda log: self._risk(n, math.exp(log), noise), bounds=_LOG_RIDGES, method="bounded"
        )
        return min(float(found.fun), *(self._risk(n, math.exp(log), noise) for log in _LOG_RIDGES))

    def _risk(self, n: float, ridge: float, noise: float) -> float:
        return solve(self.spectrum, n, ridge).risk(self.power, self.unfitted, noise)

    def samples(self, level: float, noise: float = 0.0) -> float:
        """Return the sample size at which the risk is at a level between 0 and 1.

        Parameters
        ----------
        level
            The risk; that of the prediction 0 is 1.
        noise
            As in `risk`.

        Raises
        ------
        UserError
            The level is not between 0 and 1, or the risk does not fall to the level.
        """
        from scipy.optimize import brentq

        if not 0 < level < 1:
            raise UserError(f"the risk falls from 1 to 0, so a level must lie between: {level:g}")
        low = high = 0.0
        while self.risk(math.exp(high), noise) > level:
            low, high = high, high + 1
            if high > _LOG_SAMPLES:
                raise UserError(
                    f"the risk stays above {level:g} up to {math.exp(_LOG_SAMPLES):.0e} samples. A "
                    f"level must lie above {self.unfitted:g}, the part of the target that the "
                    "kernel cannot fit"
                )
        return (
            math.exp(
                brentq(lambda log: self.risk(math.exp(log), noise) - level, low, high, xtol=1e-6)
            )
            if high
            else 1.0
        )


def exponential_kernel(
    d: float, strength: float, cosine: float, target: Sequence[float]
) -> ExponentialKernel:
    """Return the kernel's spectrum at finite d, and the place of a target of norm 1 in it.

    Parameters
    ----------
    d, strength
        Dimension and theta.
    cosine
        Between the spike and the target's direction, both whitened.
    target
        Its orthonormal Hermite coefficients, from degree 0.

    Raises
    ------
    UserError
        ``(1 + theta)/d`` is 1/2 or more, where the kernel has no finite trace.

    References
    ----------
    Derived here: the power ``<x_perp, x_perp'>^l/(l! d^l)`` acts on products of l coordinates as
    ``d^-l``, and there are ``C(d - 2 + l, l)`` of them. The mean of ``exp(|x_perp|^2/d)`` on the
    diagonal is e; what these degrees leave of it is the trace of modes too many to be fitted, which
    act as a ridge (as in El Karoui 2010, "The spectrum of kernel random matrices"). ``h_k`` is
    ``sum_j sqrt(C(k, j)) rho^(k-j) (1 - rho^2)^(j/2) h_(k-j)(z) h_j(z_perp)`` with rho the cosine.
    The risk is the deterministic equivalent of Cheng and Montanari (2022), "Dimension free ridge
    regression".

    Examples
    --------
    >>> [round(exponential_kernel(128, 0, 0, (0, 0, 1)).risk(m, 0.01), 2) for m in (2048, 4096)]
    [0.85, 0.63]
    """
    r = spike_scale(strength) ** 2 / d
    if r >= 0.5:
        raise UserError(
            "the kernel exp(<x, x'>/d) has a finite trace for (1 + theta)/d < 1/2 only, not for "
            f"{r:g}"
        )
    values, modes = gaussian_modes(np.array([1 / math.factorial(m) for m in range(_TERMS)]), r)
    degrees = range(max(len(target), 3))
    counts = [
        math.prod(d - 2 + own - i for i in range(own)) / math.factorial(own) for own in degrees
    ]
    scales = [float(d) ** -own for own in degrees]
    eigenvalues = np.concatenate([values * scale for scale in scales])
    left = math.e - float(np.dot(counts, scales))
    spectrum = Spectrum(
        eigenvalues, np.repeat(counts, len(values)), tail=left / math.sqrt(1 - 2 * r)
    )
    along = [
        sum(
            (
                coefficient * _amplitude(degree, own, cosine) * modes[degree - own]
                for degree, coefficient in enumerate(target)
                if own <= degree and coefficient
            ),
            start=np.zeros(len(values)),
        )
        for own in degrees
    ]
    power = np.square(np.concatenate(along))
    return ExponentialKernel(spectrum, power, max(1 - float(power.sum()), 0.0))


def _amplitude(degree: int, across: int, cosine: float) -> float:
    """The part of ``h_degree`` that is ``h_across`` of a coordinate across the spike."""
    along, rest = cosine ** (degree - across), (1 - cosine**2) ** (across / 2)
    return math.sqrt(math.comb(degree, across)) * along * rest
