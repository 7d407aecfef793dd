#!/usr/bin/env python3
"""Runs the predicate conformance suite against an adapter, over the line protocol. Standard library only.

    run.py --adapter COMMAND [--rung NUMBER] [--suite PATH] [--dialect open|apple] [--capability NAME] [--filter TEXT] [--only ID]
           [--report FILE.json] [--timeout SECONDS] [--jobs NUMBER]

COMMAND runs in /bin/sh. PATH is a folder of cases or a file of them; the default is suite/ and fetch/. --rung, --suite, --capability and
--only may be repeated. --rung runs only the cases of a rung of the ladder, 1 to 5. --only takes an id as the runner prints it. --capability
runs only the cases that need core and the named capabilities. --jobs is the number of adapters that run at once. --timeout is the limit for
an answer; the default is 5 seconds.

Each wrong case is shown with its file and line, the request, the expected and the given answer, and the rule. After the matrix come the
reasons of skipped cases, the rules of cases that were decided differently, and the number of required cases that are right, wrong and skipped.
A run of whole rungs shows which ones are climbed: no required case of a climbed rung is wrong or skipped. A run of all cases ends with the
claim that it supports, and with the cases that prevent further claims. Long lists of cases are shortened; --report has them all.

The status is 0 if no required case went wrong, 1 if one did, 2 if the suite cannot be read, the adapter ends before it answers
`hello`, or nothing could be judged. The verdicts are those of `predicate conformance`.
"""
import argparse
import json
import sys
import threading
from collections import Counter
from pathlib import Path

from adapter import Adapter
from judge import VERDICTS, WRONG, Judge, form_of, result_of
from rungs import ladder, lines, sentence, standing
from suite import CAPABILITIES, claim, in_the_way, load, selected, sentences, standard, unknown, version

INPUTS = ("arguments", "variables", "object")


class Runner:
    """Asks one adapter for the verdicts of cases."""

    def __init__(self, adapter, judge):
        self.adapter, self.judge, self.number, self.answer, self.problem = adapter, judge, 0, None, ""
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
        self.answer, self.problem = self.read(line), ""
        if isinstance(line, str):
            return line
        self.problem = form_of(self.answer, self.number)
        if isinstance(self.answer, dict) and type(self.answer.get("id")) is int and self.answer["id"] == self.number:
            return result_of(self.answer)
        self.adapter.stop()  # It may have more to say, which would be taken for the next answer.
        return "fail"

    def verdict(self, case, engine):
        inputs = {name: case[name] for name in INPUTS if name in case}
        parse = {"format": case.get("format"), **{name: inputs[name] for name in inputs if name == "arguments"}}
        op = ("fetch" if "statement" in case else "filter" if "fixture" in case else "value" if "expression" in case
              else "parse" if "valid" in case["expect"] else "evaluate")
        text = case[next(name for name in ("format", "expression", "statement") if name in case)]
        request = {"fetch": lambda: {"fixture": "movies", "statement": text, "parsed": "parts" in case["expect"], **inputs},
                   "filter": lambda: {"format": text, **inputs, "fixture": case["fixture"], "entity": case["entity"], "engine": engine},
                   "value": lambda: {"expression": text, **inputs}, "parse": lambda: parse,
                   "evaluate": lambda: {"format": text, **inputs}}[op]()
        result = self.ask({"op": op, **request})
        verdict = result if isinstance(result, str) else self.judge.verdict(op, case["expect"], *result, text)
        if "canonical" in case and (verdict == "skipped" or (verdict == "pass" and result[0] != "error")):
            result = self.ask({"op": "parse", **parse})
            if result == ("canonical", ""):  # There is no printer.
                return "skipped"
            if not isinstance(result, str):
                printed = "pass" if result == ("canonical", case["canonical"]) else "fail"
                result = "rejects-wrongly" if result[0] == "error" else printed
            verdict = result if result != "skipped" else verdict
        return "choice" if case["level"] == "choice" and verdict in WRONG - {"crash", "timeout"} else verdict

    def results(self, case):
        """(case, name, verdict, answer, what is wrong with the answer's form): one, or one an engine."""
        engines = [name for name in self.hello.get("engines", ["memory"]) if name in case.get("engines", [name])]
        if "fixture" not in case:
            engines = [None]
        elif not engines:
            return [(case, case["id"], "skipped", {"skip": "no engine"}, "")]
        return [(case, f"{case['id']}@{engine}" if engine else case["id"], self.verdict(case, engine), self.answer, self.problem)
                for engine in engines]


def run(command, timeout, judge, cases, jobs):
    """The results in the order of the cases, and what the implementation says of itself."""
    results, hellos = [None] * len(cases), {}

    def work(job):
        runner = Runner(Adapter(command, timeout), judge)
        hellos[job] = runner.hello
        for index in range(job, len(cases), jobs):
            results[index] = runner.results(cases[index])
        runner.adapter.stop()

    threads = [threading.Thread(target=work, args=(job,)) for job in range(jobs)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [result for found in results for result in found], hellos[0]


def difference(expected, found):
    """What a long list lacks, and what it has too much."""
    for name in ("ids", "rows"):
        if name in expected and isinstance(answer := (found or {}).get(name) if isinstance(found, dict) else None, list):
            there, wanted = (Counter(map(json.dumps, rows)) for rows in (answer, expected[name]))
            shown = [("missing", sorted((wanted - there).elements())), ("too much", sorted((there - wanted).elements()))]
            return [(label, ", ".join(rows)) for label, rows in shown if rows] or [("order", "the same elements in another order")]
    return []


def explained(case, name, verdict, answer, problem, rules):
    """What was asked, what is expected, what came, and what the rule says."""
    asked = [name for name in ("format", "expression", "statement", "fixture", "entity", *INPUTS) if name in case]
    lines = [(name, case[name]) for name in asked] + [("expected", case["expect"])]
    lines += [("print", case["canonical"])] if "canonical" in case else []
    lines.append(("found", {key: answer[key] for key in answer if key not in ("id", "notes")} if isinstance(answer, dict) else answer))
    lines += [("because", problem)] if problem else difference(case["expect"], answer)
    lines += [(name, case[name]) for name in ("comment", "source") if name in case]
    lines.append(("rule", case["rule"] + (": " + rules[case["rule"]] if case["rule"] in rules else "")))
    return f"{verdict}  {name} ({case['level']}), {case['place']}\n" + "".join(
        f"    {name:10} {content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)}"[:240] + "\n"
        for name, content in lines)


def ending(status):
    """How an adapter ended before its first answer."""
    if status is None:
        return "the adapter closed its output"
    return f"the adapter ended with status {status}" if status >= 0 else f"signal {-status} ended the adapter"


def claimed(about, results):
    """The claim that may be made of a run of all cases."""
    judged = [(case, verdict) for case, _, verdict, *_ in results]
    capabilities = claim(judged)
    suite = f"the predicate suite {about['suite']}, dialect {about['dialect']}"
    about["capabilities"], about["inTheWay"] = capabilities, dict(in_the_way(judged, set(capabilities)))
    obstacles = [f"in the way of {name}: {len(ids)} required cases, {', '.join(ids[:5])}{' …' if len(ids) > 5 else ''}"
                 for name, ids in about["inTheWay"].items()]
    if capabilities:
        said = f"{about['implementation']} {about['version']} conforms to {suite}, capabilities {', '.join(capabilities)}"
    else:
        said = (f"{about['implementation']} {about['version']} does not conform to {suite}: "
                "a required case that needs only core is wrong or skipped")
    return said, obstacles


def summaries(results):
    """The reasons of what was skipped, and the rules of what was chosen otherwise, each with their number."""
    skips = Counter(str((answer or {}).get("skip", "the print")) for _, _, verdict, answer, _ in results if verdict == "skipped")
    choices = Counter(case["rule"] for case, _, verdict, *_ in results if verdict == "choice")
    for label, counts in (("skipped", skips), ("chosen otherwise", choices)):
        for name, count in counts.most_common(12):
            print(f"{label}: {count} × {name[:100]}")
        if len(counts) > 12:
            print(f"{label}: {sum(counts.values()) - sum(count for _, count in counts.most_common(12))} × others")


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--adapter", required=True)
    options.add_argument("--rung", type=int, action="append", choices=range(1, 6))
    options.add_argument("--suite", type=Path, action="append")
    options.add_argument("--dialect", choices=["open", "apple"], default="open")
    options.add_argument("--capability", action="append", default=[], choices=CAPABILITIES)
    options.add_argument("--filter", default="")
    options.add_argument("--only", action="append", default=[])
    options.add_argument("--report", type=Path)
    options.add_argument("--timeout", type=float, default=5)
    options.add_argument("--jobs", type=int, default=1)
    options = options.parse_args()
    paths = options.suite or standard()
    try:
        cases = load(paths)
        if missing := unknown(cases, options.only):
            print(f"run.py: there is no case {', '.join(missing)}", file=sys.stderr)
            return 2
        cases = selected(cases, options.dialect, options.filter, options.only, options.capability, options.rung)
    except OSError as error:
        print(f"run.py: {error.filename}: {error.strerror}", file=sys.stderr)
        return 2
    except (ValueError, KeyError, TypeError) as error:
        print(f"run.py: {error!r}", file=sys.stderr)
        return 2
    first = Adapter(options.adapter, options.timeout)
    if first.ask('{"op":"hello"}') == "crash":
        print(f"run.py: {ending(first.status)} before its answer: {options.adapter}", file=sys.stderr)
        return 2
    first.stop()
    results, hello = run(options.adapter, options.timeout, Judge(options.dialect), cases, max(1, options.jobs))
    topics, status, rules = {}, 2, sentences()
    for case, name, verdict, answer, problem in results:
        topics.setdefault(case["topic"], dict.fromkeys(VERDICTS, 0))[verdict] += 1
        if verdict in WRONG:
            print(explained(case, name, verdict, answer, problem, rules), end="")
        if verdict in WRONG and case["level"] == "required":
            status = 1
        elif verdict != "skipped" and status == 2:
            status = 0
    for topic, counts in [("", dict(zip(VERDICTS, VERDICTS))), *sorted(topics.items())]:
        print(f"{topic:14}" + "".join(f"{counts[verdict] or '.':>17}" for verdict in VERDICTS))
    summaries(results)
    about = {key: str(hello.get(key, "unknown")) for key in ("implementation", "version")}
    about["suite"], about["dialect"] = version(paths[0]), options.dialect
    named = [(case, name, verdict) for case, name, verdict, *_ in results]
    about["required"] = standing(named)
    print(f"{about['implementation']} {about['version']}: {len(results)} results, status {status}\n{sentence(about['required'], 0)}")
    is_part = options.filter or options.only or options.suite
    if not is_part:
        about["ladder"] = ladder(named)
        print("".join(line + "\n" for line in lines(about["ladder"])), end="")
    if not (is_part or options.capability or options.rung):
        about["claim"], obstacles = claimed(about, results)
        print("\n".join([*obstacles, about["claim"]]))
    if options.report:
        verdicts = {name: verdict for _, name, verdict, *_ in results}
        answers = {name: answer for _, name, verdict, answer, _ in results if verdict in WRONG | {"choice"}}
        options.report.write_text(json.dumps({**about, "cases": verdicts, "answers": answers}, indent=2) + "\n", encoding="utf-8")
    return status


if __name__ == "__main__":
    sys.exit(main())
