"""Types of the values of mei2019's experiments."""

from feature_learning.core.values import ACTIVATION, COUNT, NOT_NEGATIVE, POSITIVE, Function, OneOf

VALUES = {
    "activation": ACTIVATION,
    "d": COUNT,
    "lam": NOT_NEGATIVE,
    "lbar": NOT_NEGATIVE,
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
