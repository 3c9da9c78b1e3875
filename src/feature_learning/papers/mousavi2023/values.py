"""Types of the values of mousavi2023's experiments."""

from feature_learning.core.values import (
    COUNT,
    NOT_NEGATIVE,
    NUMBER,
    POSITIVE,
    PRECISION,
    Function,
    Joint,
    Number,
    OneOf,
    whole,
)

VALUES = {
    "begin": POSITIVE,
    "bias": NUMBER,
    "bias_scale": POSITIVE,
    "biases": OneOf("zero", "random", "constant"),
    "budget": COUNT,
    "case": Joint("k", "bias", "ratio"),
    "convention": OneOf("added", "unit-norm"),
    "d": COUNT,
    "dtype": PRECISION,
    "end": POSITIVE,
    "epsilon": POSITIVE,
    "gamma1": Number(least=0, most=0.5),
    "gamma2": Number(least=0, most=1),
    "inits": COUNT,
    "k": whole(most="d"),
    "least_power": Number(whole=True),
    "m": Number(least=0, most=1),
    "most_power": COUNT,
    "multiple": POSITIVE,
    "n": COUNT,
    "noise": NOT_NEGATIVE,
    "quantiles": COUNT,
    "ratio": COUNT,
    "reach": COUNT,
    "replicas": COUNT,
    "ridge": POSITIVE,
    "starts": COUNT,
    "step": POSITIVE,
    "steps": COUNT,
    "structure": (OneOf("isotropic"), Joint("gamma1", "gamma2")),
    "target": Function("link", ("h2", "h3", "h4", "h2-h4")),
    "test_size": COUNT,
    "width": COUNT,
}

_TARGET = (
    "the target is the Hermite polynomial h_k; k can be exchanged, and target in risk, "
    "kernel_risk and kernel_threshold"
)
