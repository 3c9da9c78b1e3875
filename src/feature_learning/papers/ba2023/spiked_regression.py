"""Kernel ridge regression for many strengths of the spike on the same draws."""

from collections.abc import Sequence

import numpy as np

from feature_learning.kernels.inner_product import InnerProductKernel
from feature_learning.kernels.ridge import kernel_ridge

_TEST_CHUNK = 128  # test points whose kernel with the sample fits in the cache
_SINGLE = (512, 2048)  # smaller d are quick in double precision, larger ones need it


class SpikedRegression:
    """Regression from isotropic inputs (n, d) and test points (m, d), to which the spike along the
    first axis adds a matrix of rank one in the inner products.

    The linear system is solved in single precision for d above 512 and up to 2048: the ridge bounds
    its condition by some thousands, and the risk changes by less than 1e-4 (tested). Predictions
    are always in single precision. Small ridges need double precision throughout (`exact`).
    """

    def __init__(
        self,
        kernel: InnerProductKernel,
        inputs: np.ndarray,
        test: np.ndarray,
        *,
        exact: bool = False,
    ) -> None:
        self._kernel = kernel
        self._d = inputs.shape[1]
        self._z, self._test_z = inputs[:, 0], test[:, 0]
        single = inputs.astype(np.float32)
        halved = not exact and _SINGLE[0] < self._d <= _SINGLE[1]
        rows = single if halved else inputs
        self._among = rows @ rows.T / rows.dtype.type(self._d)
        self._with_test = test.astype(np.float32) @ single.T / np.float32(self._d)

    def paths(self, theta: float, labels: np.ndarray, ridges: Sequence[float]) -> np.ndarray:
        """Return the fitted functions of several ridges at the test points, (m, targets, ridges).

        Ridges below 1/2 request `exact` above d = 512.
        """
        gram = self._kernel(self._products(self._among, self._z, theta))
        coefficients = kernel_ridge(gram, labels.astype(gram.dtype), ridges)
        shape, singles = coefficients.shape[1:], coefficients.astype(np.float32)
        singles, blocks = singles.reshape(len(singles), -1), []
        for start in range(0, len(self._test_z), _TEST_CHUNK):
            rows = slice(start, start + _TEST_CHUNK)
            products = self._products(self._with_test[rows], self._test_z[rows], theta)
            blocks.append(self._kernel(products) @ singles)
        return np.concatenate(blocks).astype(float).reshape(-1, *shape)

    def _products(self, isotropic: np.ndarray, z: np.ndarray, theta: float) -> np.ndarray:
        """Add the spike's part without a copy: these are the largest arrays of a job."""
        along, z = theta / self._d * z, self._z
        products = np.multiply.outer(along.astype(isotropic.dtype), z.astype(isotropic.dtype))
        products += isotropic
        return products
