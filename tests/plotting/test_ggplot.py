"""The look of ggplot: titles in the middle, no letters, and an end with the print target."""

import matplotlib as mpl

from feature_learning.plotting import Sheet, ggplot
from feature_learning.plotting.targets import styled


def test_titles_stay_in_the_middle_without_letters_and_the_look_ends_with_the_target():
    before = mpl.rcParams["axes.facecolor"]
    with styled("talk") as target:
        sheet = Sheet(target)
        ggplot(sheet)
        for number, ax in enumerate(sheet.panels(1, 2)):
            ax.plot([1, 2], [1, 2])
            ax.set(title=f"panel {number}", xlabel="time", ylabel="risk")
        sheet.arrange()
        assert [ax.get_title() for ax in sheet.axes] == ["panel 0", "panel 1"]
        assert not sheet.letters
        assert mpl.rcParams["grid.linewidth"] == 0.6 * target.type
    assert mpl.rcParams["axes.facecolor"] == before
