"""One gradient step against the target, by alignment and strength of the spike."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection

from feature_learning import plotting as plot
from feature_learning.papers.mousavi2023.hues import structure_hue
from feature_learning.papers.mousavi2023.model import Structure
from feature_learning.plotting import Sheet, Tables

_LETTERS = "ABCD"
_ON_MAP = {"$A$": "black", "$B$": "black", "$C$": "white", "$D$": "white"}
_CONTOURS = dict.fromkeys((-0.1, -0.2, -0.3, -0.4), "")


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the exponent of the first gradient's cosine as a map, and cosines."""
    phases, cosines = figure.hero(1, share=0.52, height=2.7)
    runs, law = tables.runs("one_step", k=1), tables.theory("one_step")
    structures = Structure.in_rows(runs)
    hue = structure_hue(structures.values())
    letters = {name: f"${letter}$" for name, letter in zip(hue.names, _LETTERS, strict=False)}
    _map(phases, tables)
    for name, letter in letters.items():
        gammas = structures[name].exponents
        phases.plot(*gammas, "o", color="white", markeredgecolor="black", clip_on=False, zorder=5)
        side = {"ha": "right", "xytext": (-5, 4)} if gammas[0] > 0.4 else {"xytext": (5, 4)}
        phases.annotate(letter, gammas, textcoords="offset points", color=_ON_MAP[letter], **side)
    slopes = plot.exponents(runs, "d", "gradient_cosine", "structure").set_index("structure")
    formula = law.groupby("structure")["gradient_exponent"].first()
    named = {
        name: f"{letter}: ${slopes.loc[name, 'estimate'] + 0.0:.2f}$ (${formula[name] + 0.0:.2f}$)"
        for name, letter in letters.items()
    }
    hue = plot.Hue("structure", hue.colours, named, hue.markers)
    plot.theory(cosines, law, "d", "gradient_cosine", hue, ends=True)
    means = plot.estimates(runs, "gradient_cosine", ["structure", "d"], within=(0, 1))
    plot.simulation(cosines, means, "d", hue)
    plot.logarithmic(cosines, "x", ticks=sorted(runs["d"].unique()))
    plot.logarithmic(cosines, "y", ticks=[0.1, 0.2, 0.5, 1])
    cosines.set(title="Measured, $k = 1$", xlabel="dimension $d$", ylabel=r"cosine with $\beta$")
    half = float((slopes["high"] - slopes["low"]).max() / 2)
    figure.say(half=half, apart=(slopes["estimate"] - formula).abs().max())


def _map(ax: Axes, tables: Tables) -> None:
    law = tables.theory("phase")
    law = law[law["k"] == law["k"].min()]
    ax.set(xlim=(0, 0.5), ylim=(0, 1))
    name = "exponent in $d$"
    plot.heat(
        ax,
        law,
        "gamma1",
        "gamma2",
        "gradient_exponent",
        label=name,
        palette="mako",
        contours=_CONTOURS,
    )
    ax.add_collection(
        LineCollection(
            [[(0, 0), (0.5, 1)], [(0, 0), (0.5, 0.5)]], colors=["white", "0.4"], linestyles="--"
        )
    )
    ax.text(
        0.322,
        0.70,
        r"$\gamma_2 = 2\gamma_1$",
        color="white",
        rotation=np.degrees(np.arctan(2)),
        rotation_mode="anchor",
        transform_rotates_text=True,
    )
    ax.text(0.37, 0.16, r"found: $\gamma_2 \leq \gamma_1$", ha="center")
    ax.set(
        title="Cosine of the first gradient, $k = 1$",
        xlabel=r"misalignment $\gamma_1$",
        ylabel=r"strength $\gamma_2$",
    )
