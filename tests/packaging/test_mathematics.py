"""The hook of the documentation's site sets formulas, and changes nothing else."""

import re
from pathlib import Path

import pytest
import texts
from latex2mathml.converter import convert
from mathematics import on_page_content

ROOT = Path(__file__).parents[2]
FORMULA = re.compile(r"\$\$(.+?)\$\$|(?<!\$)\$([^$]+)\$", re.DOTALL)
CODE = re.compile(r"``.*?``|`[^`]*`")


def test_formulas_become_mathml():
    page = r'<p>If <span class="arithmatex">\(a &lt; b\)</span>, then <code>$x$</code>.</p>'
    found = on_page_content(page)
    assert found.startswith("<p>If <math")
    assert "&#x0003C;" in found
    assert found.endswith("</math>, then <code>$x$</code>.</p>")
    page = '<div class="arithmatex">\\[\n\\sum_i a_i\n\\]</div>'
    assert 'display="block"' in on_page_content(page)
    assert on_page_content("<p>5 dollars</p>") == "<p>5 dollars</p>"


@pytest.mark.parametrize("page", sorted((ROOT / "docs").glob("*.md")), ids=lambda page: page.stem)
def test_every_formula_of_the_documentation_can_be_set(page):
    """A command that the converter does not know would stay on the page as text."""
    for _, block in texts.blocks(page.read_text()):
        for display, inline in FORMULA.findall(CODE.sub("", block)):
            assert "\\" not in convert(display or inline), inline
