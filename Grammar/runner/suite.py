"""The cases of the suite and of fetch statements. Standard library only."""
import json
import re
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent
CAPABILITIES = ["core", "print", "icu-regex", "collation", "decimal", "limits", "fixture", "fetch"]


def standard():
    """The files of a run of all cases. A package carries the cases of suite/ in one file."""
    cases = FOLDER / ("suite" if (FOLDER / "suite").is_dir() else "suite.json")
    return [cases, *(folder for folder in [FOLDER / "fetch"] if folder.is_dir())]


def version(path):
    """The version of the suite that a folder or a file of cases belongs to: that of the nearest file VERSION above it."""
    for folder in path.resolve().parents:
        if (folder / "VERSION").is_file():
            return (folder / "VERSION").read_text(encoding="utf-8").strip()
    return "unknown"


def load(paths):
    """The cases of folders and files, each with its topic and its place: file and line."""
    cases = {}
    for path in paths:
        files = sorted(path.rglob("*.json"), key=lambda file: file.relative_to(path).as_posix().encode()) if path.is_dir() else [path]
        for file in files:
            text = file.read_text(encoding="utf-8")
            content = json.loads(text)
            lines = {}
            for number, line in enumerate(text.split("\n"), 1):
                # An id stands before a format, which may be long.
                if name := re.search(r'"(?:id|name)": *"([^"]+)"', line[:400]):
                    lines.setdefault(name[1], number)
            for case in content["cases"] if isinstance(content, dict) else content:
                name = case.get("id") or "fetch." + case["name"]
                if name in cases:
                    raise ValueError(f"{file}: {name} occurs twice")
                place = f"{file.parent.name}/{file.name}:{lines.get(case.get('id', case.get('name')), 1)}"
                is_fetch = "statement" in case
                cases[name] = {"topic": "fetch" if is_fetch else file.parent.name, "level": "required", "dialects": ["apple", "open"],
                               "capabilities": ["core"], **({"dialects": ["open"], "capabilities": ["core", "fetch"]} if is_fetch else {}),
                               **case, "id": name, "place": place}
    return list(cases.values())


def selected(cases, dialect, text="", ids=(), capabilities=(), rungs=()):
    """The cases of a dialect whose `topic/id rule` has a text in it, which have one of the ids, are on one of the rungs, and need only core and
    the capabilities."""
    return [case for case in cases
            if dialect in case["dialects"] and text in f"{case['topic']}/{case['id']} {case['rule']}" and (not ids or case["id"] in {name.split("@")[0] for name in ids})
            and (not rungs or case.get("rung") in rungs) and (not capabilities or {"core", *capabilities} >= set(case["capabilities"]))]


def unknown(cases, ids):
    """The ids that no case has. An id may name an engine behind it, as a runner prints it."""
    known = {case["id"] for case in cases}
    return [name for name in ids if name.split("@")[0] not in known]


def sentences():
    """The text of each rule of semantics.md and fetch.ebnf, by its name; empty where the folder has none."""
    found = {}
    for file, form in (("semantics.md", r"(?ms)^- \*\*([a-z][\w.-]*)\*\* (.*?)(?=^- \*\*|^\s*$)"), ("fetch.ebnf", r"(?ms)^   (fetch\.[a-z]+) +(.*?)(?=^   \S|\*\))")):
        if (FOLDER / file).exists():
            found |= {name: " ".join(text.split()) for name, text in re.findall(form, (FOLDER / file).read_text(encoding="utf-8"))}
    return found


def in_the_way(results, claimed):
    """The required cases that keep each capability from being claimed: (capability, ids)."""
    found = {}
    for case, verdict in results:
        needed = set(case["capabilities"])
        if case["level"] == "required" and verdict != "pass" and len(needed - claimed - {"core"}) <= 1:
            for name in needed - claimed or {"core"}:
                if name != "core" or needed == {"core"}:
                    found.setdefault(name, []).append(case["id"])
    return sorted(found.items(), key=lambda pair: (pair[0] != "core", pair[0]))


def claim(results):
    """The capabilities for which no required case went wrong or was skipped, given (case, verdict); empty without core.

    A case that needs one capability beside core speaks against that one; what then still goes wrong speaks against all that it needs.
    """
    required = [(set(case["capabilities"]) - {"core"}, verdict) for case, verdict in results if case["level"] == "required"]
    wrong = [needed for needed, verdict in required if verdict != "pass"]
    offered = {"core"}.union(*(needed for needed, verdict in required if verdict == "pass"))
    if set() in wrong or not required:
        return []
    for size in range(1, 9):
        for needed in wrong:
            if len(needed) == size and needed <= offered:
                offered -= needed
    return sorted(offered, key=lambda name: (name != "core", name))
