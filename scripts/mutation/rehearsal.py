#!/usr/bin/env python3
"""Rehearses scripts/mutation-check without a build, in seconds: does it still work with the runner of Grammar? Standard library only.

    scripts/mutation/rehearsal.py

The adapter of the rehearsal is that of Grammar/adapters/example.py with five changes of its own, one for each outcome. The check runs
with its own command line, and its report and its status have to be right. Prints what is wrong; the status is 0 where nothing is.
"""
import contextlib
import importlib.machinery
import importlib.util
import io
import json
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
EXPECTED = {"1": "caught", "2": "missed", "3": "equivalent", "4": "unreached", "5": "caught"}

ADAPTER = '''#!/usr/bin/env python3
import json, os, sys
from pathlib import Path
source = Path({example!r}).read_text(encoding="utf-8").split("\\nfor line in sys.stdin:")[0]
exec(source)
mutant = os.environ.get("OPENPREDICATE_MUTANT")
if mutant == "1":
    COMPARISONS["<"] = "<="
suite = Path({work!r}) / "suite.jsonl"
known = set(suite.read_text(encoding="utf-8").split("\\n")) if mutant == "2" else set()
if reached := os.environ.get("OPENPREDICATE_REACHED"):
    Path(reached).write_text("1\\n2\\n3\\n5\\n")
for line in sys.stdin:
    asked = json.loads(line)
    answer = result(asked)
    if mutant == "2" and "value" in answer and line.rstrip("\\n") not in known:
        answer = {{"value": not answer["value"]}}
    if mutant == "5":
        sys.exit(3)
    print(json.dumps({{"id": asked.get("id"), **answer}}), flush=True)
'''


def loaded():
    """scripts/mutation-check as a module."""
    loader = importlib.machinery.SourceFileLoader("mutation_check", str(ROOT / "scripts/mutation-check"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("mutation_check", loader))
    loader.exec_module(module)
    return module


def run(module, *arguments):
    """The status and the output of a command line."""
    output, sys.argv = io.StringIO(), ["mutation-check", *arguments]
    with contextlib.redirect_stdout(output):
        status = module.main()
    return status, output.getvalue()


def problems():
    module = loaded()
    listed = run(module, "--list", "--count", "1", "--seed", "7")
    if listed[0] != 0 or len(listed[1].splitlines()) != len(module.places.PARTS):
        yield f"--list --count 1 does not print a change of each part: {listed}"
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        adapter = work / ".build/release/engine-adapter"
        adapter.parent.mkdir(parents=True)
        adapter.write_text(ADAPTER.format(example=str(ROOT / "Grammar/adapters/example.py"), work=str(work)), encoding="utf-8")
        adapter.chmod(0o755)
        # What a build gives, and fewer pairs.
        module.built = lambda work, chosen: list(enumerate(chosen[:5], 1))
        module.PAIRS, module.BLOCK = 500, 125
        report = work / "report.json"
        status, output = run(module, "--count", "1", "--jobs", "2", "--work", folder, "--report", str(report))
        found = json.loads(report.read_text(encoding="utf-8"))
        if {number: result["outcome"] for number, result in found.items()} != EXPECTED:
            yield f"the outcomes are {found}, expected {EXPECTED}"
        if any(set(result) != {"part", "place", "outcome", "shown"} for result in found.values()):
            yield f"the report has other members: {found}"
        if status != 1 or "2 of 3 changes that make a difference were caught" not in output:
            yield f"status {status}, expected 1: {output}"
        status, output = run(module, "--count", "1", "--work", folder, "--only", "1,3")
        if status != 0 or "1 of 1 changes that make a difference were caught" not in output:
            yield f"--only 1,3: status {status}, expected 0: {output}"


def main():
    found = list(problems())
    print("\n".join(found) or "mutation-check works with the runner")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
