"""The counts in the documentation: those of the records, in spans that readers do not see."""

import json
import re
import runpy
from pathlib import Path

import pytest
import tables

ROOT = Path(__file__).parents[2]
COUNTS = runpy.run_path(str(ROOT / "tools/counts.py"))
KNOWN = {"figures": "12", "papers.word": "two", "papers.table": "\n\n| a |\n| --- |\n\n"}


def faults(text: str, name: str = "page.md") -> list[str]:
    return list(COUNTS["faults"](name, text, KNOWN))


@pytest.fixture(scope="module")
def numbers() -> dict[str, str]:
    return COUNTS["numbers"]()


def test_the_pages_have_todays_numbers_in_spans_alone(numbers):
    """If this fails, run ``make docs``; a count that stands in no span needs one."""
    found = [
        fault
        for page in COUNTS["pages"]()
        for fault in COUNTS["faults"](page.relative_to(ROOT).as_posix(), page.read_text(), numbers)
    ]
    assert found == []
    assert list(COUNTS["stale_record"]()) == []


def test_a_stale_number_is_named_with_file_and_value():
    stale = "There are <!--n:figures-->11<!--/n--> figures."
    assert faults(stale) == ["page.md: figures is 12, found 11; run make docs"]
    assert faults(COUNTS["filled"](stale, KNOWN)) == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("All <!--n:figure-->12<!--/n--> figures", "there is no number figure"),
        ("All <!--n:figures-->12 drawings", "a mark without its other end"),
        ("All 12<!--/n--> drawings", "a mark without its other end"),
        ("Text\n<!--n:figures-->12<!--/n--> drawings", "figures begins a line"),
        ("- <!--n:figures-->12<!--/n--> drawings", "figures begins a line"),
        ("```sh\n# <!--n:figures-->12<!--/n-->\n```\n", "marks show in a block of code"),
        ("There are 12 figures.", "'12 figures' stands in no span"),
        ("Of twelve\nstatements one", "'twelve statements' stands in no span"),
        ("It took 6.1 core hours.", "'6.1 core hours' stands in no span"),
        ("# Ten papers", "'Ten papers' stands in no span"),
        ("```sh\nmake test   # about 3 minutes\n```\n", "'3 minutes' stands in no span"),
    ],
)
def test_what_would_break_a_page_or_go_stale_is_found(text, said):
    (fault,) = faults(text)
    assert fault.startswith("page.md: ")
    assert said in fault


@pytest.mark.parametrize(
    "text",
    [
        "| <!--n:figures-->12<!--/n--> | **<!--n:papers.word-->two<!--/n--> papers** |",
        "<!--n:papers.table-->\n\n| a |\n| --- |\n\n<!--/n-->",
        "fig12 figures, a claim, the statements",
    ],
)
def test_spans_in_cells_and_tables_on_their_own_lines_are_fine(text):
    assert faults(text) == []


def test_a_quotation_that_is_gone_leaves_the_list():
    assert any(
        "is listed in QUOTED and not found" in one for one in faults("", "docs/statistics.md")
    )


def test_verdicts_add_up_to_what_is_judged(numbers):
    """A verdict that is renamed or added does not drop out of the tables."""
    for scale in ("paper", "laptop"):
        for what, whole in (("statements", numbers["statements"]), ("claims", None)):
            parts = [
                int(value)
                for name, value in numbers.items()
                if name.startswith(f"{scale}.{what}.") and not name.endswith(".word")
            ]
            assert sum(parts) == int(whole or numbers[f"{scale}.claims"])


def test_the_record_says_the_same_of_its_papers(numbers):
    """`record.json` counts when it is made, the numbers count the tables that it has."""
    papers = json.loads((ROOT / "record/paper/record.json").read_text())["papers"]
    for verdict in ("reproduced", "inconclusive"):
        kept = sum(own["verdicts"][verdict] for own in papers.values())
        assert int(numbers[f"paper.claims.{verdict}"]) == kept
    # A figure may be newer than the record.
    assert int(numbers["figures"]) >= sum(own["figures"] for own in papers.values())


def test_the_command_line_is_that_of_users(numbers):
    """Every command but the one that rules call, with the meaning of each argument."""
    assert "### plan" in numbers["commands"]
    assert "### job" not in numbers["commands"]
    rows = [line for line in numbers["commands"].splitlines() if line.startswith("| `")]
    assert len(rows) > 20
    assert not [row for row in rows if row.endswith("|  |")]


def test_the_site_shows_the_pictures_of_the_record():
    """If this fails, run ``make docs``."""
    pairs = list(tables.copies(ROOT))
    assert pairs
    assert [copy.name for picture, copy in pairs if picture.read_bytes() != copy.read_bytes()] == []


def test_the_gallery_has_every_picture_of_the_record_once(numbers):
    drawn = sorted(path.relative_to(ROOT / "record").as_posix() for path in _pictures())
    assert sorted(re.findall(r"!\[\]\((paper/[^)]+)\)", numbers["gallery"])) == drawn


def _pictures() -> list[Path]:
    return list((ROOT / "record/paper").glob("*/*.png"))
