"""Heat maps: one cell per point, a colour bar, and a layout that holds."""

import pandas as pd

from feature_learning.plotting.heat import heat
from feature_learning.plotting.lines import logarithmic
from feature_learning.plotting.sheet import Sheet
from plotting.checker import problems

GRID = pd.DataFrame(
    [{"d": d, "n": n, "estimate": n / (n + d)} for d in (8, 16, 32) for n in (10, 100)]
)


def test_a_map_beside_a_panel_has_all_its_cells_and_nothing_collides():
    sheet = Sheet()
    left, right = sheet.panels(1, 2)
    logarithmic(left)
    heat(left, GRID, "d", "n", label="accuracy", contours={0.8: "0.8"})
    right.plot([1, 2], [1, 2])
    for ax in (left, right):
        ax.set(xlabel="dimension $d$", ylabel="samples $n$", xlim=(4, 50), ylim=(2, 500))
    sheet.arrange()
    assert problems(sheet) == []
    assert sheet.letters == {"a", "b"}
    assert left.collections[0].get_array().size == len(GRID)
    assert sheet.drawn()["value"].tolist() == GRID["estimate"].tolist()


def test_a_map_of_one_column_is_drawn():
    (ax,) = (sheet := Sheet()).panels()
    logarithmic(ax)
    heat(ax, GRID[GRID["d"] == 8], "d", "n", label="accuracy", contours={0.8: "0.8"})
    ax.set(xlabel="dimension $d$", ylabel="samples $n$")
    sheet.arrange()
    assert ax.collections[0].get_array().size == 2
