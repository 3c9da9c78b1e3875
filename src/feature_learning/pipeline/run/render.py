"""Stage ``render``: draw one figure as PDF, PNG and SVG, its animation if it has one, and write
the points drawn as CSV and the numbers of its caption as JSON.
"""

import importlib
from collections.abc import Mapping
from pathlib import Path

from feature_learning.core.errors import UserError
from feature_learning.core.files import dumps, replacing, write_text
from feature_learning.core.regions import Accepted
from feature_learning.core.tables import Tables
from feature_learning.pipeline.declare.functions import identifier
from feature_learning.pipeline.declare.quantity import Part
from feature_learning.pipeline.run.numbers import quoted
from feature_learning.pipeline.run.task import Task
from feature_learning.plotting import animation
from feature_learning.plotting.sheet import Sheet
from feature_learning.plotting.targets import styled

# Without dates and random identifiers, equal figures are byte-identical.
_METADATA = {"pdf": {"CreationDate": None}, "svg": {"Date": None}, "png": {"Software": None}}


def run(task: Task) -> None:
    """Draw the figure."""
    accepted = {claim: Accepted(**region) for claim, region in task["regions"].items()}
    with task.recorded() as watch, watch.science():
        render(
            task["paper"],
            task["figure"],
            Path(task["results"]),
            accepted,
            task["style"],
            task.out,
            {name: Part.model_validate(raw) for name, raw in task["numbers"].items()},
        )


def render(
    paper: str,
    figure: str,
    results: Path,
    accepted: Mapping[str, Accepted],
    style: str,
    out: Path,
    numbers: Mapping[str, Part],
) -> None:
    """Draw a figure from its tables and save it in every format, each file completely or not at
    all.

    Parameters
    ----------
    paper, figure
        The paper's key and the figure's name.
    results
        The folder of the run.
    accepted
        What each claim of the figure accepts.
    style
        The name of the form: paper, talk or another.
    out
        The PDF; the other formats get its name.
    numbers
        The quantities whose numbers the texts quote.

    Raises
    ------
    UserError
        The figure drew nothing.
    """
    module = importlib.import_module(
        f"feature_learning.papers.{paper}.figures.{identifier(figure)}"
    )
    with styled(style) as target:
        sheet = Sheet(target, accepted=accepted)
        tables = Tables(results, paper)
        module.draw(tables, sheet)
        sheet.say(**quoted(numbers, paper, tables))
        if reasons := sorted(filter(None, map(tables.not_covered, tables.predicted))):
            sheet.say(no_prediction="; ".join(dict.fromkeys(reasons)))
        if not sheet.axes:
            raise UserError(f"{paper}/figures/{figure} drew nothing")
        sheet.arrange()
        out.parent.mkdir(parents=True, exist_ok=True)
        for suffix, metadata in _METADATA.items():
            with replacing(out.with_suffix(f".{suffix}")) as temporary:
                sheet.savefig(temporary, format=suffix, metadata=metadata)
        with replacing(out.with_suffix(".csv")) as temporary:
            sheet.drawn().to_csv(temporary, index=False, float_format="%.8g", encoding="utf-8")
        write_text(out.with_suffix(".json"), dumps(sheet.said, indent=1, default=float) + "\n")
        if hasattr(module, "animate"):
            moving = Sheet(target, accepted=accepted)
            frames = module.animate(Tables(results, paper), moving)
            with replacing(out.with_suffix(".gif")) as temporary:
                animation.write(frames, moving, temporary)
