#!/usr/bin/env python3
"""Refuses a change of what a released case means. Standard library only.

    released.py             checks the cases against every file of releases/
    released.py --release   writes releases/VERSION.json: the meaning of every case of this version

The meaning of a case is what is asked, what is expected, and whether it is required. releases/ has a digest of it for each id and each
version. A case of a release may be taken out. Its id never comes back with another meaning: the case in its place has an id of its own.
Up to 0.9.0 numbers were compared by value, so that 1 and 1.0 meant the same. An integer means the same as itself in `$int`.
"""
import hashlib
import json
import sys
from decimal import Decimal
from pathlib import Path

GRAMMAR = Path(__file__).resolve().parent.parent
MEANING = ("format", "expression", "arguments", "variables", "object", "fixture", "entity", "engines", "expect", "canonical", "level")
BY_VALUE = ("0.9.0",)


def plain(value):
    """A value with numbers by value, whatever their type."""
    if isinstance(value, list):
        return [plain(element) for element in value]
    if isinstance(value, dict):
        if len(value) == 1 and next(iter(value)) in ("$int", "$double"):
            return plain(Decimal(next(iter(value.values()))))
        return {name: plain(member) for name, member in value.items()}
    if isinstance(value, (int, float, Decimal)) and not isinstance(value, bool):
        number = Decimal(repr(value) if isinstance(value, float) else value)
        return str(int(number)) if number.is_finite() and number == number.to_integral_value() else str(number.normalize())
    return value


def digest(case, by_value):
    meaning = {name: case[name] for name in MEANING if name in case}
    text = json.dumps(plain(meaning) if by_value else meaning, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def without_int(value):
    """A value with plain integers in place of `$int`."""
    if isinstance(value, list):
        return [without_int(element) for element in value]
    if isinstance(value, dict):
        return int(value["$int"]) if list(value) == ["$int"] else {name: without_int(member) for name, member in value.items()}
    return value


def digests(cases, version):
    return {case["id"]: digest(case, version in BY_VALUE) for case in cases}


def cases_of(folder):
    return [case for file in sorted(folder.rglob("*.json")) for case in json.loads(file.read_text(encoding="utf-8"))["cases"]]


def main(arguments):
    cases = cases_of(GRAMMAR / "suite")
    if arguments == ["--release"]:
        version = (GRAMMAR / "VERSION").read_text(encoding="utf-8").strip()
        file = GRAMMAR / "releases" / f"{version}.json"
        file.parent.mkdir(exist_ok=True)
        file.write_text(json.dumps(digests(cases, version), indent=0) + "\n", encoding="utf-8")
        return 0
    if arguments:
        print(__doc__, file=sys.stderr)
        return 2
    status, releases = 2, sorted((GRAMMAR / "releases").glob("*.json"))
    plain_cases = [without_int(case) for case in cases]
    # All releases but the first compare in one way.
    meanings = {}
    for file in releases:
        by_value = file.stem in BY_VALUE
        if by_value not in meanings:
            meanings[by_value] = digests(cases, file.stem), digests(plain_cases, file.stem)
        (now, otherwise), then = meanings[by_value], json.loads(file.read_text(encoding="utf-8"))
        changed = [name for name in then if name in now and then[name] not in (now[name], otherwise[name])]
        for name in changed:
            print(f"{name} means something else than in {file.stem}: take it out, and give the new case an id of its own")
        print(f"{file.stem}: {len(then)} cases, {len(then.keys() - now.keys())} taken out, {len(changed)} changed")
        status = 1 if changed else status if status == 1 else 0
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
