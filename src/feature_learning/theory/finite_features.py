"""Random-features regression on the sphere at a finite dimension, where the quadratic part of the
features is learned as well.

In the proportional limit all of an activation beyond its linear part is noise. At a finite d its
degree-2 part spans only about ``d^2/2`` directions, so n samples determine a fraction of order
n/d^2 of it. And the variance of the remainder is that of a projection of the sphere, not of a
Gaussian. Both are corrections of order 1/d to the limit.
"""

from dataclasses import dataclass

from scipy.optimize import brentq

from feature_learning.networks.activations import Activation
from feature_learning.theory.harmonics import feature_spectrum

_STEP = 1e-30  # complex step: derivatives without rounding


@dataclass(frozen=True)
class PartTraces:
    """What ridge regression leaves of a part of the target, relative to an unlearnable one.

    Attributes
    ----------
    m1, m2, m3
        The resolvent's traces on unlearnable parts, on the linear and on the quadratic part.
    dm1, dm2, dm3
        Their derivatives in the ridge.

    References
    ----------
    Derived here, see `part_traces`: ridge regression leaves ``M2/M1`` of the linear and ``M3/M1``
    of the quadratic part. The risk has the form of generalised cross-validation (Craven and Wahba
    1979), as for `random_features.RandomFeatures.errors`.
    """

    m1: float
    m2: float
    m3: float
    dm1: float
    dm2: float
    dm3: float

    def risk(self, linear: float, quadratic: float, rest: float, noise: float = 0.0) -> float:
        """Return the excess test error.

        Parameters
        ----------
        linear, quadratic, rest
            Powers of the target's parts: of degree 1, of degree 2, and beyond.
        noise
            Variance of the label noise, which the test labels are without.
        """
        slope = linear * self.dm2 + quadratic * self.dm3 + (rest + noise) * self.dm1
        return -slope / self.m1**2 - noise

    @property
    def linear_learned(self) -> float:
        """The learned fraction of the linear part, ``E f_hat z`` for a target z."""
        return 1 - self.m2 / self.m1

    @property
    def quadratic_learned(self) -> float:
        """The learned fraction of the quadratic part."""
        return 1 - self.m3 / self.m1


def part_traces(activation: Activation, d: int, n: float, width: float, ridge: float) -> PartTraces:
    """Return the traces of ridge regression ``(1/n)||y - F a||^2 + ridge ||a||^2`` at a finite d.

    Parameters
    ----------
    activation
        Its mean does not matter.
    d, n, width
        Dimension (at least 3), samples and features. Inputs and directions are uniform on spheres.
    ridge
        Positive.

    References
    ----------
    Derived here, as for `random_features.RandomFeatures`, from features that are Gaussian given the
    inputs, with covariance ``p_1 X X^T/d + p_2 Q Q^T/D + p I``: ``p_k = E sigma_k^2`` is the power
    of the activation's part of degree k on the sphere, p that of all parts from degree 3 on, and Q
    holds the ``D = (d-1)(d+2)/2`` orthonormal harmonics of degree 2 of each input, which act as
    further isotropic inputs. So ``M2 = M1/(1 + tau (N/d) p_1 M1)``, ``M3 = M1/(1 + tau (N/D) p_2
    M1)`` and ``tau (1 + p_1 M2 + p_2 M3 + p M1) = 1``. For D to infinity it is the proportional
    limit.
    """
    spectrum = feature_spectrum(activation, d, 2, activation.kinks)
    _, linear, quadratic = spectrum.eigenvalues * spectrum.multiplicities
    rest, harmonics = spectrum.tail, spectrum.multiplicities[2]

    def parts(m1: complex, lam: complex) -> tuple[complex, complex, complex]:
        """Return the equation's mismatch, M2 and M3."""
        tau = 1 - n / width * (1 - lam * m1)
        m2 = m1 / (1 + tau * width / d * linear * m1)
        m3 = m1 / (1 + tau * width / harmonics * quadratic * m1)
        return tau * (1 + linear * m2 + quadratic * m3 + rest * m1) - 1, m2, m3

    low = max(0.0, 1 - width / n)
    m1 = brentq(lambda u: parts(u / ridge, ridge)[0].real, low, 1.0, xtol=1e-16, rtol=1e-15) / ridge
    step = 1j * _STEP
    dm1 = -parts(m1, ridge + step)[0].imag / parts(m1 + step, ridge)[0].imag
    _, m2, m3 = parts(m1 + step * dm1, ridge + step)
    return PartTraces(m1, m2.real, m3.real, dm1, m2.imag / _STEP, m3.imag / _STEP)
