"""The checker of texts finds what the style guide forbids, and passes what it allows."""

import json
from collections import Counter

import prose
import pytest
import texts


def kinds(words, role="prose", group="docs"):
    return [kind for kind, _ in prose.faults(texts.Text(group, "page.md:1", role, words))]


@pytest.mark.parametrize(
    "words",
    [
        "The rest of the matrix is small.",
        "The ReLU less its mean has no linear part.",
        "Each scale has folders of its own.",
        "It runs again, since the file changed.",
        "The risk falls from n = d on.",
        "The kernel is no network.",
        "Results stand beside the figure.",
    ],
)
def test_a_banned_word_is_found_once(words):
    assert kinds(words) == ["banned word"]


@pytest.mark.parametrize(
    "words",
    [
        "The remainder of the matrix is small, and less than 1 is left.",
        "There is no bound from the theorem on the risk.",
        'The slide says "the rest is noise", and `the rest` is a name.',
        "The kernel is no longer the best method, and runs in all papers.",
    ],
)
def test_a_quotation_and_plain_english_pass(words):
    assert kinds(words) == []


def test_formulas_and_fields_count_as_one_word():
    long = "The risk " + "falls " * 28
    assert kinds(f"{long}.") == []
    assert kinds(f"{long} again.") == ["long sentence"]
    assert kinds(f"{long} again.", group="code") == ["long sentence"]
    assert [
        len(own) for own in prose.sentences("At $n = 3 d + 1$, {low:.2f} holds. So d falls.")
    ] == [4, 3]


def test_formulas_stand_between_dollars():
    assert kinds("For $n = d^2$ and $\\alpha_1$ the code `n_2` runs.") == []
    assert kinds("For d^2, alpha and d².") == ["formula outside dollars"] * 3
    assert kinds("For d^2 and alpha.", group="code") == []


def test_captions_and_notes_have_their_form():
    fields = "It falls: {a}, {b.low:.2f}, $d^{{{c:.1f}}}$ and {d}"
    assert kinds(f"{fields}.", "caption") == []
    assert kinds(f"{fields}, {{e}}.", "caption") == ["crowded caption"]
    assert kinds("**Setup.** One line. **Not shown.** Another.", "notes") == []
    assert kinds("One line.", "notes") == ["notes"]
    assert kinds("**Limits.** One line.", "notes") == ["notes"]
    assert kinds(f"**Setup.** {'Word. ' * 61}", "notes") == ["notes"]


def test_claims_stand_alone_and_hide_nothing():
    assert kinds("The risk (n = 3) falls.", "claim") == []
    assert kinds("It falls.", "claim") == ["claim"]
    hidden = "the exponent in the dimension of the mean over seeds"
    assert kinds(f"The risk falls ({hidden}).", "claim") == ["claim"]


def test_a_count_may_only_fall():
    before = {"docs: banned word": 3}
    assert list(prose.risen(before, Counter({"docs: banned word": 3}))) == []
    (said,) = prose.risen(before, Counter({"docs: banned word": 4}))
    assert said.startswith("docs: banned word: 4 faults, 3 before.")
    (said,) = prose.risen(before, Counter({"docs: long sentence": 1}))
    assert said.startswith("docs: long sentence: 1 faults, 0 before.")


def test_pages_are_read_without_what_is_quoted_or_generated():
    page = """# A heading

First line
and second <!--n:figures-->12<!--/n--> of it.
- An item.

> The rest is quoted.

```sh
the rest
```

| a | `b` |
| --- | --- |

<!--n:table-->

| generated |

<!--/n-->
Last.
"""
    assert list(texts.blocks(page)) == [
        (1, "A heading"),
        (3, "First line and second 12 of it."),
        (5, "- An item."),
        (13, "a"),
        (13, "`b`"),
        (21, "Last."),
    ]


def test_a_template_and_a_module_are_read_as_people_see_them():
    page = "<style>x</style><p>One {{ of }} <b>two</b>.</p>{# no #}<li>Three</li>"
    assert [own.words for own in texts.template("a.j2", page)] == ["One `x` two.", "Three"]
    module = '''"""A module."""
def f(x):
    """What it does.

    >>> f(1)
    """
    raise ValueError(f"{x} is no number", x)
'''
    assert [(own.role, own.words) for own in texts.source("a.py", module)] == [
        ("prose", "A module."),
        ("summary", "What it does."),
        ("prose", "`x` is no number"),
    ]
    assert kinds("What it does.", "summary", "code") == ["summary"]


def test_every_group_has_texts_and_the_baseline_names_no_other():
    """A group that is read no more would pass for a group without faults."""
    groups = {own.group for own in texts.everything()}
    assert groups == {"readme", "docs", "pages", "claims", "figures", "ledgers", "code"}
    assert {name.partition(": ")[0] for name in json.loads(prose.BASELINE.read_text())} <= groups
