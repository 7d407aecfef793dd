#!/usr/bin/env python3
"""Runs the predicate conformance suite against an adapter, over the line protocol. Standard library only.

    run.py --adapter COMMAND [--suite DIR] [--filter TEXT] [--report FILE.json] [--timeout SECONDS]

COMMAND is one for /bin/sh. The status is 0 where no required case went wrong, 1 where one did, 2 where the suite cannot
be read or nothing could be judged. The verdicts are those of `predicate conformance`.
"""

import argparse
import base64
import binascii
import json
import math
import os
import re
import select
import signal
import subprocess
import sys
import time
import uuid
from datetime import datetime, timedelta, timezone
from decimal import Decimal, InvalidOperation
from pathlib import Path

VERDICTS = ["pass", "fail", "accepts-wrongly", "rejects-wrongly", "crash", "timeout", "choice", "skipped"]
WRONG = {"fail", "accepts-wrongly", "rejects-wrongly", "crash", "timeout"}
KINDS = {"syntax", "argument-missing", "argument-type", "unbound-variable", "unknown-key", "unknown-function", "type",
         "domain", "limit", "unsupported"}
LONGEST_ANSWER = 1 << 25


class Adapter:
    """A process that is started when it is first asked, and again when it has ended."""

    def __init__(self, command, timeout):
        self.command, self.timeout, self.process = command, timeout, None

    def ask(self, line):
        """The answer's bytes, or "crash" or "timeout"."""
        if self.process and self.process.poll() is not None:
            self.stop()
        if not self.process:
            self.process = subprocess.Popen(["/bin/sh", "-c", self.command], stdin=subprocess.PIPE,
                                            stdout=subprocess.PIPE, bufsize=0, start_new_session=True)
            os.set_blocking(self.process.stdin.fileno(), False)
        answer = self.exchange(line.encode() + b"\n", self.process.stdin.fileno(), self.process.stdout.fileno())
        if isinstance(answer, str):
            self.stop()
        return answer

    def exchange(self, request, to, source):
        end, received = time.monotonic() + self.timeout, b""
        while True:
            left = end - time.monotonic()
            if left <= 0:
                return "timeout"
            readable, writable, _ = select.select([source], [to] if request else [], [], left)
            if writable:
                try:
                    request = request[os.write(to, request):]
                except BlockingIOError:
                    pass
                except OSError:
                    request = b""  # Nobody reads any more: what is read next tells the end.
            if readable:
                chunk = os.read(source, 1 << 16)
                received += chunk
                if b"\n" in chunk:
                    return received[:received.index(b"\n")]
                if not chunk or len(received) > LONGEST_ANSWER:
                    return "crash"

    def stop(self):
        if self.process:
            try:
                os.killpg(self.process.pid, signal.SIGKILL)
            except OSError:
                pass
            self.process.stdin.close()
            self.process.stdout.close()
            self.process.wait()
            self.process = None


# Values, as the protocol writes them.

def seconds(text):
    """Seconds since 2001 of a date in ISO 8601 form."""
    match = re.fullmatch(r"(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?", text)
    if not match:
        raise ValueError(text)
    year, month, day, hour, minute, second = (int(part or 0) for part in match.groups()[:6])
    zone = match[8] or "Z"
    shift = 0 if zone == "Z" else int(zone[0] + "1") * (int(zone[1:3]) * 60 + int(zone[-2:]))
    moment = datetime(year, month, day, hour, minute, second, tzinfo=timezone.utc) - timedelta(minutes=shift)
    whole = (moment - datetime(2001, 1, 1, tzinfo=timezone.utc)) // timedelta(seconds=1)
    return whole + float(match[7] or 0)


def tagged(tag, content):
    if tag == "$date":
        number = seconds(content) if isinstance(content, str) else normal(content)
        return ("date", float(number))
    if tag == "$set" and isinstance(content, list):
        return ("set", [normal(element) for element in content])
    if tag == "$object" and isinstance(content, dict):
        return ("object", {name: normal(value) for name, value in content.items()})
    if tag == "$row":
        return ("row", content["entity"], content["id"])
    readers = {"$data": lambda text: ("data", base64.b64decode(text, validate=True)), "$url": lambda text: ("url", text),
               "$uuid": lambda text: ("uuid", uuid.UUID(text)), "$decimal": Decimal, "$int": int, "$double": float}
    if not isinstance(content, str):
        raise ValueError(tag)
    return readers[tag](content)


def normal(value):
    """A JSON value as one that can be compared: None, bool, int, float, Decimal, str, list, dict, or a tuple with a tag."""
    if isinstance(value, list):
        return [normal(element) for element in value]
    if isinstance(value, dict):
        if len(value) == 1:
            (tag, content), = value.items()
            if tag in ("$date", "$set", "$object", "$row", "$data", "$uuid", "$url", "$decimal", "$int", "$double"):
                return tagged(tag, content)
        return {name: normal(element) for name, element in value.items()}
    return value


def is_number(value):
    return isinstance(value, (int, float, Decimal)) and not isinstance(value, bool)


def same(left, right, tolerance):
    if is_number(left) and is_number(right):
        mixed = isinstance(left, float) != isinstance(right, float) and Decimal in (type(left), type(right))
        if not tolerance and not mixed and not isinstance(left, float):
            return left == right
        if not tolerance and not mixed:
            return left == right or (left != left and right != right)
        left, right = float(left), float(right)
        return left == right or (left != left and right != right) or abs(left - right) <= tolerance
    if type(left) is not type(right):
        return False
    if isinstance(left, list):
        return len(left) == len(right) and all(same(a, b, tolerance) for a, b in zip(left, right))
    if isinstance(left, dict):
        return left.keys() == right.keys() and all(same(left[name], right[name], tolerance) for name in left)
    if isinstance(left, tuple) and left[0] == right[0] == "set":
        rest = list(right[1])
        for element in left[1]:
            position = next((i for i, other in enumerate(rest) if same(element, other, tolerance)), None)
            if position is None:
                return False
            del rest[position]
        return not rest
    if isinstance(left, tuple) and left[0] == right[0] and left[0] in ("date", "object"):
        return same(left[1], right[1], tolerance)
    return left == right


# Judging.

def result_of(answer, number):
    """The one result of an answer as (name, content); None where it is no answer of the protocol."""
    if not isinstance(answer, dict) or type(answer.get("id")) is not int or answer["id"] != number:
        return None
    results = [name for name in ("value", "ids", "canonical", "error", "skip") if name in answer]
    if len(results) != 1:
        return None
    name, content = results[0], answer[results[0]]
    fine = {"value": True, "ids": isinstance(content, list) and all(type(key) is int for key in content),
            "canonical": isinstance(content, str), "skip": isinstance(content, str),
            "error": isinstance(content, dict) and isinstance(content.get("kind"), str) and content["kind"] in KINDS}
    return (name, content) if fine[name] else None


def admits(expect, name, content):
    if "anyOf" in expect:
        return any(admits(alternative, name, content) for alternative in expect["anyOf"])
    if "error" in expect:
        place = content.get("range") if name == "error" else None
        return (name == "error" and content["kind"] == expect["error"]
                and ("range" not in expect or not isinstance(place, list) or len(place) != 2 or place == expect["range"]))
    if "valid" in expect:
        return name != "error"
    if "ids" in expect:
        return name == "ids" and content == expect["ids"]
    try:
        return name == "value" and same(normal(expect["value"]), normal(content), expect.get("tolerance", 0))
    except (ValueError, KeyError, TypeError, InvalidOperation, binascii.Error):
        return False


def admits_any(expect, wants_error):
    if "anyOf" in expect:
        return any(admits_any(alternative, wants_error) for alternative in expect["anyOf"])
    return ("error" in expect) == wants_error


class Runner:
    def __init__(self, adapter):
        self.adapter, self.number, self.hello, self.answer = adapter, 0, {}, None
        line = adapter.ask('{"op":"hello"}')
        try:
            self.hello = {} if isinstance(line, str) else json.loads(line)
        except ValueError:
            adapter.stop()
        if not isinstance(self.hello, dict):
            self.hello = {}

    def ask(self, request):
        """A result as (name, content), or a verdict where there is none."""
        self.number += 1
        line = self.adapter.ask(json.dumps({"id": self.number, **request}, ensure_ascii=False))
        self.answer = None
        if isinstance(line, str):
            return line
        try:
            self.answer = json.loads(line)
        except (ValueError, RecursionError):
            pass
        result = result_of(self.answer, self.number)
        if result is None:
            self.adapter.stop()
            return "fail"
        return "skipped" if result[0] == "skip" else result

    def judge(self, case, engine):
        expect, inputs = case["expect"], {k: case[k] for k in ("arguments", "variables", "object") if k in case}
        parse = {"op": "parse", "format": case.get("format"), **{k: inputs[k] for k in inputs if k == "arguments"}}
        if "fixture" in case:
            op, request = "filter", {"fixture": case["fixture"], "entity": case["entity"], "engine": engine,
                                     "format": case["format"], **inputs}
        elif "expression" in case:
            op, request = "value", {"expression": case["expression"], **inputs}
        else:
            op, request = ("parse", parse) if "valid" in expect else ("evaluate", {"format": case["format"], **inputs})
        result = self.ask({"op": op, **request})
        verdict = result if isinstance(result, str) else self.verdict(op, expect, *result)
        if "canonical" in case and verdict in ("pass", "skipped") and (verdict == "skipped" or result[0] != "error"):
            first, result = self.answer, self.ask(parse)
            if isinstance(result, str):
                printed = result
            elif result[0] == "error":
                printed = "rejects-wrongly"
            else:
                printed = "pass" if result == ("canonical", case["canonical"]) else "fail"
            if printed != "skipped" or verdict == "skipped":
                verdict = printed
            else:
                self.answer = first
        return "choice" if case["level"] == "choice" and verdict in WRONG - {"crash", "timeout"} else verdict

    @staticmethod
    def verdict(op, expect, name, content):
        of_op = {"filter": "ids", "parse": "canonical", "value": "value", "evaluate": "value"}
        if name != "error" and (name != of_op[op] or (op == "evaluate" and not isinstance(content, bool))):
            return "fail"
        if admits(expect, name, content):
            return "pass"
        if name == "error":
            return "fail" if admits_any(expect, True) else "rejects-wrongly"
        return "fail" if admits_any(expect, False) else "accepts-wrongly"


def load(folder):
    cases, seen = [], set()
    for file in sorted(folder.rglob("*.json"), key=lambda path: path.relative_to(folder).as_posix().encode()):
        content = json.loads(file.read_text(encoding="utf-8"))
        for case in content["cases"] if isinstance(content, dict) else content:
            if case["id"] in seen:
                raise ValueError(f"{file}: {case['id']} is there twice")
            seen.add(case["id"])
            case["topic"] = file.parent.name
            cases.append(case)
    return cases


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--adapter", required=True)
    options.add_argument("--suite", type=Path, default=Path(__file__).resolve().parent.parent / "suite")
    options.add_argument("--filter", default="")
    options.add_argument("--report", type=Path)
    options.add_argument("--timeout", type=float, default=5)
    options = options.parse_args()
    try:
        cases = load(options.suite)
    except (OSError, ValueError, KeyError, TypeError) as error:
        print(f"run.py: {error!r}", file=sys.stderr)
        return 2
    runner = Runner(Adapter(options.adapter, options.timeout))
    verdicts, required, topics = {}, set(), {}
    for case in cases:
        if options.filter not in f"{case['topic']}/{case['id']} {case['rule']}":
            continue
        names = [None]
        if "fixture" in case:
            engines = [name for name in runner.hello.get("engines") or [] if name in case.get("engines", [name])]
            names = engines or ["-"]
        for engine in names:
            name = case["id"] if engine in (None, "-") else f"{case['id']}@{engine}"
            verdicts[name] = "skipped" if engine == "-" else runner.judge(case, engine)
            counts = topics.setdefault(case["topic"], dict.fromkeys(VERDICTS, 0))
            counts[verdicts[name]] += 1
            if verdicts[name] in WRONG:
                print(f"{verdicts[name]}  {name} ({case['level']})\n    {case.get('format', case.get('expression'))[:200]}"
                      f"\n    {json.dumps(runner.answer, ensure_ascii=False)[:300]}")
                if case["level"] == "required":
                    required.add(name)
    runner.adapter.stop()
    print("\n" + " " * 14 + "".join(f"{verdict:>17}" for verdict in VERDICTS))
    for topic in sorted(topics):
        print(f"{topic:14}" + "".join(f"{topics[topic][verdict] or '.':>17}" for verdict in VERDICTS))
    about = {key: str(runner.hello.get(key, "unknown")) for key in ("implementation", "version")}
    print(f"\n{about['implementation']} {about['version']}: {len(verdicts)} results, {len(required)} required ones are wrong.")
    if options.report:
        options.report.write_text(json.dumps({**about, "cases": verdicts}, indent=2) + "\n", encoding="utf-8")
    return 1 if required else 0 if any(verdict != "skipped" for verdict in verdicts.values()) else 2


if __name__ == "__main__":
    sys.exit(main())
