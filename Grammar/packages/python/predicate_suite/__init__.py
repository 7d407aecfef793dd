"""The conformance suite of the language that NSPredicate(format:) reads.

    import predicate_suite
    for case in predicate_suite.cases(dialect="open", capabilities=["print"]):
        print(case["id"], case.get("format"), case["expect"])

`python3 -m predicate_suite --adapter COMMAND` runs the runner.
"""
import json
from pathlib import Path

_HERE = Path(__file__).resolve().parent
# A package carries the folder of the standard. In the repository this file lies in it.
folder = _HERE / "standard" if (_HERE / "standard").exists() else _HERE.parents[2]
version = (folder / "VERSION").read_text().strip()


def _read(path):
    return json.loads((folder / path).read_text(encoding="utf-8"))


def cases(dialect="open", capabilities=None):
    """The cases of a dialect. With capabilities only those that need core and these."""
    return [case for case in _read("suite.json")["cases"] if dialect in case["dialects"]
            and (capabilities is None or {"core", *capabilities} >= set(case["capabilities"]))]


def fetch_cases():
    """The cases of fetch statements."""
    return [case for file in ("answers", "statements") for case in _read(f"fetch/{file}.json")["cases"]]


def fixture():
    """The entities and rows of the fixture `movies`."""
    return _read("fixtures/movies.json")
