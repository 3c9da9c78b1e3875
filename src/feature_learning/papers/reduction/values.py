"""Types of the values of reduction's experiments."""

from feature_learning.core.values import COUNT, POSITIVE, whole

VALUES = {
    "alpha": POSITIVE,
    "base_1": COUNT,
    "base_2": COUNT,
    "base_3": COUNT,
    "d": whole(least=7),
    "factor": COUNT,
    "leap": COUNT,
    "ratio": POSITIVE,
    "replicas": COUNT,
    "step": POSITIVE,
    "width": COUNT,
}
