"""The distance of a trained direction from the target's with many samples: the constant of the rate
d/n.
"""

import numpy as np

from feature_learning.data.hermite import gaussian_nodes
from feature_learning.data.links import Link
from feature_learning.data.relu_expansions import step_coefficients, step_products
from feature_learning.theory.tied_population import TiedPopulation

_REACH = 9.0  # knots further out change nothing in double precision


def slope_product(population: TiedPopulation, link: Link, c: np.ndarray) -> float:
    """Return ``E[f*' f']``, the curvature of the population loss across the target's direction.

    Parameters
    ----------
    population
        The neurons.
    link
        f*.
    c : (width,)
        The second layer; ``f = c . Phi``.

    References
    ----------
    Derived here: f' is a sum of steps, and so is f*' but for polynomials, whose products with a
    step are its Hermite coefficients. The sum is finite. The Hermite series of the product
    converges as slowly as ``sum 1/j^(3/2)`` wherever a neuron's knot is a kink of the link.
    """
    b, e = population.offsets, population.signs
    kinks = np.array(link.kinks)
    products = step_products(b, e, kinks, np.ones(len(kinks))) @ np.array(link.weights)
    polynomial = link.orthonormal_polynomial
    degree = len(polynomial) - 1
    if degree:
        degrees = np.arange(1, degree + 1)
        steps = step_coefficients(b, degree - 1) * e ** (degrees - 1)[:, None]
        products += (np.sqrt(degrees) * polynomial[1:]) @ steps
    return float((c * population.root * e) @ products)


def square_slope(link: Link) -> float:
    """Return ``E[f*'^2]``, half of how fast the excess risk falls with the overlap at the pole.

    Parameters
    ----------
    link
        f*, piecewise linear plus a polynomial.

    References
    ----------
    Derived here: fine-tuning with enough neurons and fresh samples learns the mean of f* at a given
    projection on theta, ``sum_j alpha_j m^j h_j`` at the overlap m. Therefore the excess risk is
    ``sum_j alpha_j^2 (1 - m^(2j))``, near the pole ``2 (1 - |m|) sum_j j alpha_j^2``. The sum is
    ``E[f*'^2]``, because ``h_j' = sqrt(j) h_(j-1)``. With `recovery_constant` the risk after
    training on n samples is ``2 E[f*'^2] V (d - 1)/n``. The coefficients alone would sum to it
    slowly, because f*' jumps at kinks.

    Examples
    --------
    >>> square_slope(Link.relu(polynomial=(0.0, 1.0, 0.5)))
    1.5
    """
    nodes, weights = gaussian_nodes(link.kinks)
    slopes = (nodes[:, None] > np.array(link.kinks)) @ np.array(link.weights)
    polynomial = link.orthonormal_polynomial
    degrees = np.arange(1, len(polynomial))
    slopes = slopes + Link.relu(polynomial=tuple(np.sqrt(degrees) * polynomial[1:]))(nodes)
    return float(weights @ slopes**2)


def gradient_noise(population: TiedPopulation, link: Link, c: np.ndarray, noise: float) -> float:
    """Return ``E[r^2 f'^2]`` with ``r = f* - f + noise``, at the target's direction.

    Parameters
    ----------
    population, link, c
        As in `slope_product`.
    noise
        Variance of the labels' noise.

    References
    ----------
    Derived here: a quarter of the variance of a sample's gradient in each coordinate across the
    direction; by quadrature between the kinks.
    """
    order = np.argsort(population.signs * population.offsets)
    knots = (population.signs * population.offsets)[order]
    kinks = np.concatenate([knots, link.kinks])
    nodes, weights = gaussian_nodes(kinks[np.abs(kinks) < _REACH])
    # Right of its knot k a neuron of either sign has added own (u - k), and those of sign - began
    # with that.
    own = (c * population.root)[order]
    falling = population.signs[order] < 0
    slopes = np.cumsum(np.append(-(own * falling).sum(), own))
    levels = np.cumsum(np.append((own * knots * falling).sum(), -own * knots))
    segment = np.searchsorted(knots, nodes, side="right")
    slope = slopes[segment]
    residual = link(nodes) - slope * nodes - levels[segment]
    return float(weights @ ((residual**2 + noise) * slope**2))


def recovery_constant(
    population: TiedPopulation, link: Link, c: np.ndarray, noise: float, side: float = 1.0
) -> float:
    """Return V, where ``E(1 - |m|) = V (d - 1)/n`` for a direction trained on n samples.

    Parameters
    ----------
    population, link, c, noise
        As in `gradient_noise`.
    side
        The sign of m: near the opposite direction neurons see the mirrored projection.

    References
    ----------
    Huber (1967), "The behavior of maximum likelihood estimates under nonstandard conditions": the
    sandwich, Hessian^-1 variance Hessian^-1 / n.
    Derived here: each of the d - 1 coordinates t across the direction has the Hessian ``2 E[f*'
    f']`` and the gradient variance ``4 E[r^2 f'^2]``; they are uncorrelated with c's, because the
    loss is even in t; and ``1 - |m| = |t|^2/2``.
    """
    if side < 0:
        population = TiedPopulation(
            population.offsets, -population.signs, population.root**2, population.degree
        )
    noise_part = gradient_noise(population, link, c, noise)
    return noise_part / (2 * slope_product(population, link, c) ** 2)
