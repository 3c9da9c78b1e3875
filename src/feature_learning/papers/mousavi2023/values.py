"""Types of the values of mousavi2023's experiments."""

from feature_learning.core.values import COUNT, NOT_NEGATIVE, NUMBER, POSITIVE, PRECISION, Number, OneOf, Text, whole

VALUES = {
    "begin": POSITIVE,
    "bias": NUMBER,
    "bias_scale": POSITIVE,
    "budget": COUNT,
    "convention": OneOf("added", "unit-norm"),
    "d": COUNT,
    "dtype": PRECISION,
    "end": POSITIVE,
    "epsilon": POSITIVE,
    "gamma1": NOT_NEGATIVE,
    "gamma2": NOT_NEGATIVE,
    "inits": COUNT,
    "k": whole(most="d"),
    "least_power": Number(whole=True),
    "most_power": COUNT,
    "multiple": POSITIVE,
    "n": COUNT,
    "noise": NOT_NEGATIVE,
    "quantiles": COUNT,
    "ratio": COUNT,
    "reach": COUNT,
    "replicas": COUNT,
    "ridge": POSITIVE,
    "step": POSITIVE,
    "steps": COUNT,
    "structure": Text(r"isotropic|\d[\d.]*-\d[\d.]*", "isotropic or GAMMA1-GAMMA2, as in 0.25-0.8"),
    "test_size": COUNT,
    "width": COUNT,
}
