"""The texts of the project that a person meets, by group, each with its place and its role.

Quotations are left out: blocks of code, block quotes, the words of documents, and tables that are
generated from other texts.
"""

import ast
import itertools
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import yaml

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src/feature_learning"
PAGES = ("CONTRIBUTING.md", "CHANGELOG.md", "figures/README.md", "results/README.md")

_GENERATED = re.compile(r"<!--n:[\w.-]+-->\n.*?<!--/n-->", re.DOTALL)
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_FENCE = re.compile(r"^ *(```|~~~~?).*?^ *\1 *$", re.MULTILINE | re.DOTALL)
_NEW_BLOCK = re.compile(r"^ *(?:[-*] |\d+\. |#|\||>|:::|!\[)")
_CLOSED = re.compile(r"\{#.*?#\}|<(script|style|pre|code|svg)\b.*?</\1>|\{%.*?%\}", re.DOTALL)
_INLINE = re.compile(r"</?(?:a|b|em|strong|small|span|time|label|sup|sub|br)\b[^>]*>")


class Text(NamedTuple):
    """A passage: its group, where it is, what it is for, and its words.

    Attributes
    ----------
    group
        ``readme``, ``docs``, ``pages``, ``claims``, ``figures``, ``ledgers`` or ``code``.
    place
        File and line, or file and key.
    role
        ``prose``, ``caption``, ``notes``, ``claim`` or ``summary``.
    words
        The passage, in the markup of its file.
    """

    group: str
    place: str
    role: str
    words: str


def everything() -> Iterator[Text]:
    """Yield every text of the project."""
    yield from _markdown("readme", ROOT / "README.md")
    for page in [*(ROOT / name for name in PAGES), *sorted((ROOT / "docs").rglob("*.md"))]:
        yield from _markdown("docs", page)
    for path in sorted(PACKAGE.rglob("*.j2")):
        yield from template(_named(path), path.read_text())
    for path in sorted(PACKAGE.glob("papers/*/*.yaml")):
        yield from declarations(_named(path), path.stem, yaml.safe_load(path.read_text()))
    for path in sorted(PACKAGE.glob("papers/*/figures/*.yaml")):
        yield from declarations(_named(path), "figure", yaml.safe_load(path.read_text()))
    for path in sorted(
        [*PACKAGE.glob("documents/*.yaml"), *PACKAGE.glob("papers/*/document.yaml")]
    ):
        yield from ledger(_named(path), yaml.safe_load(path.read_text()))
    for path in sorted([*PACKAGE.rglob("*.py"), *(ROOT / "tools").glob("*.py")]):
        yield from source(_named(path), path.read_text())


def _named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def _markdown(group: str, path: Path) -> Iterator[Text]:
    for line, block in blocks(path.read_text()):
        yield Text(group, f"{_named(path)}:{line}", "prose", block)


def _blank(found: re.Match[str]) -> str:
    """Return the line breaks of what is taken out, so that later lines keep their numbers."""
    return "\n" * found[0].count("\n")


def blocks(text: str) -> Iterator[tuple[int, str]]:
    """Yield the paragraphs, list items, headings and table cells of a page, with their lines."""
    for pattern in (_GENERATED, _COMMENT, _FENCE):
        text = pattern.sub(_blank, text)
    held: list[str] = []
    start = 1
    for line, words in enumerate([*text.split("\n"), ""], 1):
        if held and (not words.strip() or _NEW_BLOCK.match(words)):
            yield start, " ".join(held)
            held = []
        kind = words.lstrip()[:1]
        if kind == "|":
            cells = [cell.strip(" |-:") for cell in re.split(r"(?<!\\)\|", words)]
            yield from ((line, cell) for cell in cells if cell)
        elif words.strip() and kind != ">" and not words.startswith((":::", "    ")):
            start = start if held else line
            held.append(words.strip().lstrip("#").strip())


def template(name: str, text: str) -> Iterator[Text]:
    """Yield the visible texts of a template of pages, its expressions as one word each."""
    text = re.sub(r"\{\{.*?\}\}", "`x`", _CLOSED.sub(_blank, text), flags=re.DOTALL)
    text = _INLINE.sub("", text)
    for part in re.finditer(r"(?<=>)[^<>]+(?=<)", text):
        if words := " ".join(part[0].split()):
            line = text.count("\n", 0, part.start()) + 1
            yield Text("pages", f"{name}:{line}", "prose", words)


def declarations(name: str, kind: str, declared: dict[str, Any]) -> Iterator[Text]:
    """Yield the texts of a paper's declarations.

    Parameters
    ----------
    name, kind, declared
        The file, its form (``paper``, ``experiments`` or ``figure``), and what it declares.
    """
    if kind == "paper":
        yield from _keys("ledgers", name, declared, ("summary", "setup"))
    elif kind == "experiments":
        for key, own in declared.items():
            yield from _keys("ledgers", f"{name}: {key}", own, ("about", "rounding"))
    elif kind == "figure":
        yield from _keys("figures", name, declared, ("title", "caption", "notes", "ours"))
        for claim, said in (declared.get("claims") or {}).items():
            yield Text("claims", f"{name}: {claim}", "claim", said["says"])
            yield from _keys("claims", f"{name}: {claim}", said, ("remark",))
            yield from _keys("claims", f"{name}: {claim}", said.get("rival") or {}, ("says",))


def ledger(name: str, declared: dict[str, Any]) -> Iterator[Text]:
    """Yield our texts about the statements of a document.

    Parameters
    ----------
    name, declared
        The file and what it declares.
    """
    yield from _keys("ledgers", name, declared, ("outcome",))
    for key, own in declared["statements"].items():
        yield from _keys(
            "ledgers", f"{name}: {key}", own, ("object", "untested", "remark", "finding")
        )


def _keys(group: str, place: str, own: Any, keys: Iterable[str]) -> Iterator[Text]:
    for key in keys:
        if isinstance(own, dict) and isinstance(own.get(key), str):
            role = key if key in ("caption", "notes") else "prose"
            yield Text(group, f"{place}.{key}", role, own[key])


def source(name: str, text: str) -> Iterator[Text]:
    """Yield the docstrings, the messages of errors and the helps of options of a module.

    Parameters
    ----------
    name, text
        The file and its contents.
    """
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            said = ast.get_docstring(node) or ""
            line = getattr(node, "lineno", 1)
            for number, lines in enumerate(_paragraphs(said)):
                first = number == 0 and isinstance(node, ast.FunctionDef)
                role = "summary" if first else "prose"
                yield Text("code", f"{name}:{line}", role, " ".join(lines))
        elif isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            yield from _strings(name, node.exc.args)
        elif isinstance(node, ast.keyword) and node.arg in ("help", "description", "epilog"):
            yield from _strings(name, [node.value])


def _paragraphs(docstring: str) -> Iterator[list[str]]:
    """Yield the lines of each paragraph of a docstring without its examples: lines next to each
    other with one indentation, such as the description of a parameter.
    """
    for block in re.split(r"\n\s*\n", docstring):
        lines = [line for line in block.split("\n") if line.strip(" -")]
        if lines and not lines[0].lstrip().startswith((">>>", "[", "array(")):
            for _, run in itertools.groupby(lines, lambda line: len(line) - len(line.lstrip())):
                yield [line.strip() for line in run]


def _strings(name: str, nodes: Iterable[ast.expr]) -> Iterator[Text]:
    for node in nodes:
        parts = node.values if isinstance(node, ast.JoinedStr) else [node]
        said = [
            str(part.value) if isinstance(part, ast.Constant) else "`x`"
            for part in parts
            if isinstance(part, ast.Constant | ast.FormattedValue)
        ]
        if any(word != "`x`" for word in said):
            yield Text("code", f"{name}:{node.lineno}", "prose", "".join(said))
