"""Colours, markers and names of the structures of the inputs."""

from collections.abc import Iterable

import seaborn as sns
from matplotlib.colors import Colormap, to_hex

from feature_learning import plotting as plot
from feature_learning.papers.mousavi2023.model import ISOTROPIC, Structure


def _scale(gamma1: float) -> tuple[Colormap, str]:
    """Return the shades along gamma2, and the marker: one of each for a spike along the target,
    misaligned, and orthogonal.
    """
    if gamma1 == 0:
        return sns.color_palette("crest", as_cmap=True), "o"
    if gamma1 < 0.5:
        return sns.color_palette("flare", as_cmap=True), "s"
    return sns.blend_palette(
        [plot.ORANGE, plot.darker(plot.darker(plot.ORANGE))], as_cmap=True
    ), "^"


def structure_hue(structures: Iterable[Structure]) -> plot.Hue:
    """Return the series of structures, by alignment and then strength: darker is stronger."""
    order = sorted({*structures}, key=lambda each: (each.exponents, each != ISOTROPIC))
    colours, markers = {}, {}
    for each in order:
        gamma1, gamma2 = each.exponents
        shades, markers[each.name] = _scale(gamma1)
        colours[each.name] = to_hex(shades(0.35 + 0.6 * gamma2))
    return plot.Hue("structure", colours, {each.name: _name(each) for each in order}, markers)


def _name(structure: Structure) -> str:
    if structure.pair is None:
        return "no spike"
    return rf"$\gamma_1 = {structure.gamma1:g}$, $\gamma_2 = {structure.gamma2:g}$"
