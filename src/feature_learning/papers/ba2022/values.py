"""Types of the values of ba2022's experiments."""

from feature_learning.core.values import (
    ACTIVATION,
    COUNT,
    LINK,
    NOT_NEGATIVE,
    POSITIVE,
    PRECISION,
    Joint,
    Number,
    OneOf,
    whole,
)

VALUES = {
    "activation": ACTIVATION,
    "alpha": NOT_NEGATIVE,
    "bias": whole(least=0),
    "d": whole(least=2),
    "drawn": COUNT,
    "dtype": PRECISION,
    "eta": NOT_NEGATIVE,
    "max_steps": COUNT,
    "neurons": COUNT,
    "noise": NOT_NEGATIVE,
    "parameterisation": OneOf("mean-field", "ntk"),
    "power": POSITIVE,
    "psi1": POSITIVE,
    "psi2": POSITIVE,
    "ratio": POSITIVE,
    "record_every": COUNT,
    "ridge": POSITIVE,
    "scale": NOT_NEGATIVE,
    "shown": COUNT,
    "spread": Number(above=1),
    "step": Joint("scale", "alpha"),  # eta = scale N^alpha
    "target": LINK,
    "teacher": (ACTIVATION, LINK),
    "test_size": COUNT,
    "tolerance": POSITIVE,
}
