"""Colours, markers and names of the structures of the inputs."""

from collections.abc import Iterable

import seaborn as sns
from matplotlib.colors import Colormap, to_hex

from feature_learning import plotting as plot
from feature_learning.papers.mousavi2023.shared.model import gammas

ISOTROPIC = "isotropic"


def _scale(gamma1: float) -> tuple[Colormap, str]:
    """Return the shades along gamma2, and the marker: one of each for a spike along the target,
    misaligned, and orthogonal.
    """
    if gamma1 == 0:
        return sns.color_palette("crest", as_cmap=True), "o"
    if gamma1 < 0.5:
        return sns.color_palette("flare", as_cmap=True), "s"
    return sns.blend_palette(
        [plot.PURPLE, plot.darker(plot.darker(plot.PURPLE))], as_cmap=True
    ), "^"


def structure_hue(structures: Iterable[str]) -> plot.Hue:
    """Return the series of structures such as ``0.25-0.8``, by alignment and then strength: darker
    is stronger.
    """
    pairs = {structure: gammas(structure) or (0.0, 0.0) for structure in structures}
    order = sorted(pairs, key=lambda structure: (pairs[structure], structure != ISOTROPIC))
    colours, markers = {}, {}
    for structure in order:
        gamma1, gamma2 = pairs[structure]
        shades, markers[structure] = _scale(gamma1)
        colours[structure] = to_hex(shades(0.03 + 0.94 * gamma2))
    return plot.Hue(
        "structure", colours, {structure: _name(structure) for structure in order}, markers
    )


def _name(structure: str) -> str:
    pair = gammas(structure)
    return "no spike" if pair is None else rf"$\gamma_1 = {pair[0]:g}$, $\gamma_2 = {pair[1]:g}$"
