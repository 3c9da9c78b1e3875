"""Theory over simulation, in one style: what a figure imports."""

from feature_learning.core.tables import Tables
from feature_learning.plotting.bands import Band, draw_bands
from feature_learning.plotting.estimates import estimates, excludes, paired, points
from feature_learning.plotting.forest import forest
from feature_learning.plotting.frames import frames
from feature_learning.plotting.ggplot import ggplot
from feature_learning.plotting.heat import heat
from feature_learning.plotting.key import Entry
from feature_learning.plotting.lines import guide, leader, level, logarithmic, number, pole, regimes
from feature_learning.plotting.marks import runs, simulation, theory
from feature_learning.plotting.palette import (
    BLUE,
    GREEN,
    GREY,
    MARKERS,
    METHODS,
    ORANGE,
    PREDICTION,
    PURPLE,
    RED,
    SKY,
    VERMILLION,
    Hue,
    darker,
    methods,
    ordered,
    unordered,
    written,
)
from feature_learning.plotting.paths import paths
from feature_learning.plotting.quantities import quantity
from feature_learning.plotting.residual import residual
from feature_learning.plotting.sheet import Sheet, sheet_of
from feature_learning.plotting.slopes import exponents, measured, triangle
from feature_learning.plotting.spectrum import linear_spectrum
from feature_learning.plotting.swarm import swarm
from feature_learning.plotting.widths import nested_widths

__all__ = [
    "BLUE",
    "GREEN",
    "GREY",
    "MARKERS",
    "METHODS",
    "ORANGE",
    "PREDICTION",
    "PURPLE",
    "RED",
    "SKY",
    "VERMILLION",
    "Band",
    "Entry",
    "Hue",
    "Sheet",
    "Tables",
    "darker",
    "draw_bands",
    "estimates",
    "excludes",
    "exponents",
    "forest",
    "frames",
    "ggplot",
    "guide",
    "heat",
    "leader",
    "level",
    "linear_spectrum",
    "logarithmic",
    "measured",
    "methods",
    "nested_widths",
    "number",
    "ordered",
    "paired",
    "paths",
    "points",
    "pole",
    "quantity",
    "regimes",
    "residual",
    "runs",
    "sheet_of",
    "simulation",
    "swarm",
    "theory",
    "triangle",
    "unordered",
    "written",
]
