#!/usr/bin/env python3
"""What a report says of the open questions of DEVIATIONS.md. Standard library only.

    questions.py REPORT.json    a table in Markdown: each question, this project's default, and what the implementation did

REPORT.json is what run.py or `predicate conformance` writes with --report. "as here" means that the implementation did what this project
does; otherwise its answer stands there. The status is 0, or 2 where the report cannot be read or names none of the cases.
"""
import json
import re
import sys
from pathlib import Path

GRAMMAR = Path(__file__).resolve().parent.parent


def questions():
    """The number, the question, the default and the cases of each open question."""
    text = (GRAMMAR / "DEVIATIONS.md").read_text(encoding="utf-8").split("## Open questions", 1)[1]
    for number, question, _, default, cases in re.findall(r"(?m)^\| (\d+) \| (.*?) \| (.*?) \| (.*?) \| ([^|]*) \|$", text):
        yield number, question, default, re.findall(r"`([^`]+)`", cases)


def done(report, case):
    """What an implementation did with a case."""
    verdict = report["cases"].get(case)
    if verdict in ("pass", None, "skipped", "crash", "timeout"):
        return {"pass": "as here", None: "not asked"}.get(verdict, verdict)
    answer = {name: content for name, content in (report["answers"].get(case) or {}).items() if name not in ("id", "notes")}
    return "`" + json.dumps(answer, ensure_ascii=False).replace("|", "\\|") + "`"


def main(arguments):
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        report = json.loads(Path(arguments[0]).read_text(encoding="utf-8"))
        rows = [(number, question, default, "; ".join(f"{case}: {done(report, case)}" for case in cases) or "–")
                for number, question, default, cases in questions()]
        heading = f"{report['implementation']} {report['version']}"
    except (OSError, ValueError, KeyError, AttributeError) as error:
        print(f"questions.py: {error!r}", file=sys.stderr)
        return 2
    print(f"| # | question | this project | {heading} |\n|---|---|---|---|")
    for row in rows:
        print("| " + " | ".join(row) + " |")
    return 0 if any(case in report["cases"] for _, _, _, cases in questions() for case in cases) else 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
