"""Writing files of cases: shared by the generators beside this file. Standard library only.

    cases = Cases("nil", "family-operators", "What the file is about.")
    cases.rule("nil.order", "A [T-APP]")
    cases.no("left", "nil < 5")                     # id nil.order.left, expects false

A case's id is the name of its rule and a name of its own. Every method takes, as keywords: o the object, a the arguments,
v the variables, c the canonical print, p the productions (one string), s the source, l the level.
"""
import functools
import json
import unicodedata
from pathlib import Path

from tags import tagged

SUITE = Path(__file__).resolve().parent.parent / "suite"
NOTHING = object()


def text_of(case):
    """One line of JSON. What cannot be seen (marks, controls, odd spaces) is escaped, everything else stands as it is."""
    text = json.dumps(case, ensure_ascii=False)
    if text.isascii() and text.isprintable():
        return text
    return "".join(map(visible, text))


@functools.cache
def visible(character):
    """The character, or its escape where it cannot be seen."""
    is_seen = character == " " or unicodedata.category(character)[0] not in "MCZ"
    return character if is_seen else json.dumps(character)[1:-1]


def exact(value, is_date=False):
    """A value whose numbers are written so that every reader of JSON keeps them: whole doubles their type, long integers all digits."""
    if isinstance(value, list):
        return [exact(element) for element in value]
    if isinstance(value, dict):
        return {name: exact(member, name == "$date") for name, member in value.items()}
    if isinstance(value, float) and value.is_integer() and abs(value) < 1 << 63:
        return int(value) if is_date else {"$double": repr(value)}
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) > 1 << 53 and not is_date:
        return {"$int": str(value)}
    return value


class Cases:
    """The cases of one file."""

    def __init__(self, topic, name, comment):
        self.path, self.comment, self.cases = SUITE / topic / f"{name}.json", comment, []
        self.name = self.source = self.level = None

    def rule(self, name, source, level="required"):
        """What the next cases show, where their expectation comes from, and whether it is required."""
        self.name, self.source, self.level = name, source, level

    def add(self, id, expect, format=None, expression=None, o=NOTHING, a=None, v=None, c=None, p=None, s=None, l=None,
            fixture=None, entity=None, engines=None):
        case = {"id": f"{self.name}.{id}" if id else self.name, "rule": self.name}
        if format is not None:
            case["format"] = format
        if expression is not None:
            case["expression"] = expression
        for key, value in [("arguments", a), ("variables", v), ("fixture", fixture), ("entity", entity),
                           ("engines", engines)]:
            if value is not None:
                case[key] = exact(value) if key in ("arguments", "variables") else value
        if o is not NOTHING:
            case["object"] = exact(o)
        case["expect"] = {name: exact(content) if name == "value" else content for name, content in expect.items()}
        if c is not None:
            case["canonical"] = c
        case["level"] = l or self.level
        case["source"] = s or self.source
        if p:
            case["production"] = p.split()
        self.cases.append(tagged(case, self.path.parent.name))

    def ok(self, id, format, **rest):
        """A format that is true."""
        self.add(id, {"value": True}, format, **rest)

    def no(self, id, format, **rest):
        """A format that is false."""
        self.add(id, {"value": False}, format, **rest)

    def val(self, id, expression, value, tolerance=None, **rest):
        """The value of an expression."""
        expect = {"value": value} if tolerance is None else {"value": value, "tolerance": tolerance}
        self.add(id, expect, expression=expression, **rest)

    def read(self, id, format, **rest):
        """A format that is read."""
        self.add(id, {"valid": True}, format, **rest)

    def pr(self, id, format, canonical, **rest):
        """A format that is read, and its canonical print."""
        self.add(id, {"valid": True}, format, c=canonical, **rest)

    def bad(self, id, format, kind="syntax", place=None, **rest):
        """A format that gives an error."""
        self.add(id, {"error": kind} if place is None else {"error": kind, "range": place}, format, **rest)

    def badx(self, id, expression, kind="syntax", place=None, **rest):
        """An expression that gives an error."""
        self.add(id, {"error": kind} if place is None else {"error": kind, "range": place}, expression=expression, **rest)

    def ids(self, id, entity, format, ids, **rest):
        """The rows of the fixture that match."""
        self.add(id, {"ids": sorted(ids)}, format, fixture="movies", entity=entity, **rest)

    def bad_ids(self, id, entity, format, kind, **rest):
        """A format over the fixture that gives an error."""
        self.add(id, {"error": kind}, format, fixture="movies", entity=entity, **rest)

    def write(self):
        """Writes the file, one case a line."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        lines = ",\n".join("    " + text_of(case) for case in self.cases)
        self.path.write_text(
            f'{{\n  "comment": {json.dumps(self.comment, ensure_ascii=False)},\n  "cases": [\n{lines}\n  ]\n}}\n',
            encoding="utf-8")
        return len(self.cases)
