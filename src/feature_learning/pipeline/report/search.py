"""What the search of the front page looks through: papers, figures, claims and statements."""

from typing import Any

from feature_learning.pipeline.report.typeset import plain


def found_by(page: dict[str, Any]) -> list[dict[str, str]]:
    """Return one entry per paper, figure, claim and statement: what it is, its name, its words and
    its address.

    Parameters
    ----------
    page
        What the pages show, from `gallery.context`.
    """
    found = []
    for paper in page["papers"]:
        key, declared, at = paper["key"], paper["declared"], f"papers/{paper['key']}.html"
        words = f"{declared.title}. {declared.authors}. {declared.summary}"
        found.append(_entry("paper", key, words, at))
        for figure in paper["figures"]:
            name = f"{key}/{figure['name']}"
            words = f"{figure['texts']['title']}. {figure['texts']['caption']}"
            found.append(_entry("figure", name, words, f"{at}#{figure['name']}"))
        for claim in paper["claims"]:
            name = f"{key}/{claim['claim']}"
            words = f"{claim['says']} ({claim['verdict']})"
            found.append(_entry("claim", name, words, f"{at}#{claim['claim']}"))
    for row in page["statements"]:
        name = f"{row['document']}/{row['statement']}"
        words = f"{row['words']} ({row['place']}; {row['verdict']})"
        at = f"documents/{row['document']}.html#{row['statement']}"
        found.append(_entry("statement", name, words, at))
    return found


def _entry(what: str, name: str, words: str, at: str) -> dict[str, str]:
    return {"what": what, "name": name, "words": " ".join(plain(words).split()), "at": at}
