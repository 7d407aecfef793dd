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
# Ranges of scalars that folding, patterns and tokens treat in ways of their own, as their first and last.
SCALARS = [(0x20, 0x7E), (0xA0, 0x24F), (0x300, 0x36F), (0x370, 0x3FF), (0x13A0, 0x13FD), (0x1E00, 0x1FFF), (0x2100, 0x218F),
           (0x3000, 0x30FF), (0xAB70, 0xABBF), (0xFB00, 0xFB4F), (0xFF01, 0xFFEE), (0x10400, 0x1044F)]


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
        self.cases = [case for case in cases if len(text_of(case)) < 200 and "random" not in text_of(case) and "now" not in text_of(case)]
        self.filters, self.others = ([case for case in self.cases if ("fixture" in case) == is_filter] for is_filter in (True, False))
        self.conditions = {}  # The formats about each entity, those about objects under None.
        self.tokens = {}  # Tokens by entity and class.
        self.objects = [case["object"] for case in self.cases if "object" in case]
        self.values = [1, 0, -1, 1.5, "a", "A", "", None, True, [], [1, 2], ["a"], {"a": 1}]
        for case in self.cases:
            entity = case.get("entity")
            if "format" in case and "arguments" not in case:
                self.conditions.setdefault(entity, []).append(case["format"])
            for match in TOKEN.finditer(text_of(case)):
                if (group := kind(match)) is not None:
                    self.tokens.setdefault((entity, group), []).append(match[0])
            self.values += [*case.get("arguments", []), *case.get("variables", {}).values()]
        for value in self.objects:
            if isinstance(value, dict):
                self.values += value.values()

    def number(self):
        """The text of a number of any size."""
        return self.random.choice([
            lambda: self.random.choice(NUMBERS),
            lambda: str((1 << self.random.randrange(70)) + self.random.randrange(-1, 2)),
            lambda: repr(self.random.random() * 10 ** self.random.randrange(-9, 25)),
            lambda: str(self.random.randrange(1 << 24) / (1 << self.random.randrange(20))),
            lambda: f"{self.random.randrange(1000)}.{self.random.randrange(100)}"])()

    def scalar(self):
        return chr(self.random.randint(*self.random.choice(SCALARS)))

    def spelled(self, text):
        """A text with a scalar put in, exchanged or taken out."""
        at = self.random.randrange(len(text) + 1)
        return text[:at] + self.random.choice(["", self.scalar(), self.scalar()]) + text[at + self.random.randrange(2):]

    def token(self, entity, group):
        token = self.random.choice(self.tokens.get((entity, group)) or self.tokens[None, group])
        if group == "number" and self.random.random() < 0.6:
            return self.number()
        if group == "text" and self.random.random() < 0.4:
            # What ends the text early is a case of its own, and rare.
            return token[0] + self.spelled(token[1:-1]) + token[-1]
        return token

    def text(self, text, chance, entity=None):
        """A text with some tokens replaced by others of their class, and now and then one left out or repeated."""
        result = ""
        for match in TOKEN.finditer(text):
            group, token = kind(match), match[0]
            if group is not None and self.random.random() < chance:
                token = self.token(entity, group)
            elif self.random.random() < 0.01:
                token = self.random.choice(["", token * 2])
            result += token
        return result

    def value(self, old):
        """A value in the place of another one: often one that differs in little."""
        choice = self.random.random()
        if choice < 0.5:
            return self.random.choice(self.values)
        if isinstance(old, str):
            return self.spelled(old)
        if isinstance(old, list) and old:
            at = self.random.randrange(len(old))
            return self.random.choice([old[:at], old + [old[at]], old[:at] + [self.value(old[at])] + old[at + 1:]])
        if choice < 0.6:
            return self.random.choice([{"$date": json.loads(self.number())}, {"$decimal": self.number()}])
        if isinstance(old, (int, float)) and not isinstance(old, bool) and choice < 0.9:
            return json.loads(self.number())
        return [self.random.choice(self.values) for _ in range(self.random.randrange(5))]

    def changed(self, value, chance):
        """A value with some members or elements exchanged."""
        if isinstance(value, dict) and not any(name.startswith("$") for name in value):
            return {name: self.value(member) if self.random.random() < chance else member for name, member in value.items()}
        return self.value(value) if self.random.random() < chance else value

    def inputs(self, case):
        found = {}
        if "arguments" in case:
            found["arguments"] = [self.changed(argument, 0.2) for argument in case["arguments"]]
        if "variables" in case:
            found["variables"] = self.changed(case["variables"], 0.2)
        if "object" in case:
            found["object"] = self.random.choice(self.objects) if self.random.random() < 0.1 else self.changed(case["object"], 0.25)
        return found

    def requests(self, count):
        """The lines of `count` pairs; behind a predicate that is evaluated its canonical print is asked for."""
        for _ in range(count):
            # A pair about rows takes as long as thirty others.
            case = self.random.choice(self.filters if self.random.random() < 0.05 else self.others)
            inputs, entity, chance = self.inputs(case), case.get("entity"), self.random.choice([0, 0.1, 0.3, 0.6])
            text = self.text(text_of(case), chance, entity)
            if "expression" in case:
                yield json.dumps({"op": "value", "expression": text, **inputs})
                continue
            while self.random.random() < 0.2:
                other = self.text(self.random.choice(self.conditions[entity]), chance, entity)
                text = f"({text}) {self.random.choice(['AND', 'OR'])} ({other})"
            if self.random.random() < 0.1:
                text = f"NOT ({text})"
            if "fixture" in case:
                yield json.dumps({"op": "filter", "format": text, **inputs, "fixture": case["fixture"], "entity": case["entity"],
                                  "engine": "memory"})
                continue
            yield json.dumps({"op": "evaluate", "format": text, **inputs})
            yield json.dumps({"op": "parse", "format": text, **{name: inputs[name] for name in inputs if name == "arguments"}})


def text_of(case):
    return case.get("format", case.get("expression", ""))


def outcome(line):
    """What of an answer belongs to the language: the result, or the kind of the error. A place may be left out (error.place)."""
    answer = json.loads(line)
    if "error" in answer:
        return answer["error"].get("kind")
    return {name: answer[name] for name in answer if name not in ("id", "notes")}
