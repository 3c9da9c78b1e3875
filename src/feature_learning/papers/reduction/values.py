"""Types of the values of reduction's experiments."""

from feature_learning.core.values import ACTIVATION, COUNT, POSITIVE, Joint, whole

VALUES = {
    "activation": ACTIVATION,
    "alpha": POSITIVE,
    "d": whole(least=7),
    "factor": COUNT,
    "leap": COUNT,
    "leaps": Joint("leap", "activation", "smallest"),
    "ratio": POSITIVE,
    "replicas": COUNT,
    "smallest": COUNT,
    "step": POSITIVE,
    "width": COUNT,
}
