"""Types of the values of the throw-away paper's experiments."""

from feature_learning.core.values import NUMBER, POSITIVE, Number, whole

VALUES = {
    "centre": NUMBER,
    "noise": Number(most=1),
    "power": whole(),
    "radius": POSITIVE,
    "size": whole(),
    "slope": NUMBER,
    "start_at": NUMBER,
    "x": NUMBER,
    "line.x": Number(least=0),
}
