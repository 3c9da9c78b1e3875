"""The standard normal law, against SciPy's."""

import numpy as np
from scipy import stats

from feature_learning.core.normal import density, distribution


def test_density_and_distribution() -> None:
    points = np.linspace(-5, 5, 11)
    np.testing.assert_allclose(density(points), stats.norm.pdf(points), rtol=1e-13)
    np.testing.assert_allclose(distribution(points), stats.norm.cdf(points), rtol=1e-13)
