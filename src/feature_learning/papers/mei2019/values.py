"""Types of the values of mei2019's experiments."""

from feature_learning.core.values import ACTIVATION, COUNT, POSITIVE, Function, Number, OneOf

_PENALTY = Number(least=1e-9, zero=True)  # smaller ones are lost in the rounding of a Gram matrix

VALUES = {
    "activation": ACTIVATION,
    "d": COUNT,
    "lam": _PENALTY,
    "lbar": _PENALTY,
    "link": Function("link", ("linear",)),
    "model": OneOf("features", "gaussian"),
    "psi1": POSITIVE,
    "psi2": POSITIVE,
    "ratio": POSITIVE,
    "rho": POSITIVE,
    "rho_over_threshold": POSITIVE,
    "samples": POSITIVE,
    "size": POSITIVE,
    "target": Function("link", ("linear", "noise", "pure-quadratic", "quadratic")),
    "teachers": COUNT,
    "width": POSITIVE,
}
