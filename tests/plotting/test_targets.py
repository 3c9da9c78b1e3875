"""Targets: the width of a figure and the size of its type; a talk is larger in every measure."""

import matplotlib as mpl
import pytest

from feature_learning.pipeline.declare.config import Config
from feature_learning.plotting.targets import SMALLEST_PT, TARGETS, styled

TYPE = ("font.size", "axes.labelsize", "xtick.labelsize", "ytick.labelsize", "legend.fontsize")


@pytest.mark.parametrize("name", TARGETS)
def test_no_type_is_under_the_limit(name):
    with styled(name) as target:
        assert min(float(mpl.rcParams[key]) for key in TYPE) >= target.smallest


def test_a_talk_has_type_and_lines_larger_by_one_factor():
    with styled("neurips"):
        paper = {key: float(mpl.rcParams[key]) for key in (*TYPE, "lines.linewidth")}
    with styled("talk") as target:
        talk = {key: float(mpl.rcParams[key]) for key in paper}
    assert target.type == 1.8
    assert talk == pytest.approx({key: 1.8 * size for key, size in paper.items()})
    assert target.smallest == 1.8 * SMALLEST_PT


def test_the_style_ends_with_the_figure():
    before = float(mpl.rcParams["font.size"])
    with styled("talk"):
        assert float(mpl.rcParams["font.size"]) != before
    assert float(mpl.rcParams["font.size"]) == before


def test_pdf_keeps_its_text_and_svg_needs_no_font():
    with styled("neurips"):
        assert mpl.rcParams["pdf.fonttype"] == 42
        assert mpl.rcParams["svg.fonttype"] == "path"


def test_every_target_can_be_configured():
    assert set(Config.model_fields["figure_style"].annotation.__args__) == set(TARGETS)
