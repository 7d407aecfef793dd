"""Random pairs of a predicate and a value, made of the suite's cases. Standard library only."""
import json
import random
import re

# The tokens of a format, by classes whose members may stand for one another.
TOKEN = re.compile(r"""(?P<space>\s+)|(?P<text>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')|(?P<number>(?<![\w.$@#%])\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)"""
                   r"""|(?P<specifier>%\w+|%@)|(?P<variable>\$\w+)|(?P<function>@\w+|\w+:)|(?P<word>[^\W\d]\w*)"""
                   r"""|(?P<operator><=|>=|=<|=>|==|!=|<>|&&|\|\||\*\*|[-+*/<>=!|&])|(?P<other>.)""", re.S)
WORDS = [{"BEGINSWITH", "ENDSWITH", "CONTAINS", "LIKE", "MATCHES", "IN"}, {"AND", "OR"}, {"ANY", "ALL", "SOME", "NONE"},
         {"YES", "NO", "TRUE", "FALSE", "NULL", "NIL"}, {"FIRST", "LAST", "SIZE"}]
OPERATORS = [{"<", "<=", "=<", ">", ">=", "=>", "=", "==", "!=", "<>"}, {"&&", "||"}, {"+", "-", "*", "/", "**", "&", "|"}]
NUMBERS = ["0", "1", "2", "3", "-1", "7", "1.5", "0.1", "64", "9223372036854775807", "9223372036854775808", "1e300", "100"]


def kind(match):
    """The class of a token; None where it stays as it is."""
    name, text = match.lastgroup, match[0]
    if name in ("word", "operator"):
        for group in WORDS if name == "word" else OPERATORS:
            if text.upper() in group:
                return min(group)
        return "name" if name == "word" and not text.isupper() else None
    return None if name in ("space", "specifier", "other") else name


class Pairs:
    """Makes requests. All of them follow from the cases and the seed."""

    def __init__(self, cases, seed):
        self.random = random.Random(seed)
        self.cases = [case for case in cases if len(text := case.get("format", case.get("expression", ""))) < 200
                      and "random" not in text and "now" not in text]
        self.conditions = [case for case in self.cases if "format" in case and "fixture" not in case and "arguments" not in case]
        self.objects = [case["object"] for case in self.cases if "object" in case]
        self.tokens, self.values = {}, [1, 0, -1, 1.5, "a", "A", "", None, True, [], [1, 2], ["a"], {"a": 1}]
        for case in self.cases:
            for match in TOKEN.finditer(case.get("format", case.get("expression", ""))):
                if (group := kind(match)) is not None:
                    self.tokens.setdefault(group, []).append(match[0])
        for value in self.objects:
            if isinstance(value, dict):
                self.values += value.values()
        self.tokens["number"] += NUMBERS * 20

    def text(self, text, chance):
        """A text with some tokens replaced by others of their class, and now and then one left out or repeated."""
        result = ""
        for match in TOKEN.finditer(text):
            group, token = kind(match), match[0]
            if group is not None and self.random.random() < chance:
                token = self.random.choice(self.tokens[group])
            elif self.random.random() < 0.01:
                token = self.random.choice(["", token * 2])
            result += token
        return result

    def object(self, value):
        """A value with some members exchanged."""
        if self.random.random() < 0.1:
            return self.random.choice(self.objects)
        if not isinstance(value, dict):
            return self.random.choice(self.values) if self.random.random() < 0.2 else value
        return {name: self.random.choice(self.values) if self.random.random() < 0.25 else member for name, member in value.items()}

    def requests(self, count):
        """The lines of `count` pairs; behind a predicate that is evaluated its canonical print is asked for."""
        for _ in range(count):
            case = self.random.choice(self.cases)
            inputs = {name: case[name] for name in ("arguments", "variables") if name in case}
            if "object" in case:
                inputs["object"] = self.object(case["object"])
            chance = self.random.choice([0, 0.1, 0.3, 0.6])
            if "expression" in case:
                yield json.dumps({"op": "value", "expression": self.text(case["expression"], chance), **inputs})
                continue
            text = self.text(case["format"], chance)
            if self.random.random() < 0.2:
                text = f"({text}) {self.random.choice(['AND', 'OR'])} ({self.text(self.random.choice(self.conditions)['format'], chance)})"
            if self.random.random() < 0.1:
                text = f"NOT ({text})"
            if "fixture" in case:
                yield json.dumps({"op": "filter", "format": text, **inputs, "fixture": case["fixture"], "entity": case["entity"],
                                  "engine": "memory"})
                continue
            yield json.dumps({"op": "evaluate", "format": text, **inputs})
            yield json.dumps({"op": "parse", "format": text, **{name: inputs[name] for name in inputs if name == "arguments"}})


def outcome(line):
    """What of an answer belongs to the language: the result, or the kind of the error. A place may be left out (error.place)."""
    answer = json.loads(line)
    if "error" in answer:
        return answer["error"].get("kind")
    return {name: answer[name] for name in answer if name not in ("id", "notes")}
