"""Types of the values of background's experiments."""

from feature_learning.core.values import (
    ACTIVATION,
    COUNT,
    NOT_NEGATIVE,
    POSITIVE,
    Number,
    OneOf,
    whole,
)

VALUES = {
    "activation": ACTIVATION,
    "alpha": NOT_NEGATIVE,
    "batch": COUNT,
    "d": whole(least=2),
    "delta": Number(least=0, below=1),
    "dimension": COUNT,
    "eta": POSITIVE,
    "gamma": POSITIVE,
    "generator": whole(least=0),
    "horizon": COUNT,
    "inputs": OneOf("axis-signs", "gaussian", "laplace", "signs", "sparse"),
    "latent": COUNT,
    "most_steps": COUNT,
    "n": COUNT,
    "noise": NOT_NEGATIVE,
    "replicas": COUNT,
    "ridge": POSITIVE,
    "spread": POSITIVE,
    "step": POSITIVE,
    "students": COUNT,
    "t": NOT_NEGATIVE,
    "teachers": whole(most="d"),
    "classic_limit.teachers": whole(least=2, most="d"),
    "test_size": COUNT,
    "width": COUNT,
}

FIXED = {
    "activation": (
        "each limit has a closed form for one activation alone: erf(x/sqrt 2) in soft_committee, "
        "plateaus, animation, dimension_independence, classic_limit and plateau_by_dimension, the "
        "square in square_histogram and "
        "width_fluctuations, the piecewise-linear one in isotropic_gaussians; hidden_manifold "
        "trains no neurons. step_universality takes any"
    )
}
