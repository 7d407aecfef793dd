#!/usr/bin/env python3
"""Checks the folder by itself, wherever it stands. Standard library only.

    check.py                      the files: schemas, tags, generated files, released cases, the grammars, the reports of profiles/
    check.py --only CHECK         that check alone; --only may stand several times, and --help has the names
    check.py --adapter COMMAND    the examples of PROTOCOL.md and random sentences besides, asked of an implementation

Prints a line for each check: fine, WRONG with the reasons, or skipped if the adapter skips all requests of the check. The status is 0 where
no check is wrong, 1 where one is.
"""
import argparse
import contextlib
import functools
import io
import json
import re
import sys
import tempfile
from pathlib import Path

import bundle
import derive
import families
import fetch_cases
import fixture_cases
import released
import schema
import sentences
import tags

GRAMMAR = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(GRAMMAR / "runner"))
from adapter import Adapter  # noqa: E402
from values import normal, same  # noqa: E402


class Skipped(Exception):
    """The adapter skips all requests of a check."""


def read(path):
    return json.loads((GRAMMAR / path).read_text(encoding="utf-8"))


def files_fit():
    """Every file of cases fits its schema."""
    found = []
    for kind, folder in (("suite", "suite"), ("fetch", "fetch"), ("change", "change")):
        form = read(f"{kind}.schema.json")
        for file in sorted((GRAMMAR / folder).rglob("*.json")):
            found += [f"{file.relative_to(GRAMMAR)} {problem}" for problem in schema.problems(form, json.loads(file.read_text(encoding="utf-8")))]
    return found


def values_are_values():
    """Every value of a case is one of the protocol's, and readers of JSON keep it.

    Some lose the type of a whole double that stands as a number, and digits of a long integer."""
    form, found = read("protocol.schema.json"), []
    value = {"$defs": form["$defs"], "$ref": "#/$defs/value"}

    def lossy(content):
        if isinstance(content, dict):
            return any(lossy(member) for name, member in content.items() if name != "$date")
        if isinstance(content, list):
            return any(map(lossy, content))
        if isinstance(content, int):
            return abs(content) > 1 << 53
        return isinstance(content, float) and content.is_integer() and abs(content) < 1 << 63

    # Thousands of cases have the same values.
    seen = {}
    for case in bundled()["cases"]:
        given = [*case.get("arguments", []), *case.get("variables", {}).values(), case.get("object"), case["expect"].get("value")]
        for content in given:
            text = json.dumps(content)
            if text not in seen:
                seen[text] = schema.problems(value, content)
                seen[text] += ["is lost by readers: a whole double is written {\"$double\": …}, an integer beyond 2^53 {\"$int\": …}"] if lossy(content) else []
            found += [f"{case['id']} {problem}" for problem in seen[text]]
    return found


def uses_fit():
    """Every profile of use fits its schema, is named after its file, and cites sources that it names."""
    form, found = read("profiles-of-use.schema.json"), []

    def cited(content):
        if isinstance(content, dict):
            for name, member in content.items():
                if name == "source" and isinstance(member, str):
                    yield member
                elif name != "sources":
                    yield from cited(member)
        elif isinstance(content, list):
            for member in content:
                yield from cited(member)

    for file in sorted((GRAMMAR / "profiles-of-use").glob("*.json")):
        profile = json.loads(file.read_text(encoding="utf-8"))
        problems = schema.problems(form, profile)
        problems += [f"{file.name} is named {profile.get('name')}"] if profile.get("name") != file.stem else []
        named = set(profile.get("sources", {}))
        problems += [f"no source is named {name}" for name in sorted(set(cited(profile)) - named)]
        problems += [f"nothing cites the source {name}" for name in sorted(named - set(cited(profile)))]
        found += [f"{file.name}: {problem}" for problem in problems]
    return found


def stands_alone():
    """Every link of a document leads to a file of the folder, every rule that one names is there, and none needs what is outside."""
    rules, found = read("rules.json"), []
    cases = {case["id"] for case in bundled()["cases"]}
    topics = "|".join(sorted({rule.split(".")[0] for rule in rules}))
    for file in [*GRAMMAR.rglob("*.md"), *GRAMMAR.glob("*.ebnf")]:
        name, text = str(file.relative_to(GRAMMAR)), file.read_text(encoding="utf-8")
        for link in re.findall(r"\]\((?!https?:|#)([^)#]+)", text):
            target = (file.parent / link).resolve()
            if GRAMMAR not in target.parents or not target.exists():
                found.append(f"{name} links to {link}")
        for word in re.findall(r"\b(?:swift (?:test|build|run)|scripts/[\w-]+|Sources/\w+)", text):
            if file.name != "CHANGELOG.md" and file.parent.name != "adapters":
                found.append(f"{name} needs {word}")
        # The changelog names rules that are gone.
        for rule in re.findall(rf"(?<![\w.$'/@-])((?:{topics})\.(?!ebnf|json|schema\.)[a-z][a-z-]*)((?:\.[\w-]+)*)", text) if file.name != "CHANGELOG.md" else []:
            if rule[0] not in rules or rule[1] and "".join(rule) not in cases:
                found.append(f"{name} names {''.join(rule)}")
    return found


def packages_fit():
    """The packages have the version of the suite, and there is what they carry."""
    contents, version = read("packages/contents.json"), (GRAMMAR / "VERSION").read_text(encoding="utf-8").strip()
    found = [f"there is no {name}" for name in contents["files"] + contents["folders"] if not (GRAMMAR / name).exists()]
    for name, words in (("README.md", f"predicate suite {version},"), ("ADOPTERS.md", f"suite {version},"), ("CHANGELOG.md", f"## {version}\n")):
        if words not in (GRAMMAR / name).read_text(encoding="utf-8"):
            found.append(f"{name} does not name the version {version}: {words.strip()}")
    if (own := read("packages/npm/package.json")["version"]) != version:
        found.append(f"packages/npm/package.json has the version {own}, the suite {version}")
    return found


@functools.cache
def bundled():
    return json.loads(bundle.bundle())


def examples():
    """The requests and answers of PROTOCOL.md, in pairs."""
    lines = [line for line in (GRAMMAR / "PROTOCOL.md").read_text(encoding="utf-8").split("\n") if line[:2] in ("→ ", "← ")]
    return list(zip((line[2:] for line in lines[::2]), (line[2:] for line in lines[1::2]), strict=True))


def examples_fit():
    """The examples of PROTOCOL.md fit its schema; a request whose answer is an error of kind protocol need not."""
    form, found = read("protocol.schema.json"), []
    for request, answer in examples():
        answered = json.loads(answer)
        is_refused = answered.get("error", {}).get("kind") == "protocol" or "skip" in answered
        with contextlib.suppress(ValueError):
            asked = json.loads(request)
            problems = schema.problems({"$defs": form["$defs"], "$ref": "#/$defs/request"}, asked)
            found += [f"{request} {problem}" for problem in problems if not is_refused]
        found += [f"{answer} {problem}" for problem in schema.problems({"$defs": form["$defs"], "$ref": "#/$defs/answer"}, answered)]
    return found


def quietly(action):
    """What an action prints, one line an element, where it leaves with another status than 0."""
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        status = action()
    return output.getvalue().splitlines() or ["failed"] if status else []


def families_are_current():
    """tools/families.py and tools/fixture_cases.py make what suite/ has, and tools/fetch_cases.py what fetch/ has."""
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for make in (*families.MAKERS, *fixture_cases.MAKERS):
            try:
                cases = make()
            except AssertionError as problem:
                found.append(f"{make.__name__} of {make.__module__} finds {problem}")
                continue
            there = cases.path
            cases.path = Path(folder) / there.name
            cases.write()
            if cases.path.read_bytes() != there.read_bytes():
                found.append(f"{there.relative_to(GRAMMAR)} is not what {make.__module__} makes")
    if read("fetch/answers.json")["cases"] != json.loads(json.dumps(fetch_cases.CASES)):
        found.append("fetch/answers.json is not what tools/fetch_cases.py makes")
    return found


def grammar_derives():
    """predicate.ebnf, fetch.ebnf and change.ebnf derive the cases of tokens, of syntax and of statements."""
    grammar = derive.Grammar(GRAMMAR / "predicate.ebnf", GRAMMAR / "fetch.ebnf", GRAMMAR / "change.ebnf")
    return (quietly(lambda: derive.run(grammar, GRAMMAR / "fetch")) + quietly(lambda: derive.run(grammar, GRAMMAR / "change")) + quietly(lambda: derive.run(grammar, GRAMMAR / "suite", "lexer."))
            + quietly(lambda: derive.run(grammar, GRAMMAR / "suite", "syntax.")))


def profiles_fit():
    """Every case that a profile has is one of the suite, in its dialect."""
    known, found = {case["id"] for case in bundled()["cases"]}, []
    for file in sorted((GRAMMAR / "profiles").glob("*.json")):
        names = {name.split("@")[0] for name in json.loads(file.read_text(encoding="utf-8"))["cases"]}
        found += [f"{file.name}: there is no case {name}" for name in sorted(names - known) if not name.startswith("fetch.")]
    return found


# What an adapter is free to answer: names of errors, texts for people, places, notes.
FREE = ("message", "hint", "code", "range", "notes")


def is_shown(shown, found):
    """Whether an answer is one that an example shows, as far as the protocol asks for it. “…” stands for any string."""
    if shown == "…":
        return isinstance(found, str)
    if isinstance(shown, list) and isinstance(found, list):
        return len(shown) == len(found) and all(map(is_shown, shown, found))
    if isinstance(shown, dict) and isinstance(found, dict):
        needed, given = ({name for name in each if name not in FREE} for each in (shown, found))
        return needed == given and all(is_shown(shown[name], found[name]) for name in needed)
    return shown == found and type(shown) is type(found)


def holds(shown, found, form):
    """Whether an adapter may answer `found` where an example shows `shown`."""
    if "implementation" in shown:  # Each implementation has a name, a version and engines.
        return "implementation" in found and not schema.problems({"$defs": form["$defs"], "$ref": "#/$defs/answer"}, found)
    if "canonical" in shown and found.get("canonical") == "":  # There is no printer.
        return shown["id"] == found.get("id")
    if "value" in shown and "value" in found:
        return shown["id"] == found.get("id") and same(normal(shown["value"]), normal(found["value"]))
    return is_shown(shown, found)


def examples_hold(adapter):
    """Every example of PROTOCOL.md is answered as it shows, or skipped."""
    form, found, answered = read("protocol.schema.json"), [], 0
    for request, shown in examples():
        answer = adapter.ask(request)
        try:
            read_answer = json.loads(answer) if isinstance(answer, bytes) else {}
        except ValueError:
            read_answer = {}
        if isinstance(read_answer, dict) and isinstance(read_answer.get("skip"), str):
            continue
        answered += 1
        if not isinstance(read_answer, dict) or not holds(json.loads(shown), read_answer, form):
            found.append(f"{request}\n    {shown}\n    {answer}")
    if not answered:
        raise Skipped
    return found


def sentences_agree(adapter):
    """200 random formats and statements of each kind and as many damaged ones are read as the grammar derives them."""
    found, compared = [], 0
    for start in sentences.KINDS:
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            status = sentences.check(sentences.Sentences(sentences.grammar_of(start), 7, start), 200, adapter)
        compared += status != 2
        found += output.getvalue().splitlines() if status == 1 else []
    if not compared:
        raise Skipped
    return found


def tags_are_current():
    """The tags of cases and rules.json are current."""
    return quietly(lambda: tags.main(["--check"]))


def bundle_is_current():
    """suite.json is current."""
    return quietly(lambda: bundle.main(["--check"]))


def released_cases_stay():
    """No released case means something else."""
    return quietly(lambda: released.main([]))


CHECKS = {
    "schemas": files_fit, "values": values_are_values, "examples": examples_fit, "profiles": profiles_fit, "uses": uses_fit,
    "packages": packages_fit, "links": stands_alone, "families": families_are_current, "grammar": grammar_derives,
    "tags": tags_are_current, "bundle": bundle_is_current, "released": released_cases_stay}


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--adapter")
    options.add_argument("--timeout", type=float, default=5, help="seconds for an answer")
    options.add_argument("--only", action="append", choices=CHECKS, metavar="CHECK", help="one of " + ", ".join(CHECKS))
    options = options.parse_args()
    checks = [CHECKS[name] for name in options.only or CHECKS]
    results = [(check.__doc__.split("\n")[0], check()) for check in checks]
    if options.adapter:
        adapter = Adapter(options.adapter, options.timeout)
        for check in (examples_hold, sentences_agree):
            try:
                results.append((check.__doc__.split("\n")[0], check(adapter)))
            except Skipped:
                results.append((check.__doc__.split("\n")[0], None))
        adapter.stop()
    for name, problems in results:
        print(("skipped " if problems is None else "WRONG  " if problems else "fine   ") + name)
        for problem in (problems or [])[:10]:
            print("    " + problem[:400])
    return 1 if any(problems for _, problems in results) else 0


if __name__ == "__main__":
    sys.exit(main())
