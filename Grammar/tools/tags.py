#!/usr/bin/env python3
"""The dialects, capabilities and rungs of cases and rules: what a case needs of an implementation, and whose behaviour it shows.

    tags.py           writes them into the cases of suite/, and rules.json
    tags.py --check   says what would change; the status is 1 where something would

A case is of dialect `apple` where public evidence of Apple's systems stands behind it (its `source` begins with A, D, R or M) and no
deviation is named. Every case is of dialect `open`, but for those that say `"dialects": ["apple"]` themselves. README.md,
"Dialects and capabilities", says what each capability is; ladder.py, what a rung is. Standard library only.
"""
import json
import re
import sys
from pathlib import Path

import ladder

GRAMMAR = Path(__file__).resolve().parent.parent
CAPABILITIES = ["core", "print", "icu-regex", "collation", "decimal", "limits", "fixture", "fetch"]
GREATEST = (1 << 63) - 1


def kinds_of(expect):
    """The kinds of errors that an expectation admits, and "" for a value."""
    return set().union(*map(kinds_of, expect["anyOf"])) if "anyOf" in expect else {expect.get("error", "")}


def capabilities_of(case):
    """What an implementation has to offer for a case, beside `core`, which every case needs."""
    text = case.get("format", case.get("expression", ""))
    runs = "valid" not in case["expect"] and kinds_of(case["expect"]) != {"syntax"}
    values = json.dumps([case.get(name) for name in ("arguments", "variables", "object", "expect")])
    needs = {
        "print": "canonical" in case,
        "icu-regex": runs and re.search(r"\bmatches\b", text, re.I) and case["rule"].split(".")[0] != "hostile",
        "collation": runs and re.search(r"(?:[=<>]|in|contains|with|like|matches|between)\s*\[[cdn]*l[cdnl]*\]", text, re.I),
        "decimal": "$decimal" in values or re.search(r"decimal", text, re.I)
                   or any(int(digits) > GREATEST for digits in re.findall(r"(?<![\w.])\d{19,4000}(?![\w.])", text)),
        "limits": case["rule"].startswith("limit.") or "limit" in kinds_of(case["expect"]),
        "fixture": "fixture" in case,
    }
    return ["core", *(name for name in CAPABILITIES if needs.get(name))]


def dialects_of(case):
    if case.get("dialects") == ["apple"]:
        return ["apple"]
    is_known = re.match(r"[ADRM]\b", case["source"]) and "deviation" not in case["source"]
    return ["apple", "open"] if is_known and not case["rule"].startswith(("limit.", "error.place")) else ["open"]


def tagged(case, topic):
    """The case of a topic with its tags, behind its level."""
    tags = {"dialects": dialects_of(case), "capabilities": capabilities_of(case)}
    if rung := ladder.rung_of(case, topic, tags["capabilities"]):
        tags["rung"] = rung
    found = {}
    for name, value in case.items():
        if name not in tags and name != "rung":
            found[name] = value
        if name == "level":
            found |= tags
    return found


def retagged(text, topic):
    """The text of a file of cases of a topic, one per line, with the tags of each case."""
    from casefile import text_of
    lines = []
    for line in text.split("\n"):
        if line.startswith('    {"id"'):
            line = "    " + text_of(tagged(json.loads(line.rstrip(",")), topic)) + ("," if line.endswith(",") else "")
        lines.append(line)
    return "\n".join(lines)


def rules(texts):
    """rules.json: for each rule of semantics.md and fetch.ebnf the section, the tags of its cases, and their number."""
    section, found = "", {}
    for line in (GRAMMAR / "semantics.md").read_text(encoding="utf-8").split("\n"):
        section = line[3:] if line.startswith("## ") else section
        if name := re.match(r"- \*\*([a-z][A-Za-z0-9.-]*)\*\*", line):
            found[name[1]] = {"section": section, "dialects": set(), "capabilities": set(), "cases": 0, "required": 0}
    for name in re.findall(r"(?m)^   (fetch\.[a-z]+) ", (GRAMMAR / "fetch.ebnf").read_text(encoding="utf-8")):
        found[name] = {"section": "fetch.ebnf", "dialects": {"open"}, "capabilities": {"core", "fetch"}, "cases": 0, "required": 0}
    cases = [case for text in texts for case in json.loads(text)["cases"]]
    for file in (GRAMMAR / "fetch").glob("*.json"):
        cases += [{**case, "dialects": ["open"], "capabilities": ["core", "fetch"], "level": "required"}
                  for case in json.loads(file.read_text(encoding="utf-8"))["cases"]]
    for case in cases:
        if rule := found.get(case["rule"]):
            rule["dialects"] |= set(case["dialects"])
            rule["capabilities"] |= set(case["capabilities"])
            rule["cases"] += 1
            rule["required"] += case["level"] == "required"
    lines = [f'  "{name}": ' + json.dumps({**rule, "dialects": sorted(rule["dialects"]), "capabilities": sorted(rule["capabilities"], key=CAPABILITIES.index)})
             for name, rule in found.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def main(arguments):
    if arguments not in ([], ["--check"]):
        print(__doc__, file=sys.stderr)
        return 2
    files = {file: retagged(file.read_text(encoding="utf-8"), file.parent.name) for file in sorted((GRAMMAR / "suite").rglob("*.json"))}
    files[GRAMMAR / "rules.json"] = rules(files.values())
    stale = [file for file, text in files.items() if not file.exists() or file.read_text(encoding="utf-8") != text]
    for file in stale:
        print(("is not current: " if arguments else "written: ") + str(file.relative_to(GRAMMAR)))
        if not arguments:
            file.write_text(files[file], encoding="utf-8")
    return 1 if stale and arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
