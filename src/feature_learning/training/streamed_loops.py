"""Compiled elementwise parts of a network of hinges ``max(x - b, 0)``.

These are passes over the preactivations, one neuron after another.
"""

import numpy as np

from feature_learning.core.compiled import compiled


@compiled
def add_outputs(
    fields: np.ndarray, threshold: float, readout: np.ndarray, outputs: np.ndarray
) -> None:
    """Add the network's outputs at n samples.

    Parameters
    ----------
    fields : (p, n)
        Preactivations ``W X^T``.
    threshold
        b.
    readout : (p,)
        a.
    outputs : (n,)
        Grow by ``sum_i a_i max(<w_i, x> - b, 0)``.
    """
    level, zero = fields.dtype.type(threshold), fields.dtype.type(0)
    for i in range(len(fields)):
        own, a = fields[i], readout[i]
        for sample in range(len(own)):
            outputs[sample] += a * max(own[sample] - level, zero)


@compiled
def to_coefficients(fields: np.ndarray, threshold: float, residuals: np.ndarray) -> None:
    """Replace preactivations by the samples' coefficients in the gradient of each neuron.

    These are slopes times residuals.

    Parameters
    ----------
    fields : (p, n)
        Overwritten.
    threshold
        Of the hinge.
    residuals : (n,)
        Labels less outputs.
    """
    level, zero = fields.dtype.type(threshold), fields.dtype.type(0)
    for i in range(len(fields)):
        own = fields[i]
        for sample in range(len(own)):
            own[sample] = residuals[sample] if own[sample] > level else zero
