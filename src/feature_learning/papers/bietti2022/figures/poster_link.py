"""The poster's figure with the link whose coefficients are alike in size."""

from feature_learning.papers.bietti2022.shared.best_of_runs import at_size, best, panels
from feature_learning.plotting import Sheet, Tables

_READ = (20, 300)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the best overlap and the best risk of eight inits against n, by s and d."""
    chosen = best(tables.runs("learning_curves"), "same")
    panels(figure, chosen)
    found = at_size(chosen, *_READ)
    figure.say(**{f"overlap_{s}": value for s, value in found.items()})
    figure.say(d=_READ[0], n=_READ[1], seeds=int(chosen["seed"].nunique()))
