"""The poster's figure, in the setting and the statistic of the public code."""

from feature_learning import plotting as plot
from feature_learning.papers.bietti2022.best_of_runs import best, panels
from feature_learning.plotting import Sheet, Tables


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the best overlap and the best risk of twelve runs against n, by s and d."""
    plot.ggplot(figure)
    panels(figure, best(tables.runs("poster"), "risk"))
