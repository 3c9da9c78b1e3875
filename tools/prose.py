"""The style of texts (docs/style.md) as far as a program sees it: faults are counted by kind and
group of texts, and no count may rise above the one in tools/prose.json.

python tools/prose.py                    fail where a count has risen
python tools/prose.py --renew            write the counts that have fallen
python tools/prose.py --list GROUP KIND  print faults with their places; both words are optional
"""

import json
import re
import sys
from collections import Counter
from collections.abc import Iterator

from texts import ROOT, Text, everything

BASELINE = ROOT / "tools/prose.json"
LONGEST = 30
"""The words of a sentence."""
FIGURES = 4
"""The numbers that a caption takes from the run."""
LONGEST_NOTE = 60
"""The words under one head of the notes."""
HEADS = ("Setup", "Reading the figure", "Agreement with theory", "Not shown")

BANNED = {
    r"the rest": "remainder, the others",
    r"(?:an?|the|its|their|this|which|constant|large|small) shares?|shares? of": "fraction",
    r"less (?:its|the|their|that|those|one)": "minus",
    r"(?:that|those) of": "the noun again",
    r"from (?:\$[^$]+\$|[\w^()/.=-]+)(?: = [\w.]+| [dn])? on(?! (?:the|an?|its|each))": "n ≥ x",
    r"beside": "next to, in addition to",
    r"ask(?:s|ed|ing)? for": "needs, requires",
    r"in place of": "instead of",
    r"of which": "a new sentence",
    r"whatever": "for every, regardless of",
    r"hardly": "barely, almost no",
    r"anew": "again",
    r"at once": "immediately, simultaneously",
    r"as (?:much|large|many) again": "1.5 times, twice",
    r"inits?": "initialisation, run",
    r"go(?:es)? (?:like|on)": "scales as; resumes",
    r"(?<!there )(?:is|are) no(?! longer| more| larger| smaller| less| fewer)": "is not a",
    r"tells? (?:\w+ )?apart|told (?:apart|from)": "distinguish",
    r"in all(?=[.,:;)]| \d)": "in total",
    r"of (?:its|their|your|our) own(?=[.,;:)(]|$| (?:and|or|in|is|by|for|with|to)\b)": "new",
    r"(?:of )?ours": "our",
    r"by (?:itself|themselves)": "automatically",
    r"judg(?:es?|ed|ing)": "test, evaluate",
    r"rivals?": "alternative",
    r"undecided": "inconclusive",
    r"seed by seed": "paired by seed",
    r"(?:the |equal )?same bytes|equal bytes": "byte-identical",
    r"without further ado": "directly",
    r"in vain": "without success",
}
_BANNED = {
    re.compile(rf"(?<![\w-]){word}(?![\w-])", re.IGNORECASE): to for word, to in BANNED.items()
}
_BANNED |= {
    re.compile(r", since\b", re.IGNORECASE): "because",
    re.compile(r", so that\b", re.IGNORECASE): "therefore, so",
    re.compile(r", too(?=[.,;:)]|$)", re.IGNORECASE): "also",
}

_QUOTED = re.compile(r"``[^`]+``|`[^`]*`|\"[^\"]*\"|“[^”]*”")
_FORMULA = re.compile(r"\$\$.+?\$\$|\$[^$]+\$")
_LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
_FIELD = re.compile(r"\{[a-z_]\w*(?:[.:][^{}]*)?\}")
_END = re.compile(r"(?<=[.!?])[\"”*)]* +(?=[\"“*(]*[A-Z0-9`§])")
_BACK = re.compile(r"(?:The same|It|They|So (?:is|are|does|do)|And|Its|These|There|Their)\b")
_RAW = re.compile(
    r"\b(?:alpha|beta|gamma|delta|eta|kappa|lambda|mu|rho|sigma|tau|theta|phi|psi|omega|sqrt)\d?\b"
    r"|\w[_^][\w({]|[²³¹⁰⁴-⁹₀-₉ᵀ]"
)
_WH = re.compile(r"(?:What|How|Whether|Where)\b")


def said(text: str, formula: str = "`m`") -> str:
    """Return a text with every quotation, name of code, formula and field as one word.

    Parameters
    ----------
    text
        In Markdown, or with fields in braces.
    formula
        The word for a formula.
    """
    text = _FORMULA.sub(formula, _QUOTED.sub("`q`", text))
    return _FIELD.sub("`f`", _LINK.sub(r"\1", text.replace("{{", "").replace("}}", "")))


def sentences(text: str) -> list[list[str]]:
    """Return the words of each sentence of a text."""
    parts = _END.split(said(text).replace("**", ""))
    return [[word for word in part.split() if re.search(r"\w", word)] for part in parts]


def heads(notes: str) -> list[tuple[str, int]]:
    """Return the run-in heads of notes, each with the number of words below it."""
    parts = re.split(r"\*\*([^*]+?)\.?\*\*", " " + said(notes))
    before = [("", len(parts[0].split()))] if parts[0].strip() else []
    return before + [
        (head, len(under.split())) for head, under in zip(parts[1::2], parts[2::2], strict=True)
    ]


def faults(text: Text) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with a text: the kind of fault, and what shows it."""
    plain = said(text.words)
    for pattern, better in _BANNED.items():
        for found in pattern.finditer(plain):
            yield "banned word", f"{found[0]!r}: {better}"
    for words in sentences(text.words):
        if len(words) > LONGEST:
            yield "long sentence", f"{len(words)} words: {' '.join(words[:8])} ..."
    if text.group != "code":
        for found in _RAW.finditer(plain):
            around = plain[max(found.start() - 10, 0) : found.end() + 10]
            yield "formula outside dollars", f"...{around}..."
    if text.role == "caption" and (fields := len(_FIELD.findall(text.words))) > FIGURES:
        yield "crowded caption", f"{fields} numbers of the run"
    if text.role == "notes":
        for head, length in heads(text.words):
            if head not in HEADS:
                yield "notes", f"head {head!r}: one of {', '.join(HEADS)}"
            elif length > LONGEST_NOTE:
                yield "notes", f"{length} words under {head}"
    if text.role == "claim":
        if _BACK.match(text.words):
            yield "claim", f"begins with a back-reference: {text.words[:30]} ..."
        for hidden in re.findall(r"\(([^()]*)\)", plain):
            if len(hidden.split()) > 8:
                yield "claim", f"hides a definition: ({hidden})"
    if text.role == "summary" and _WH.match(text.words):
        yield "summary", f"begins like a question: {text.words[:40]} ..."


def counted(texts: list[Text]) -> Counter[str]:
    """Return the number of faults of each kind in each group of texts."""
    return Counter(f"{text.group}: {kind}" for text in texts for kind, _ in faults(text))


def risen(before: dict[str, int], now: Counter[str]) -> Iterator[str]:
    """Yield each count that has risen.

    Parameters
    ----------
    before, now
        The counts of the baseline and today's.
    """
    for name, count in sorted(now.items()):
        if count > before.get(name, 0):
            group, _, kind = name.partition(": ")
            yield (
                f"{name}: {count} faults, {before.get(name, 0)} before. Mend the new ones "
                f"(docs/style.md); python tools/prose.py --list {group} {kind!r} shows all."
            )


def listed(texts: list[Text], group: str, kind: str) -> Iterator[str]:
    """Yield the faults of a kind in a group of texts, each with its place.

    Parameters
    ----------
    texts
        All texts.
    group, kind
        What to show; empty for everything.
    """
    for text in texts:
        if group in ("", text.group):
            for own, shown in faults(text):
                if kind in ("", own):
                    yield f"{text.place}: {own}: {shown}"


def summary(texts: list[Text]) -> str:
    """Return how many sentences there are in each group, and how many of them are long."""
    lines = []
    for group in dict.fromkeys(text.group for text in texts):
        lengths = [
            len(own) for text in texts if text.group == group for own in sentences(text.words)
        ]
        long = sum(length > LONGEST for length in lengths)
        lines.append(
            f"{group}: {long} of {len(lengths)} sentences are long ({long / len(lengths):.1%})"
        )
    return "\n".join(lines)


def main() -> None:
    """Compare the counts with the baseline; list faults, or write the counts that have fallen."""
    options = sys.argv[1:]
    texts = list(everything())
    if options[:1] == ["--list"]:
        group, kind = [*options[1:], "", ""][:2]
        print(*listed(texts, group, kind), summary(texts), sep="\n")
        return
    before = json.loads(BASELINE.read_text()) if BASELINE.exists() else None
    now = counted(texts)
    found = list(risen(before, now)) if before is not None else []
    if options == ["--renew"]:
        kept = {name: min(now[name], (before or now).get(name, 0)) for name in sorted(now)}
        BASELINE.write_text(json.dumps({k: v for k, v in kept.items() if v}, indent=2) + "\n")
    sys.exit("\n".join(found) or 0)


if __name__ == "__main__":
    main()
