"""What a streamed step of ReLU networks does between its two products, in one pass over the preactivations."""

from __future__ import annotations

import numpy as np

from feature_learning.core.compiled import compiled


@compiled
def relu(fields: np.ndarray, readout: np.ndarray, outputs: np.ndarray) -> None:
    """Add the network's outputs, and replace the preactivations by the slopes there.

    Parameters
    ----------
    fields : (p, n)
        ``W X^T``; overwritten by 1 where they are positive, 0 elsewhere.
    readout : (p,)
    outputs : (n,)
        Grow by ``sum_i b_i max(<w_i, x>, 0)``.
    """
    zero, one = fields.dtype.type(0), fields.dtype.type(1)
    for i in range(len(fields)):
        own, b = fields[i], readout[i]
        for sample in range(len(own)):
            field = own[sample]
            outputs[sample] += b * max(field, zero)
            own[sample] = one if field > zero else zero
