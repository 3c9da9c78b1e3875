"""Kernel ridge regression in the proportional limit: ridge regression on the inputs."""

from __future__ import annotations

import math
from dataclasses import dataclass

from feature_learning.data.links import Link
from feature_learning.kernels.inner_product import named_kernel

ARC_COSINE = "arc-cosine"


@dataclass(frozen=True)
class KernelLaw:
    """What the limit needs of a kernel ``g(<x, y>/d)``.

    Attributes
    ----------
    linear
        ``g'(0)``.
    beyond
        ``g(1) - g(0) - g'(0)``, which acts as a ridge.
    """

    linear: float
    beyond: float


def kernel_law(name: str) -> KernelLaw:
    """Return the numbers of a kernel: ``arc-cosine``, of infinitely many ReLUs, or ``exp-M``.

    Examples
    --------
    >>> kernel_law("arc-cosine").linear, round(kernel_law("exp-4").beyond, 6)
    (0.25, 0.708333)
    """
    if name == ARC_COSINE:
        return KernelLaw(1 / 4, 1 / 2 - 1 / (2 * math.pi) - 1 / 4)
    coefficients = named_kernel(name).coefficients
    return KernelLaw(coefficients[1], sum(coefficients[2:]))


def kernel_risk(law: KernelLaw, link: Link, psi1: float, ridge: float) -> float:
    """Return the risk of ``(K + ridge)^-1 y`` for n, d to infinity with ``n/d = psi1``.

    Parameters
    ----------
    law
        The kernel.
    link
        The target, centred, with its label noise.
    psi1
        n/d.
    ridge
        What is added to the diagonal.

    References
    ----------
    El Karoui (2010), "The spectrum of kernel random matrices", Annals of Statistics 38(1): the
    kernel matrix is that of the inputs plus a multiple of the identity and a constant. With Hu and
    Lu (2023), "Universality laws for high-dimensional learning with random features", this is ridge
    regression on the inputs with the ridge ``lambda' = (ridge + g(1) - g(0) - g'(0)) c/g'(0)``, c =
    d/n, for which everything beyond degree 1 is noise: ``kappa (1 - c/(1 + kappa)) = lambda'`` and
    ``R = (mu_1*^2 kappa^2/(1 + kappa)^2 + bound + s^2)/(1 - c/(1 + kappa)^2) - s^2``.

    Examples
    --------
    >>> link = Link.orthonormal(0, 1)
    >>> round(kernel_risk(kernel_law("exp-1"), link, 4.0, 1e-9), 6)
    0.0
    """
    c = 1 / psi1
    total = (ridge + law.beyond) * c / law.linear
    # kappa^2 + (1 - c - total) kappa - total = 0
    half = (total + c - 1) / 2
    kappa = half + math.sqrt(half**2 + total)
    bias = link.linear**2 * (kappa / (1 + kappa)) ** 2
    noise = link.noise_variance
    return (bias + link.beyond(1) + noise) / (1 - c / (1 + kappa) ** 2) - noise
