#!/usr/bin/env python3
"""Runs the predicate conformance suite against an adapter, over the line protocol. Standard library only.

    run.py --adapter COMMAND [--suite DIR] [--filter TEXT] [--report FILE.json] [--timeout SECONDS]

COMMAND is one for /bin/sh. The status is 0 where no required case went wrong, 1 where one did, 2 where the suite cannot
be read or nothing could be judged. The verdicts are those of `predicate conformance`.
"""
import argparse, json, sys
from decimal import InvalidOperation
from pathlib import Path

from adapter import Adapter
from values import normal, same

VERDICTS = ["pass", "fail", "accepts-wrongly", "rejects-wrongly", "crash", "timeout", "choice", "skipped"]
WRONG = set(VERDICTS[1:6])
KINDS = set("""syntax argument-missing argument-type unbound-variable unknown-key unknown-function type domain limit
unsupported""".split())

def result_of(answer):
    """The one result of an answer as (name, content); "fail" where it is not what the protocol says an answer is."""
    results = [name for name in ("value", "ids", "canonical", "error", "skip") if name in answer]
    if len(results) != 1:
        return "fail"  # More than one would be right whatever is expected.
    name, content = results[0], answer[results[0]]
    fine = {"value": True, "ids": isinstance(content, list) and all(type(key) is int for key in content),
            "canonical": isinstance(content, str), "skip": isinstance(content, str),
            "error": isinstance(content, dict) and isinstance(content.get("kind"), str) and content["kind"] in KINDS}
    if name == "skip" and fine[name]:
        return "skipped"
    return (name, content) if fine[name] else "fail"

def admits(expect, name, content):
    if "anyOf" in expect:
        return any(admits(alternative, name, content) for alternative in expect["anyOf"])
    if "error" in expect:
        place = content.get("range") if name == "error" else None
        is_place = isinstance(place, list) and len(place) == 2 and all(type(offset) is int for offset in place)
        return (name == "error" and content["kind"] == expect["error"]
                and ("range" not in expect or not is_place or place == expect["range"]))
    if "valid" in expect:
        return name != "error"
    if "ids" in expect:
        return name == "ids" and content == expect["ids"]
    try:
        return name == "value" and same(normal(expect["value"]), normal(content), expect.get("tolerance", 0))
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError, InvalidOperation):
        return False

def admits_any(expect, wants_error):
    if "anyOf" in expect:
        return any(admits_any(alternative, wants_error) for alternative in expect["anyOf"])
    return ("error" in expect) == wants_error

def verdict_of(op, expect, name, content):
    of_op = {"filter": "ids", "parse": "canonical"}.get(op, "value")
    if name != "error" and (name != of_op or (op == "evaluate" and not isinstance(content, bool))):
        return "fail"
    if admits(expect, name, content):
        return "pass"
    wrongly = "rejects-wrongly" if name == "error" else "accepts-wrongly"
    return "fail" if admits_any(expect, name == "error") else wrongly

class Runner:
    def __init__(self, adapter):
        self.adapter, self.number, self.answer = adapter, 0, None
        self.hello = hello if isinstance(hello := self.read(adapter.ask('{"op":"hello"}')), dict) else {}

    def read(self, line):
        """The JSON of a line; None where it has none, and then the adapter starts afresh."""
        try:  # NaN is no JSON, and int() refuses it.
            return None if isinstance(line, str) else json.loads(line, parse_constant=int)
        except (ValueError, RecursionError):
            self.adapter.stop()
            return None

    def ask(self, request):
        """A result as (name, content), or a verdict where there is none."""
        self.number += 1
        line = self.adapter.ask(json.dumps({"id": self.number, **request}, ensure_ascii=False))
        self.answer = self.read(line)
        if isinstance(self.answer, dict) and type(self.answer.get("id")) is int and self.answer["id"] == self.number:
            return result_of(self.answer)
        self.adapter.stop()  # It may have more to say, which would be taken for the next answer.
        return line if isinstance(line, str) else "fail"

    def judge(self, case, engine):
        inputs = {name: case[name] for name in ("arguments", "variables", "object") if name in case}
        parse = {"format": case.get("format"), **{name: inputs[name] for name in inputs if name == "arguments"}}
        op = "value" if "expression" in case else "parse" if "valid" in case["expect"] else "evaluate"
        text = "expression" if op == "value" else "format"
        request = parse if op == "parse" else {text: case[text], **inputs}
        if "fixture" in case:
            op = "filter"
            request |= {**inputs, "fixture": case["fixture"], "entity": case["entity"], "engine": engine}
        result = self.ask({"op": op, **request})
        verdict = result if isinstance(result, str) else verdict_of(op, case["expect"], *result)
        if "canonical" in case and (verdict == "skipped" or (verdict == "pass" and result[0] != "error")):
            result = self.ask({"op": "parse", **parse})
            if not isinstance(result, str):
                printed = "pass" if result == ("canonical", case["canonical"]) else "fail"
                result = "rejects-wrongly" if result[0] == "error" else printed
            verdict = result if result != "skipped" else verdict
        return "choice" if case["level"] == "choice" and verdict in WRONG - {"crash", "timeout"} else verdict

def load(folder):
    cases = {}
    for file in sorted(folder.rglob("*.json"), key=lambda path: path.relative_to(folder).as_posix().encode()):
        content = json.loads(file.read_text(encoding="utf-8"))
        for case in content["cases"] if isinstance(content, dict) else content:
            if case["id"] in cases:
                raise ValueError(f"{file}: {case['id']} is there twice")
            cases[case["id"]] = {**case, "topic": file.parent.name}
    return cases.values()

def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, settings in {"adapter": {"required": True}, "filter": {"default": ""}, "report": {"type": Path},
                           "suite": {"type": Path, "default": Path(__file__).resolve().parent.parent / "suite"},
                           "timeout": {"type": float, "default": 5}}.items():
        options.add_argument("--" + name, **settings)
    options = options.parse_args()
    try:
        cases = [case for case in load(options.suite)
                 if options.filter in f"{case['topic']}/{case['id']} {case['rule']}"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        print(f"run.py: {error!r}", file=sys.stderr)
        return 2
    runner, verdicts, answers, topics, status = Runner(Adapter(options.adapter, options.timeout)), {}, {}, {}, 2
    for case in cases:
        engines = [name for name in runner.hello.get("engines", ["memory"]) if name in case.get("engines", [name])]
        for engine in engines or [None] if "fixture" in case else [None]:
            name = f"{case['id']}@{engine}" if engine else case["id"]
            verdicts[name] = verdict = "skipped" if "fixture" in case and not engine else runner.judge(case, engine)
            topics.setdefault(case["topic"], dict.fromkeys(VERDICTS, 0))[verdict] += 1
            answers |= {name: runner.answer} if verdict in WRONG | {"choice"} else {}
            if verdict in WRONG:
                print(f"{verdict}  {name} ({case['level']})\n    {case.get('format', case.get('expression'))[:200]!r}"
                      f"\n    {json.dumps(runner.answer)[:300]}")
            if verdict in WRONG and case["level"] == "required":
                status = 1
            elif verdict != "skipped" and status == 2:
                status = 0
    runner.adapter.stop()
    for topic, counts in [("", dict(zip(VERDICTS, VERDICTS))), *sorted(topics.items())]:
        print(f"{topic:14}" + "".join(f"{counts[verdict] or '.':>17}" for verdict in VERDICTS))
    about = {key: str(runner.hello.get(key, "unknown")) for key in ("implementation", "version")}
    print(f"{about['implementation']} {about['version']}: {len(verdicts)} results, status {status}")
    if options.report:
        about["suite"] = "".join(file.read_text().strip() for file in options.suite.resolve().parent.glob("VERSION"))
        report = json.dumps({**about, "cases": verdicts, "answers": answers}, indent=2)
        options.report.write_text(report + "\n", encoding="utf-8")
    return status

if __name__ == "__main__":
    sys.exit(main())
