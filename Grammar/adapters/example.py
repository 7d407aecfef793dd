#!/usr/bin/env python3
"""A whole adapter in Python, to begin with: comparisons of keys and constants, AND, OR, NOT. Standard library only.

    python3 Grammar/runner/run.py --adapter "python3 Grammar/adapters/example.py"

What it does not understand it skips, and nothing that it answers is wrong. Replace `Reader` with an implementation.
"""
import json
import re
import sys

# One token: a number, a string without escapes, a name, a sign.
TOKEN = re.compile(r"""\s*(?:(?P<number>-?\d+(?:\.\d+)?)(?![\w.])|(?P<string>"[^"\\]*"|'[^'\\]*')|(?P<name>[A-Za-z_]\w*)
    |(?P<sign>==|!=|<>|<=|>=|=<|=>|&&|\|\||[=<>!()]))""", re.X | re.A)
COMPARISONS = {"==": "==", "=": "==", "!=": "!=", "<>": "!=", "<": "<", "<=": "<=", "=<": "<=", ">": ">", ">=": ">=", "=>": ">="}
WORDS = {"AND": "&&", "OR": "||", "NOT": "!"}
CONSTANTS = {"TRUE": True, "YES": True, "FALSE": False, "NO": False, "NIL": None, "NULL": None}
RESERVED = """ANY SOME ALL NONE MATCHES LIKE BEGINSWITH ENDSWITH IN CONTAINS BETWEEN TOKENMATCHES UNION INTERSECT MINUS SELF ANYKEY FIRST LAST
SIZE SUBQUERY CAST TERNARY FUNCTION FETCH INTERSECTION APPLY CI CASEINSENSITIVE TRUEPREDICATE FALSEPREDICATE UTI""".split()


class Skip(Exception):
    """What this adapter does not understand."""


class Failure(Exception):
    """An error of the language: its kind."""


class Reader:
    """Reads a format as functions that evaluate it: what does not run raises nothing."""

    def __init__(self, text, values):
        self.values, self.tokens, at = values, [], 0
        if text.count("(") + text.count("!") + text.upper().count("NOT") > 50:
            raise Skip("So many levels are not offered.")
        while at < len(text.rstrip(" \t\n\v\f\r")):
            match = TOKEN.match(text, at)
            if not match:
                raise Skip(f"There is an unknown token at character {at}.")
            kind, content = match.lastgroup, match[match.lastgroup]
            word = content.upper() if kind == "name" else ""
            if word in RESERVED:
                raise Skip(f"{word} is not offered.")
            self.tokens.append(("sign", WORDS[word]) if word in WORDS else (kind, content))
            at = match.end()
        self.tokens.append(("end", ""))

    def sees(self, *signs):
        return self.tokens[0][0] == "sign" and self.tokens[0][1] in signs

    def take(self):
        return self.tokens.pop(0)

    def predicate(self):
        parts = [self.conjunction()]
        while self.sees("||"):
            self.take()
            parts.append(self.conjunction())
        return lambda: any(part() for part in parts)

    def conjunction(self):
        parts = [self.condition()]
        while self.sees("&&"):
            self.take()
            parts.append(self.condition())
        return lambda: all(part() for part in parts)

    def condition(self):
        if self.sees("!"):
            self.take()
            inner = self.condition()
            return lambda: not inner()
        if self.sees("("):
            self.take()
            value = self.predicate()
            if not self.sees(")"):
                raise Skip("Parentheses are offered around whole conditions only.")
            self.take()
            return value
        left = self.value()
        if not self.sees(*COMPARISONS):
            raise Skip("Only comparisons are offered.")
        operator = COMPARISONS[self.take()[1]]
        right = self.value()
        return lambda: self.compare(left, operator, right)

    def value(self):
        kind, content = self.take()
        if kind == "number":
            return float(content) if "." in content else int(content)
        if kind == "string":
            return content[1:-1]
        if kind != "name":
            raise Skip("Only keys and constants are offered.")
        if content.upper() in CONSTANTS:
            return CONSTANTS[content.upper()]
        if not isinstance(self.values, dict) or (len(self.values) == 1 and next(iter(self.values)).startswith("$")):
            raise Skip("Only dictionaries are offered.")
        value = self.values.get(content)
        if isinstance(value, (list, dict)):
            raise Skip("Collections are not offered.")
        return value

    @staticmethod
    def compare(left, operator, right):
        if left is None or right is None:
            both = left is None and right is None
            return both if operator in ("==", "<=", ">=") else not both if operator == "!=" else False
        if isinstance(left, str) != isinstance(right, str):
            if operator in ("==", "!="):
                return operator == "!="
            raise Failure("type")
        if isinstance(left, str):
            left, right = left.encode(), right.encode()  # The order of UTF-8 is that of the scalars.
        return {"==": left == right, "!=": left != right, "<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right}[operator]


def result(request):
    if request.get("op") == "hello":
        return {"implementation": "example.py", "version": "1.0", "protocol": 1, "ops": ["evaluate"], "engines": []}
    if request.get("op") != "evaluate" or "arguments" in request or "variables" in request:
        return {"skip": "This is not offered."}
    try:
        reader = Reader(request["format"], request.get("object"))
        holds = reader.predicate()
        return {"value": holds()} if reader.take()[0] == "end" else {"skip": "There is more than is understood."}
    except Skip as reason:
        return {"skip": str(reason)}
    except Failure as kind:
        return {"error": {"kind": str(kind)}}


def answer(line):
    """The answer to a line. A malformed line is an error of the protocol, and the process goes on."""
    try:
        asked = json.loads(line)
    except (ValueError, RecursionError):
        asked = None
    if not isinstance(asked, dict) or asked.get("op") == "evaluate" and not isinstance(asked.get("format"), str):
        return {"id": None, "error": {"kind": "protocol"}}
    return {"id": asked.get("id"), **result(asked)}


for line in sys.stdin:
    if line.strip():
        print(json.dumps(answer(line)), flush=True)
