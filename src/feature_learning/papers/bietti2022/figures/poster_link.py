"""The poster's figure with the link whose coefficients are alike in size."""

from feature_learning.papers.bietti2022.best_of_runs import best, panels
from feature_learning.plotting import Sheet, Tables


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the best overlap and the best risk of eight initialisations against n, by s and d."""
    panels(figure, best(tables.runs("learning_curves"), "same"))
