"""The names of points for readers: ``batch = same, alpha = 0.2`` is the reused batch at a step."""

import re

_WORDS = {
    r"\bbatch = same\b|^same\b": "reused batch",
    r"\bbatch = fresh\b|^fresh\b": "fresh batch",
    r"\bnetwork = slides\b": "network of the slides",
    r"\bnetwork = simplified\b": "simplified network",
    r"\bmodel, model = ": "model = ",
    r"\bfeatures = (\w+)": r"\1 features",
    r"\b(?:target|link|predictor) = ": "",
    r"\bbias = none\b": "no biases",
    r"\bbias = (\w+)\b": r"\1 biases",
    r"\bexample-(\d)": r"example \1",
    r"\bnotebook-(\d)": r"target \1 of the notebook",
    r"\bodd-3\b": "odd target of degree 3",
    r"\bequal-3\b": "three equal directions",
    r"\bhermite-(\d)\b": r"Hermite polynomial of degree \1",
    r"\blbar = ": "lambda = ",
    r"\blam = ": "lambda = ",
    r"\blam d = ": "lambda d = ",
    r" over ": " relative to ",
    r"\bntk\b": "NTK",
    r"\bstaying share\b": "staying fraction",
    r"(?<== )1e\+0*(\d+)": r"10^\1",
}
_HERMITE = re.compile(r"\b(?:he\d(?:-he\d)*|h\d(?:-h\d)*)\b")
_SPIKE = re.compile(r"(?:^|(?<=, )|(?<=minus ))(0|0\.\d+)-(0|0\.\d+)(?![\w.-])")


def named(point: str) -> str:
    r"""Return the name of a point for readers, with formulas in LaTeX between dollars.

    Parameters
    ----------
    point
        The label of the point in the verdict tables.

    Examples
    --------
    >>> named("batch = same, alpha = 0.29"), named("target = he2-he4, d = 1e+08")
    ('reused batch, alpha = 0.29', '$h_{2} + h_{4}$, d = 10^8')
    >>> named("0.25-0.4, n/d = 8"), named("alpha = 0.36 minus 0.2")
    ('$\\gamma_1 = 0.25$, $\\gamma_2 = 0.4$, n/d = 8', 'alpha = 0.36 minus 0.2')
    """
    for pattern, word in _WORDS.items():
        point = re.sub(pattern, word, point)
    point = _HERMITE.sub(
        lambda found: "$" + " + ".join(f"h_{{{k}}}" for k in re.findall(r"\d", found[0])) + "$",
        point,
    )
    return _SPIKE.sub(r"$\\gamma_1 = \1$, $\\gamma_2 = \2$", point)
