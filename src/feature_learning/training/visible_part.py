"""The part of its labels that one giant step can see: the linear part, and a warning where there is
none.
"""

import logging

import numpy as np

from feature_learning.data.covariates import GaussianBatch
from feature_learning.data.targets import HermiteTarget
from feature_learning.networks.activations import Activation
from feature_learning.training.streamed_step import Labels

_UNSEEN = 1e-12


def linear_part(batch: GaussianBatch, labels: Labels) -> tuple[float, np.ndarray]:
    """Return the batch's estimates ``mean y`` and ``mean y x``, shapes () and (d,).

    They are the constant and the linear part of the labels.

    Parameters
    ----------
    batch
        The inputs.
    labels
        Takes inputs (n, d), returns labels (n,).
    """
    constant, slope = 0.0, np.zeros(batch.d)
    for x in batch:
        y = labels(x)
        constant += float(y.sum())
        slope += (y.astype(batch.dtype) @ x).astype(float)
    return constant / batch.n, slope / batch.n


def without_linear_part(labels: Labels, constant: float, slope: np.ndarray) -> Labels:
    """Return the labels less a constant and a linear function.

    This is what preprocessing leaves to the step.

    Parameters
    ----------
    labels
        Takes inputs (n, d), returns labels (n,).
    constant, slope
        From `linear_part`.
    """
    return lambda x: labels(x) - constant - x @ slope.astype(x.dtype)


def warn_if_unseen(target: HermiteTarget, activation: Activation) -> bool:
    """Log a warning if the activation lacks the Hermite component that one step needs.

    One step sees the target's terms of least positive degree l through ``mu_l = E[sigma H_l]``
    alone.

    Parameters
    ----------
    target, activation
        Of the step.

    Returns
    -------
    unseen
        Whether the warning was given.

    References
    ----------
    Dandi et al. (2023), arXiv 2305.18270: the theorems on one step; see `leap_constant` for the
    factor mu_l.
    """
    degree = min((sum(degrees) for degrees in target.terms if sum(degrees) > 0), default=0)
    unseen = degree > 0 and abs(activation.moment(degree)) < _UNSEEN
    if unseen:
        logging.getLogger(__name__).warning(
            "the activation %s has no Hermite component of degree %d (mu_%d = 0), the least degree "
            "of the target: "
            "one step learns no direction of it, however large the batch",
            activation.name,
            degree,
            degree,
        )
    return unseen
