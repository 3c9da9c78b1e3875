"""Types of the values of baiyin1993's experiments."""

from feature_learning.core.values import COUNT, Number, OneOf

VALUES = {"d": COUNT, "ratio": Number(above=1), "w0": OneOf("gaussian", "sphere")}
