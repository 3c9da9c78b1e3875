"""Exact population error of a linear readout of ReLU features, on Gaussian inputs: no test points.

Labels of low degree have heavy tails, so an error on test points fluctuates by more than the
error itself varies from one network to the next.
"""

import math
from collections.abc import Sequence

import numpy as np

from feature_learning.core.errors import UserError
from feature_learning.data.hermite import hermite_coefficients
from feature_learning.data.targets import HermiteTarget
from feature_learning.kernels.arc_cosine import arc_cosine
from feature_learning.networks.activations import RELU, Activation


def relu_correlations(
    target: HermiteTarget, teacher: np.ndarray, weights: np.ndarray
) -> np.ndarray:
    """Return ``E[f*(W* x) relu(<w_i, x>)]`` for x ~ N(0, I), shape (p,).

    Parameters
    ----------
    target
        f*.
    teacher : (r, k)
        Orthonormal rows W*.
    weights : (p, k)
        Of any norm but zero.

    References
    ----------
    Derived here: for a unit vector u with coordinates ``u_j`` on the teacher's directions,
    ``E[sigma(<u, x>) prod_j H_{k_j}(z_j)] = mu_|k| prod_j u_j^{k_j}``, which is the expansion of
    sigma in Hermite polynomials of ``<u, x>``; and ``relu(<w, x>) = |w| relu(<u, x>)``.
    """
    norms = np.linalg.norm(weights, axis=1)
    overlaps = weights @ teacher.T / norms[:, None]
    highest = max(map(sum, target.terms))
    moments = hermite_coefficients(RELU, highest, RELU.kinks) * [
        math.factorial(k) for k in range(highest + 1)
    ]
    total = sum(
        c * moments[sum(degrees)] * np.prod(overlaps ** np.array(degrees), axis=1)
        for degrees, c in target.terms.items()
    )
    return np.asarray(norms * total)


def relu_gram(weights: np.ndarray) -> np.ndarray:
    """Return ``E[relu(<w_i, x>) relu(<w_j, x>)]`` for x ~ N(0, I), shape (p, p).

    Parameters
    ----------
    weights : (p, k)
        Of any norm but zero.

    References
    ----------
    Cho and Saul (2009), "Kernel methods for deep learning", NeurIPS: the arc-cosine kernel of order
    one, ``|w_i||w_j| (sin t + (pi - t) cos t)/(2 pi)`` at the angle t.
    """
    return arc_cosine(weights, weights) * (weights.shape[1] / 2)


def relu_risk(
    target: HermiteTarget,
    teacher: np.ndarray,
    weights: np.ndarray,
    readouts: Sequence[np.ndarray],
    activation: Activation = RELU,
) -> np.ndarray:
    """Return ``E (f*(W* x) - sum_i c_i relu(<w_i, x>))^2`` for several readouts, shape (readouts,).

    Parameters
    ----------
    target, teacher, weights
        As in `relu_correlations`.
    readouts : (p,) each
        c.
    activation
        Of the network that is asked about; only a ReLU without bias has this closed form.

    Raises
    ------
    UserError
        The activation is not homogeneous.

    References
    ----------
    Derived here: ``|f*|^2 - 2 c.b + c^T K c`` with b of `relu_correlations` and K of `relu_gram`.
    """
    if not activation.homogeneous:
        raise UserError(
            f"the exact risk is known for a ReLU without bias, not for {activation.name}"
        )
    c = np.column_stack(readouts).astype(float)
    weights = weights.astype(float)
    correlations = relu_correlations(target, teacher, weights)
    return np.asarray(
        target.square_norm - 2 * correlations @ c + np.einsum("ik,ik->k", c, relu_gram(weights) @ c)
    )
