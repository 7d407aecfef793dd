#!/usr/bin/env python3
"""Writes suite.json: all cases of suite/ in one file, one a line, for runners that read no folders. Standard library only.

    bundle.py           writes the file
    bundle.py --check   the status is 1 where the file is not what the folder says

A case has its topic besides. Everything else is as it stands in its own file, in the order of the files' paths.
"""
import json
import sys
from pathlib import Path

from casefile import text_of

GRAMMAR = Path(__file__).resolve().parent.parent


def bundle():
    lines = []
    for file in sorted((GRAMMAR / "suite").rglob("*.json"), key=lambda file: file.relative_to(GRAMMAR).as_posix().encode()):
        for case in json.loads(file.read_text(encoding="utf-8"))["cases"]:
            lines.append("    " + text_of({"id": case["id"], "topic": file.parent.name, **case}))
    version = (GRAMMAR / "VERSION").read_text(encoding="utf-8").strip()
    comment = "All cases of suite/ in one file. Made by tools/bundle.py."
    return f'{{\n  "version": "{version}",\n  "comment": "{comment}",\n  "cases": [\n' + ",\n".join(lines) + "\n  ]\n}\n"


def main(arguments):
    file, text = GRAMMAR / "suite.json", bundle()
    if arguments == ["--check"]:
        is_current = file.exists() and file.read_text(encoding="utf-8") == text
        print("suite.json is current" if is_current else "suite.json is not current: tools/bundle.py writes it")
        return 0 if is_current else 1
    if arguments:
        print(__doc__, file=sys.stderr)
        return 2
    file.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
