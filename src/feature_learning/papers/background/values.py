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
