"""Pages from templates."""

import math
from pathlib import Path
from typing import Any

import jinja2

from feature_learning.pipeline.report.typeset import plain, typeset

TEMPLATES = Path(__file__).with_name("templates")


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
    environment.filters |= {"number": number, "typeset": typeset, "plain": plain}
    return environment.get_template(f"{template}.html.j2").render(page)


def number(value: Any) -> str:
    """Return a number for readers: up to four digits, infinity as its sign."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        return str(value)
    if math.isinf(value):
        return "∞" if value > 0 else "-∞"
    return f"{value:.4g}" if isinstance(value, float) else str(value)
