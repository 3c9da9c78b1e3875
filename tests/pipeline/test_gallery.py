"""The page: every figure, every verdict, every link, without a network."""

import base64
import html
import json
import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
import yaml
from markupsafe import escape

from feature_learning.core import parquet
from feature_learning.pipeline.commands import main
from feature_learning.pipeline.declare.catalogue import load
from feature_learning.pipeline.declare.claim import claim_id
from feature_learning.pipeline.declare.schema import Figure
from feature_learning.pipeline.report.statements import verdict_of
from feature_learning.pipeline.report.typeset import plain, typeset
from feature_learning.pipeline.rules import FORMATS
from feature_learning.pipeline.run.claims import SCHEMA
from feature_learning.pipeline.run.task import text_of

CATALOGUE = load({"scale": "smoke", "papers": ["mei2019"]})
PAPER = CATALOGUE.papers["mei2019"]
DOCS = Path(__file__).parents[2] / "docs"


class Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.targets: list[str] = []
        self.anchors: set[str] = set()

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ("href", "src"):
                self.targets.append(value)
            elif name == "id":
                self.anchors.add(value)


def verdict_row(claim: str, verdict: str, points: list[str]) -> dict:
    declared = PAPER.claims[claim]
    numbers = {name: [0.25] * len(points) for name in ("estimate", "low", "accepted_low")}
    upper = {name: [float("inf")] * len(points) for name in ("high", "accepted_high")}
    texts = {
        "paper": "mei2019",
        "claim": claim,
        "figure": next(
            name
            for name, figure in PAPER.figures.items()
            if claim in {claim_id(name, own) for own in figure.claims}
        ),
        "says": declared.says,
        "kind": declared.kind,
    }
    return {
        **texts,
        "basis": declared.rests_on,
        "statements": declared.statements,
        "test": "above 0",
        "rival": "nothing learned",
        "verdict": verdict,
        "remark": declared.remark,
        "seeds": 3,
        "diverged": 1,
        "seeds_needed": 40 if verdict == "inconclusive" else 0,
        "points": points,
        **numbers,
        **upper,
        "rival_value": [0.0, float("nan")][: len(points)],
        "rival_excluded": [True, False][: len(points)],
    }


@pytest.fixture
def page(tmp_path, monkeypatch) -> Path:
    """A gallery over made-up verdicts (fig5's all reproduced), in a folder where every file that it
    may link to exists.
    """
    monkeypatch.chdir(tmp_path)
    results, figures = Path("results/smoke"), Path("figures/smoke")
    verdicts = ["reproduced", "mixed", "not reproduced", "inconclusive"]
    made_up = [
        "reproduced" if claim.startswith("fig5") else verdicts[k % 4]
        for k, claim in enumerate(PAPER.claims)
    ]
    claims = [
        verdict_row(claim, made_up[k], ["a", "b"][: 1 + k % 2])
        for k, claim in enumerate(PAPER.claims)
    ]
    parquet.write(
        pa.Table.from_pylist(claims, schema=SCHEMA), results / "claims/mei2019.parquet", {}
    )
    for name, experiment in PAPER.experiments.items():
        parquet.write_rows(
            [{"diverged": name == "noise"}], results / f"metrics/mei2019/{name}.parquet", {}
        )
        if experiment.theory is not None:
            parquet.write_rows([{"x": 1.0}], results / f"theory/mei2019/{name}.parquet", {})
        record = results / f"benchmarks/mei2019/{name}/only/train-0.jsonl"
        record.parent.mkdir(parents=True)
        record.write_text(json.dumps({"cpu_s": 7.0}) + "\n")
    for figure in PAPER.figures:
        for path in (
            results / f"logs/mei2019/{figure}.log",
            *(figures / f"mei2019/{figure}.{suffix}" for suffix in FORMATS),
        ):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("{}" if path.suffix == ".json" else "")
    Path("docs").symlink_to(DOCS)
    out = figures / "index.html"
    config = CATALOGUE.config.model_dump(mode="json")
    job = text_of("page", paper="mei2019", config=config, results=str(results))
    page = figures / "papers/mei2019.html"
    assert main(["job", job, str(page), str(results / "logs/mei2019/page.log"), "cpu"]) == 0
    job = text_of("gallery", config=config, results=str(results))
    assert main(["job", job, str(out), str(results / "logs/gallery.log"), "cpu"]) == 0
    return tmp_path / out


def paper(page: Path) -> Path:
    return page.parent / "papers/mei2019.html"


def anchors_and_targets(page: Path) -> tuple[set[str], list[str]]:
    links = Links()
    links.feed(page.read_text())
    return links.anchors, links.targets


def test_every_link_resolves_and_none_leaves_the_project(page):
    pages = [page, paper(page), *sorted(page.parent.glob("documents/*.html"))]
    assert {path.stem for path in pages} == {"index", *CATALOGUE.ledger.about({"mei2019": PAPER})}
    for path in pages:
        anchors, targets = anchors_and_targets(path)
        assert targets
        for target in targets:
            if target == "https://arxiv.org/abs/1908.05355":
                continue
            assert "://" not in target
            file, _, anchor = target.partition("#")
            there = path.parent / file if file else path
            assert there.exists(), target
            if anchor and there.suffix == ".html":
                assert anchor in (anchors_and_targets(there)[0] if file else anchors), target


def test_a_document_is_shown_sentence_by_sentence(page):
    text = html.unescape((page.parent / "documents/moniri-talk.html").read_text())
    document = CATALOGUE.ledger.documents["moniri-talk"]
    assert text.count("<article") == len(document.statements)
    for name, statement in document.statements.items():
        assert f'id="{name}"' in text
        assert html.unescape(str(typeset(statement.words))) in text
    table = parquet.read(Path("results/smoke/statements.parquet"))[0].to_pylist()
    found = {(row["document"], row["statement"]): row for row in table}
    row = found["moniri-talk", "double-descent"]
    assert {"not reproduced", "mixed"} & set(row["verdicts"])
    assert row["verdict"] == verdict_of(row["scope"], row["verdicts"]) == "mixed"
    assert "../mei2019/fig2.png" in text
    assert "If the claim were false: nothing learned (0)." in " ".join(text.split())


def test_every_figure_claim_and_parameter_is_shown(page):
    text = paper(page).read_text()
    for name, figure in PAPER.figures.items():
        assert f'id="{name}"' in text
        assert f"snakemake figures/mei2019/{name}" in text
        assert str(escape(plain(figure.title))) in text
    assert text.count('<td class="verdict') == len(PAPER.claims)
    for claim in PAPER.claims:
        assert f'<tr class="claim" id="{claim}"' in text
    assert (
        'double_descent = run("mei2019", "double_descent", seed=0, scale="smoke")'
        in html.unescape(text)
    )
    assert "agreement with theory; tests a statement of a document" in text
    for experiment in PAPER.experiments.values():
        for name in experiment.values:
            assert f"<code>{name}</code>" in text
    assert (
        "About 40 seeds would settle the claim, if estimate and spread stay the same (now 3)."
        in text
    )
    assert text.count('<svg class="verdict-picture"') == len(PAPER.claims)
    assert "1 of 3 seeds diverged" in text
    assert "rows of the runs diverged" in text
    assert not re.search(r"\bNone\b|\{\{|\bnan\b", text)


def test_a_claim_that_needs_larger_sizes_links_the_verdict_of_the_record(page):
    first, second, *_ = PAPER.claims
    table = Path("results/smoke/claims/mei2019.parquet")
    rows = parquet.read(table)[0].to_pylist()
    for claim, run in (({first, second}, table), ({second}, Path("record/paper/claims/mei2019"))):
        judged = [
            row | {"verdict": "needs larger sizes" if row["claim"] in claim else "reproduced"}
            for row in rows
        ]
        parquet.write(pa.Table.from_pylist(judged, schema=SCHEMA), run.with_suffix(".parquet"), {})
    config = CATALOGUE.config.model_dump(mode="json")
    job = text_of("page", paper="mei2019", config=config, results="results/smoke")
    assert main(["job", job, str(paper(page)), "page.log", "cpu"]) == 0
    found = re.findall(
        r'needs larger sizes <small>\(<a href="(.*?)">(.*?)</a>', paper(page).read_text()
    )
    link = f"../../../record/paper/papers/mei2019.html#{first}"
    assert found == [(link, "reproduced in the record")]


def test_the_summary_counts_what_was_judged(page):
    lines = page.with_name("summary.txt").read_text().splitlines()
    drawn = f"{len(PAPER.figures)} figures of 1 paper"
    assert lines[0] == f"{drawn} at smoke scale: figures/smoke/index.html"
    assert lines[1].startswith("statements of the documents: ")
    judged = sum(int(count) for count in re.findall(r"\d+", lines[2]))
    assert judged == sum(claim.basis != "regression" for claim in PAPER.claims.values())


def test_the_record_holds_every_verdict_and_what_made_them(page):
    found = json.loads(page.with_name("run.json").read_text())
    assert {
        row["claim"]: row["verdict"] for row in found["verdicts"]["mei2019"]
    }.keys() == PAPER.claims.keys()
    assert found["config"]["scale"] == "smoke"
    assert found["packages"]["numpy"] == np.__version__


def test_the_configuration_shown_is_the_one_that_ran(page):
    text = html.unescape(paper(page).read_text())
    for name, figure in PAPER.figures.items():
        block = yaml.safe_load(
            text.split(f'<pre id="mei2019-{name}-config">')[1].split("</pre>")[0]
        )
        again = load({"scale": "smoke", "papers": ["mei2019"], **block}).papers["mei2019"]
        assert {read: again.experiments[read] for read in figure.reads} == {
            read: PAPER.experiments[read] for read in figure.reads
        }


PIXEL = (
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ"
    "AAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="
)

CHECKS = """<script>
const seen = {};
seen.all = every("section.figure").filter((s) => !s.hidden).length;
const pick = (name, value) => {
  const select = document.getElementById("filter-" + name);
  select.value = value;
  select.dispatchEvent(new Event("change"));
};
pick("verdict", "mixed");
seen.address = location.search;
const left = (key) => [
  ...new Set(every("tr.claim").filter((r) => !r.hidden).map((r) => r.dataset[key]))
].join();
seen.verdicts = left("verdict");
seen.figures = every("section.figure").filter((s) => !s.hidden).length;
seen.count = document.getElementById("shown").textContent;
pick("verdict", ""); pick("basis", "regression");
seen.bases = left("basis");
pick("basis", "");
seen.again = every("section.figure").filter((s) => !s.hidden).length;
const before = getComputedStyle(document.body).backgroundColor;
document.getElementById("theme").click();
seen.theme = getComputedStyle(document.body).backgroundColor !== before;
every("figure > a")[0].click();
seen.zoom = document.getElementById("zoom").open;
const title = () => document.getElementById("zoom-title").textContent;
const first = title();
const dialog = document.getElementById("zoom");
const press = (key) => dialog.dispatchEvent(new KeyboardEvent("keydown", {key}));
press("ArrowRight");
seen.right = title() !== first;
press("ArrowLeft");
seen.left = title() === first;
press("ArrowLeft");
seen.round = title() === every("section.figure h3").at(-1).dataset.title;
document.querySelector("#zoom .stage").click();
seen.closed = !document.getElementById("zoom").open;
const filters = document.getElementById("filters");
const claim = document.querySelector("tr.claim");
claim.scrollIntoView();
const sticky = getComputedStyle(filters).position === "sticky";
const covered = sticky ? filters.getBoundingClientRect().bottom : 0;
seen.covered = claim.getBoundingClientRect().top < covered;
seen.says = claim.children[1].getBoundingClientRect().width;
every("details").forEach((d) => (d.open = true));
seen.overflow = document.documentElement.scrollWidth - document.documentElement.clientWidth;
every("figure > a")[0].click();
watcher.disconnect();  // nothing comes into view where nothing is drawn
showOthers(every("figure > a")[0]);
setTimeout(() => {  // images are loaded later
  const other = document.getElementById("zoom-other");
  seen.others = [...other.options].map((option) => option.text).join();
  other.selectedIndex = 1;
  other.dispatchEvent(new Event("change"));
  const beside = every("button", document.querySelector(".also"));
  seen.beside = [...new Set(beside.map((one) => one.textContent))].join();
  seen.compared = document.getElementById("zoom-compared").src.split("/").slice(-3).join("/");
  document.documentElement.dataset.seen = JSON.stringify(seen);
}, 1000);
</script>"""


def seen_in_a_frame(checked: Path, width: int, folder: Path) -> dict:
    """Return what the page's own script has seen, in a frame: the browser's window has a least
    width.
    """
    frame = checked.with_name("frame.html")
    frame.write_text(
        f'<iframe id="f" src="{checked.name}" style="width:{width}px;height:900px;border:0">'
        '</iframe><script>const frame = document.getElementById("f"); frame.onload = () =>'
        " setTimeout(() => { const root = frame.contentDocument.documentElement;"
        " document.body.dataset.seen = root.dataset.seen }, 2000)</script>"
    )
    flags = [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--allow-file-access-from-files",
        "--enable-logging=stderr",
    ]
    command = [
        "chromium",
        *flags,
        f"--user-data-dir={folder / 'browser'}",
        "--virtual-time-budget=5000",
        "--dump-dom",
        frame.as_uri(),
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    assert "CONSOLE" not in done.stderr, done.stderr
    attribute = re.search(r'data-seen="([^"]*)"', done.stdout)
    assert attribute, done.stdout[-2000:]
    return json.loads(html.unescape(attribute[1]))


in_a_browser = pytest.mark.skipif(
    shutil.which("chromium") is None, reason="no chromium (Debian's package chromium)"
)
MEASURED = """<script>
const at = document.documentElement;
const first = document.querySelector("article:has(.shown)");
const box = (name) => first.querySelector(name).getBoundingClientRect();
const [words, shown] = [box(".words"), box(".shown")];
at.dataset.seen = JSON.stringify({
  overflow: at.scrollWidth - at.clientWidth,
  beside: shown.left >= words.right,
  below: shown.top >= words.bottom,
});
</script>"""


@in_a_browser
@pytest.mark.parametrize("width", [400, 1440])
def test_a_documents_page_works_in_a_browser(page, width, tmp_path):
    document = page.parent / "documents/moniri-talk.html"
    checked = document.with_name("checked.html")
    checked.write_text(document.read_text().replace("</body>", MEASURED + "</body>"))
    seen = seen_in_a_frame(checked, width, tmp_path)
    assert seen["overflow"] <= 0
    assert seen["beside"] == (width == 1440)
    assert seen["below"] == (width == 400)


@in_a_browser
@pytest.mark.parametrize("width", [400, 1440])
def test_the_page_of_a_paper_works_in_a_browser(page, width, tmp_path):
    # Another run has the first figure, in an image that the browser can read.
    for run in ("laptop", "laptop-ridge3"):
        other = page.parents[1] / run / "mei2019/figure-1.png"
        other.parent.mkdir(parents=True)
        other.write_bytes(base64.b64decode(PIXEL))
    runs = '["smoke", "laptop", "laptop-ridge3"]'
    page.parents[1].joinpath("runs.js").write_text(f"const RUNS = {runs};")
    checked = paper(page).with_name("checked.html")
    checked.write_text(paper(page).read_text().replace("</body>", CHECKS + "</body>"))
    seen = seen_in_a_frame(checked, width, tmp_path)
    assert seen["all"] == seen["again"] == len(PAPER.figures)
    assert seen["verdicts"] == "mixed"
    assert 0 < seen["figures"] < len(PAPER.figures)
    assert int(seen["count"].split()[0]) > 0
    assert seen["bases"] in ("regression", "")
    assert all(seen[what] for what in ("theme", "zoom", "right", "left", "round", "closed"))
    assert seen["overflow"] <= 0
    assert seen["address"] == "?verdict=mixed"
    assert not seen["covered"]
    assert seen["says"] > 300
    assert seen["others"] == "nothing,laptop,laptop-ridge3"
    assert seen["beside"] == "laptop,laptop-ridge3"
    assert seen["compared"] == "laptop/mei2019/figure-1.png"


SEARCHED = """<script>
const seen = {};
field.value = "ridge smallest";
search();
seen.found = every("#found li").length;
seen.words = document.getElementById("found").textContent;
seen.address = location.search;
field.value = "nothing has these words";
search();
seen.none = every("#found li").length;
const root2 = document.documentElement;
seen.overflow = root2.scrollWidth - root2.clientWidth;
root2.dataset.seen = JSON.stringify(seen);
</script>"""


@in_a_browser
@pytest.mark.parametrize("width", [400, 1440])
def test_the_front_page_works_in_a_browser(page, width, tmp_path):
    checked = page.with_name("checked.html")
    checked.write_text(page.read_text().replace("</body>", SEARCHED + "</body>"))
    seen = seen_in_a_frame(checked, width, tmp_path)
    assert seen["found"] > 0
    assert "ridge" in seen["words"]
    assert seen["address"] == "?q=ridge+smallest"
    assert seen["none"] == 0
    assert seen["overflow"] <= 0


def _shown(figure: Figure) -> bool:
    """Published pictures and main figures are not folded away."""
    return figure.published is not None or figure.role == "main"


def test_main_figures_come_first_and_checks_are_folded(page):
    text = paper(page).read_text()
    fold = text.index('<details class="checks">')
    places = {name: text.index(f'<h3 id="{name}"') for name in PAPER.figures}
    for name, figure in PAPER.figures.items():
        assert (places[name] < fold) == _shown(figure), name
    front = page.read_text()
    fold = front.index('<details class="checks">')
    for name, figure in PAPER.figures.items():
        place = front.index(f'<a href="papers/mei2019.html#{name}"')
        assert (place < fold) == _shown(figure), name


def test_notes_and_open_fields_are_on_the_page(page):
    text = paper(page).read_text()
    assert '<details class="notes">' in text
    assert "{below" not in text  # a field without a value is open, not code
    assert "<strong>Without a ridge" in text
