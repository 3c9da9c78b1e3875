"""Types of the values of reduction's experiments."""

from feature_learning.core.values import COUNT, POSITIVE, Joint, whole

VALUES = {
    "alpha": POSITIVE,
    "d": whole(least=7),
    "factor": COUNT,
    "leap": COUNT,
    "leaps": Joint("leap", "smallest"),
    "ratio": POSITIVE,
    "replicas": COUNT,
    "smallest": COUNT,
    "step": POSITIVE,
    "width": COUNT,
}
