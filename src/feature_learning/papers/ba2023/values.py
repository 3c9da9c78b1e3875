"""Types of the values of ba2023's experiments."""

from feature_learning.core.values import (
    ACTIVATION,
    COUNT,
    LINK,
    NOT_NEGATIVE,
    NUMBER,
    POSITIVE,
    Joint,
    OneOf,
    Text,
)

VALUES = {
    "activation": ACTIVATION,
    "beyond_from": POSITIVE,
    "case": Joint("d", "method", "target", "near"),
    "dimensions.case": Joint("target", "gamma"),
    "dimensions.width": Joint("factor", "power"),  # factor d^power
    "d": POSITIVE,
    "draws": COUNT,
    "every_gamma_to": COUNT,
    "gamma": NUMBER,
    "kept": NOT_NEGATIVE,
    "kernel": Text(r"exp-\d+", "exp-DEGREE"),
    "kernel_ridges": POSITIVE,
    "link": LINK,
    "method": OneOf("kernel", "network"),
    "near": NUMBER,
    "noise": NOT_NEGATIVE,
    "offset": NUMBER,
    "factor": POSITIVE,
    "pca_degree": COUNT,
    "power": POSITIVE,
    "psi": POSITIVE,
    "replicas": COUNT,
    "ridge": POSITIVE,
    "second_ridges": POSITIVE,
    "target": LINK,
    "test_size": COUNT,
    "theta": NOT_NEGATIVE,
    "width": COUNT,
}
