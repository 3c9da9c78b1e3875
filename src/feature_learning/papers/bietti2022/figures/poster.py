"""The poster's figure, in the setting and the statistic of the public code."""

from feature_learning import plotting as plot
from feature_learning.papers.bietti2022.shared.best_of_runs import at_size, best, panels
from feature_learning.plotting import Sheet, Tables

_READ = (10, 200)  # d and n of the caption's numbers: s = 3 still differs there


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the best overlap and the best risk of twelve runs against n, by s and d."""
    chosen = best(tables.runs("poster"), "risk")
    plot.ggplot(figure)
    panels(figure, chosen)
    found = at_size(chosen, *_READ)
    figure.say(**{f"overlap_{s}": value for s, value in found.items()})
    figure.say(d=_READ[0], n=_READ[1], seeds=int(chosen["seed"].nunique()))
    figure.say(largest=f"{chosen['n'].max():g}")
