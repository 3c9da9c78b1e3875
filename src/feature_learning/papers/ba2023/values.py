"""Types of the values of ba2023's experiments."""

from feature_learning.core.values import (
    ACTIVATION,
    COUNT,
    LINK,
    NOT_NEGATIVE,
    NUMBER,
    POSITIVE,
    Text,
    whole,
)

VALUES = {
    "activation": ACTIVATION,
    "beyond_from": POSITIVE,
    "d": whole(least=2),
    "draws": COUNT,
    "every_gamma_to": COUNT,
    "gamma": NUMBER,
    "kept": NOT_NEGATIVE,
    "kernel": Text(r"exp-\d+", "exp-DEGREE"),
    "link": LINK,
    "noise": NOT_NEGATIVE,
    "pca_degree": COUNT,
    "psi": POSITIVE,
    "replicas": COUNT,
    "ridge": POSITIVE,
    "second_ridge": POSITIVE,
    "target": LINK,
    "test_size": COUNT,
    "width": COUNT,
}
