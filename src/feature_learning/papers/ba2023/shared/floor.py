"""What a network without biases cannot learn of a function of the spike's coordinate."""

from feature_learning.data.hermite import gaussian_nodes
from feature_learning.data.links import Link


def floor_without_biases(link: Link) -> float:
    """Return the least risk of ReLU features without biases that see only z.

    References
    ----------
    Derived here: such features are multiples of ``max(z, 0)`` and ``max(-z, 0)``, whose span is
    that of the orthonormal z and abs(z). So what remains is ``E f^2 - E[z f]^2 - E[|z| f]^2``.
    """
    nodes, weights = gaussian_nodes((0.0, *link.corners))
    values = link(nodes)
    along, size = (float(weights @ (base * values)) for base in (nodes, abs(nodes)))
    return float(weights @ values**2) - along**2 - size**2
