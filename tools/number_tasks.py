"""The tasks whose outputs are compared: what is simulated, what is made of it, and the commands."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

SIMULATED = {
    "example": "--documents 14 --systems 5",
    "datasets": "--documents 12 --systems 4 --datasets 3",
    "corefud": "--documents 12 --systems 4 --form corefud",
    "phases/dev": "--documents 8 --systems 5 --seed 1",
    "phases/test": "--documents 12 --systems 6 --seed 2",
    "runs": "--documents 10 --systems 3 --runs 3",
    "topics": "--documents 12 --systems 4 --seed 3",
    "texts": "--documents 8 --systems 3 --seed 4",
    "ua": "--documents 8 --systems 3 --seed 5",
}
SETTINGS = {
    "phases": """trials = 500
[tracks]
open = ["balanced", "close", "eager"]
closed = ["precise", "merger", "copy"]
[attempts]
close = 7
[systems.close]
team = "A"
parameters = 560_000_000
[systems.precise]
team = "B"
[phases.development]
key = "dev/key.conll"
submissions = "dev"
[phases.test]
key = "test/key.conll"
submissions = "test"
""",
}
RUNS = " ".join(f"runs/{system}@{run}.conll" for system in ("balanced", "close") for run in (1, 2))
BRIEF = "--trials 300 --draws 300"
RANKINGS = {
    "example": f"example {BRIEF} --leave-one-out",
    "against": f"example {BRIEF} --against balanced --metric muc,lea",
    "bca": f"example {BRIEF} --interval bca --ties letters --adjust bh",
    "bootstrap": f"example {BRIEF} --test bootstrap --adjust none --ties clusters",
    "unit-part": f"example {BRIEF} --unit part",
    "margin": f"example {BRIEF} --margin 3",
    "slices": f"example {BRIEF} --by class --by genre/class=PRO --slice-min 1",
    "datasets": f"datasets {BRIEF} --missing-dataset exclude",
    "zero": f"datasets {BRIEF} --missing-dataset zero",
    "pool": f"datasets {BRIEF} --missing-dataset zero --average pool",
    "average": f"datasets {BRIEF} --missing-dataset exclude --average document",
    "corefud": f"corefud {BRIEF} --metric mentions,muc,conll,mor,zero",
    "settings": f"corefud {BRIEF} --settings head,partial,exact,head+singletons",
    "phases": "phases --draws 300",
    "track": "phases --draws 300 --track open --phase test",
    "runs": f"runs {BRIEF}",
    "separate": f"runs {BRIEF} --separate-runs",
    "across": f"topics {BRIEF} --across topic",
    "texts": f"texts {BRIEF} --repair align",
    "ua": f"ua {BRIEF}",
    "saved": f"sums {BRIEF}",
}
COMMANDS = {
    "score": "score example/balanced.conll example/close.conll --errors",
    "score-documents": "score example/balanced.conll example/close.conll --per-document",
    "score-datasets": "score datasets/balanced",
    "score-runs": "score runs/balanced@1.conll runs/balanced@2.conll runs/close@1.conll",
    "score-slices": "score example/balanced.conll --by class --slice-min 1",
    "score-across": "score topics/balanced.conll --across topic",
    "score-texts": "score texts/close.jsonl --repair align",
    "compare": f"compare example/balanced.conll example/close.conll example/eager.conll {BRIEF}",
    "compare-two": f"compare example/balanced.conll example/eager.conll {BRIEF} --margin 2",
    "compare-slices": f"compare example/balanced.conll example/eager.conll {BRIEF} --by class --slice-min 1",
    "compare-runs": f"compare {RUNS} {BRIEF}",
    "compare-corefud": f"compare corefud/balanced.conllu corefud/close.conllu {BRIEF}",
    "compare-texts": f"compare texts/balanced.jsonl texts/close.jsonl {BRIEF} --repair align",
    "errors": "errors example/balanced.conll example/eager.conll",
    "correlate": "correlate example --draws 300",
    "power": "power example --draws 300",
    "power-runs": "power runs --draws 300",
    "probe": "probe split",
    "describe": "describe example/key.conll example/eager.conll",
    "describe-corefud": "describe corefud/key.conllu corefud/close.conllu",
    "validate": "validate example/balanced.conll example/broken.conll --key example/key.conll",
    "diff": "diff facts/rank-example facts/rank-margin",
}


def make_tasks(folder: Path, call: Callable[[str], bytes]) -> None:
    """Write all tasks into a new folder; ``call`` types a command there."""
    folder.mkdir(parents=True)
    for name, options in SIMULATED.items():
        (folder / name).parent.mkdir(exist_ok=True)
        call(f"simulate {name} {options}")
        (folder / name / "leaderboard.toml").unlink(missing_ok=True)
    for name, text in SETTINGS.items():
        (folder / name / "leaderboard.toml").write_text(text)
    whole = (folder / "example" / "balanced.conll").read_bytes()
    (folder / "example" / "broken.conll").write_bytes(whole[: len(whole) // 2])
    next(iter(sorted((folder / "datasets" / "close").iterdir()))).unlink()
    for path in (folder / "topics").glob("*.conll"):
        path.write_text(in_topics(path.read_text()))
    for path in (folder / "texts").glob("*.conll"):
        if path.stem != "key":
            path.with_suffix(".jsonl").write_text(as_json(path.read_text()))
            path.unlink()
    for path in (folder / "ua").glob("*.conll"):
        path.with_suffix(".conllua").write_text(as_conllua(path.read_text()))
        path.unlink()
    names = " ".join(
        f"example/{path.name}"
        for path in sorted((folder / "example").glob("*.conll"))
        if path.stem not in ("key", "broken")
    )
    call(f"score {names} --key example/key.conll --save sums --quiet")


def in_topics(text: str) -> str:
    """The documents of a CoNLL file in three topics."""
    numbers: dict[str, int] = {}

    def name(found: re.Match[str]) -> str:
        number = numbers.setdefault(found[1], len(numbers))
        return f"#begin document (t{number % 3}/s/d{number})"

    return re.sub(r"#begin document \(([^)]*)\)", name, text)


def as_json(text: str) -> str:
    """A CoNLL file as JSON lines, in which the first word of each second part is another one."""
    lines = []
    for number, (name, part, rows) in enumerate(documents(text)):
        tokens = [row[3] for row in rows]
        clusters = [[list(span) for span in spans] for spans in spans_of(rows).values()]
        if number % 2:
            tokens[0] = tokens[0] + "!"
        lines.append(
            json.dumps(
                {"doc_key": f"{name}_{int(part)}", "tokens": tokens, "clusters_token_offsets": clusters}
            )
        )
    return "\n".join(lines) + "\n"


def as_conllua(text: str) -> str:
    """The words and entities of a CoNLL file as CONLL-UA."""
    lines = ["# global.columns = ID FORM IDENTITY"]
    for number, (name, part, rows) in enumerate(documents(text)):
        lines.append(f"# newdoc id = {name}_{part}_{number}")
        opens: dict[int, list[str]] = {}
        closes: dict[int, int] = {}
        spans = sorted(
            ((*span, entity) for entity, found in spans_of(rows).items() for span in found),
            key=lambda span: (span[0], -span[1]),
        )
        for first, last, entity in spans:
            opens.setdefault(first, []).append(f"(EntityID={entity}|MarkableID=m{first}_{last}")
            closes[last] = closes.get(last, 0) + 1
        for token, row in enumerate(rows):
            cell = "".join(opens.get(token, [])) + ")" * closes.get(token, 0)
            lines.append(f"{token + 1}\t{row[3]}\t{cell or '_'}")
        lines.append("")
    return "\n".join(lines) + "\n"


def documents(text: str) -> list[tuple[str, str, list[list[str]]]]:
    """The name, part and rows of each part of a CoNLL file."""
    found = []
    for block in text.split("#begin document ")[1:]:
        head, *lines = block.splitlines()
        name, part = re.findall(r"\((.*)\); part (\d+)", head)[0]
        found.append((name, part, [line.split() for line in lines if line.strip() and line[0] != "#"]))
    return found


def spans_of(rows: list[list[str]]) -> dict[str, list[tuple[int, int]]]:
    """The spans of each entity of a part, of brackets that nest."""
    spans: dict[str, list[tuple[int, int]]] = {}
    open_: dict[str, list[int]] = {}
    for number, row in enumerate(rows):
        for bracket in row[-1].split("|"):
            entity = bracket.strip("()")
            if bracket.startswith("("):
                open_.setdefault(entity, []).append(number)
            if bracket.endswith(")"):
                spans.setdefault(entity, []).append((open_[entity].pop(), number))
    return spans
