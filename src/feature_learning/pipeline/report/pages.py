"""Pages from templates."""

import math
import re
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

from feature_learning.core.files import write_text
from feature_learning.pipeline.declare.catalogue import Catalogue
from feature_learning.pipeline.report.points import named
from feature_learning.pipeline.report.typeset import plain, typeset
from feature_learning.statistics.tallies import slug
from feature_learning.statistics.verdicts import VERDICTS

TEMPLATES = Path(__file__).with_name("templates")
_STOPPED = re.compile(r"""[.!?][)"'”’]*$""")
_DOCS = re.compile(r"docs/[\w/-]+\.md(?:#[\w-]+)?")
_ROOT = "../../../"
"""From a page of a paper or of a document to the project's folder."""


def rendered(template: str, page: dict[str, Any]) -> str:
    """Return a page as HTML.

    Parameters
    ----------
    template
        The template's name without its ending.
    page
        What it shows.
    """
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {
        "number": number,
        "typeset": typeset,
        "plain": plain,
        "stopped": stopped,
        "linked": linked,
        "named": named,
        "slug": slug,
    }
    return environment.get_template(f"{template}.html.j2").render(page)


def write_page(path: Path, template: str, page: dict[str, Any]) -> None:
    """Write a page completely or not at all.

    Parameters
    ----------
    path
        The file.
    template, page
        As for `rendered`.
    """
    write_text(path, rendered(template, page))


def framed(catalogue: Catalogue, figures: Path) -> dict[str, Any]:
    """Return what every page says about its run.

    Parameters
    ----------
    catalogue
        What was run.
    figures
        The folder of the front page.
    """
    config = catalogue.config
    return {
        "scale": config.scale,
        "run": config.title,
        "own_run": config.drawn,
        "options": " ".join(config.options),
        "runs_from": "../../",
        "records": _records(figures),
        "keys": list(catalogue.papers),
        "formats": ("svg", "pdf", "png"),
        "logs": True,
        "verdicts": VERDICTS,
    }


def _records(figures: Path) -> list[str]:
    """Return the records with pictures that lie next to the folder of all figures."""
    folder = figures.parent.parent / "record"
    return [
        path.name
        for path in (sorted(folder.iterdir()) if folder.is_dir() else ())
        if any(path.glob("*/*.png"))
    ]


def number(value: Any) -> str:
    """Return a number for readers: up to four digits, infinity as its sign."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        return str(value)
    if math.isinf(value):
        return "∞" if value > 0 else "-∞"
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def stopped(text: str) -> str:
    """Return text with a full stop at its end, if it does not end a sentence already.

    >>> stopped("It holds"), stopped("It holds. "), stopped("Does it hold?")
    ('It holds.', 'It holds.', 'Does it hold?')
    >>> stopped("It holds (see fig2)"), stopped("It holds. (See fig2.)")
    ('It holds (see fig2).', 'It holds. (See fig2.)')
    """
    text = text.rstrip()
    return text if _STOPPED.search(text) else f"{text}."


def linked(text: Markup) -> Markup:
    """Return a text of a paper's or a document's page in which the project's documentation is
    linked where it is named.

    >>> print(linked(Markup("see docs/claims.md#verdict.")))
    see <a href="../../../docs/claims.md#verdict">docs/claims.md</a>.
    """

    def link(found: re.Match[str]) -> str:
        name = found[0].partition("#")[0]
        return f'<a href="{_ROOT}{found[0]}">{name}</a>'

    return Markup(_DOCS.sub(link, str(text)))
