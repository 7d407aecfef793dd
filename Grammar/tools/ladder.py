#!/usr/bin/env python3
"""The rungs of the ladder: the order in which an implementation is written, and the cases of each rung. Standard library only.

    ladder.py          prints a table: the cases of each rung by topic
    ladder.py --list   prints each case that has a later rung than its topic, with the construct that needs it

A case that needs only `core` is on the first rung that has all of its constructs, and not before the rung of its topic. The constructs are
those of the derivation of its text by predicate.ebnf, and of its values. A text that is only read, or that is an error of kind `syntax`, has
none: rung 1 reads the whole grammar. tools/tags.py writes the rung into each case.
"""
import functools
import json
import sys
from collections import Counter
from pathlib import Path

import derive

GRAMMAR = Path(__file__).resolve().parent.parent

# The name of each rung, and the topics of the suite that begin on it.
RUNGS = {
    "Read": ["lexer", "syntax", "precedence"],
    "Compare": ["nil", "comparison", "strings", "like", "options"],
    "Follow paths": ["key-paths", "indexes", "modifiers", "collections", "aggregates", "subquery", "variables", "arguments"],
    "Compute": ["numbers", "dates", "casts", "functions", "sets"],
    "Refuse": ["errors", "hostile", "dialects"],
}
TOPICS = {topic: number for number, topics in enumerate(RUNGS.values(), 1) for topic in topics}

# The rung of each construct: a production, or one that names a terminal. Every other construct is on rung 1: constants, keys, variables,
# specifiers, == != < <= > >=, AND, OR, NOT.
CONSTRUCTS = {
    2: {"Aggregate", "Options", *(f"ComparisonOperator {word}" for word in (
        "IN", "CONTAINS", "BEGINSWITH", "ENDSWITH", "LIKE", "MATCHES", "BETWEEN"))},
    3: {"Postfix", "Step", "Index", "Quantifier", "SubqueryForm", "TernaryForm", "Assignment", "Primary AtName", "Primary KeySpecifier"},
    4: {"SetValue", "BitOr", "BitXor", "BitAnd", "Shift", "Sum", "Product", "Power", "Signed", "Call", "StepCall", "FunctionForm", "CastForm",
        "a property of strings", "a date"},
    5: {"FetchForm", "Primary ANYKEY", "ComparisonOperator Selector", *(f"ComparisonOperator {word}" for word in (
        "TOKENMATCHES", "UTI-CONFORMS-TO", "UTI-EQUALS"))},
}
RUNG_OF = {name: rung for rung, names in CONSTRUCTS.items() for name in names}


@functools.cache
def grammar():
    sys.setrecursionlimit(20_000)
    return derive.Grammar(GRAMMAR / "predicate.ebnf")


@functools.cache
def string_properties():
    functions = json.loads((GRAMMAR / "functions.json").read_text(encoding="utf-8"))
    return {each["name"] for each in functions["stringProperties"]}


def terminals(production, text):
    """(production, terminal, token, next token) of each terminal in the derivation of a text; empty if there is none."""
    rules = grammar()
    rules.start = production
    tokens = derive.Scanner(rules, text).tokens()
    if tokens is None:
        return frozenset()
    ends, known = {}, {}
    for end, completed in enumerate(rules.completed(production, tokens, 0, len(tokens))):
        for name, begin in completed:
            ends.setdefault((name, begin), []).append(end)

    def of_rule(name, begin, end, owner):
        """The terminals below a rule; None if it derives something else."""
        owner = name if name in rules.productions else owner
        key = name, begin, end, owner
        if key not in known:
            known[key] = None  # A rule that derives itself adds nothing.
            found = (of_symbols(tuple(symbols), begin, end, owner) for symbols in rules.rules[name])
            known[key] = next((each for each in found if each is not None), None)
        return known[key]

    def of_symbols(symbols, begin, end, owner):
        if not symbols:
            return frozenset() if begin == end else None
        first, rest = symbols[0], symbols[1:]
        if isinstance(first, str):
            for middle in ends.get((first, begin), ()):
                behind = of_symbols(rest, middle, end, owner) if middle <= end else None
                inside = of_rule(first, begin, middle, owner) if behind is not None else None
                if inside is not None:
                    return inside | behind
            return None
        if first[0] == "special":
            return of_symbols(rest, begin, end, owner) if derive.TOKEN_CONDITIONS[first[1]](rules, tokens, begin) else None
        behind = of_symbols(rest, begin + 1, end, owner) if begin < end and rules.matches(tokens[begin], first) else None
        if behind is None:
            return None
        return behind | {(owner, first[1], tokens[begin].text, tokens[begin + 1].text if begin + 1 < len(tokens) else "")}

    whole = of_rule(production, 0, len(tokens), production) if len(tokens) in ends.get((production, 0), ()) else None
    return whole or frozenset()


@functools.cache
def constructs_of(production, text):
    """The constructs of a text."""
    found = set()
    for owner, terminal, token, behind in terminals(production, text):
        is_key = owner == "Quantifier" and derive.upper(behind) in grammar().texts("ComparisonOperator")
        is_constant = owner == "Signed" and behind[:1] in tuple("0123456789.")
        if not is_key and not is_constant:
            found |= {owner, f"{owner} {terminal}"}
        if owner == "Step" and token.strip("\"'#") in string_properties():
            found.add("a property of strings")
    return found


def is_only_read(case):
    """Whether a case has no value: its format is read, or it expects an error of kind syntax."""
    return "valid" in case["expect"] and "format" in case or derive.kinds_of(case["expect"]) == {"syntax"}


def needs(case):
    """The constructs of a case that are later than rung 1, each with its rung."""
    if is_only_read(case):
        return {}
    production = "Format" if "format" in case else "ExpressionFormat"
    found = set(constructs_of(production, case.get("format", case.get("expression"))))
    if '"$date"' in json.dumps([case.get(name) for name in ("arguments", "variables", "object", "expect")]):
        found.add("a date")
    return {name: RUNG_OF[name] for name in found if name in RUNG_OF}


def rung_of(case, topic, capabilities):
    """The rung of a case; None if it needs more than `core`."""
    if capabilities != ["core"]:
        return None
    rung = TOPICS[topic]
    return rung if rung == len(RUNGS) else max([rung, *needs(case).values()])


def table(cases):
    """For each rung its number, its name, and the number of its required cases of dialect `open` by topic."""
    counts = Counter((case["rung"], case["topic"]) for case in cases
                     if "rung" in case and case["level"] == "required" and "open" in case["dialects"])
    for number, name in enumerate(RUNGS, 1):
        yield number, name, {topic: counts[number, topic] for topic in TOPICS if counts[number, topic]}


def main(arguments):
    if arguments not in ([], ["--list"]):
        print(__doc__, file=sys.stderr)
        return 2
    cases = json.loads((GRAMMAR / "suite.json").read_text(encoding="utf-8"))["cases"]
    if arguments:
        for case in cases:
            if case.get("rung", 0) > TOPICS.get(case["topic"], 0):
                late = sorted(name for name, rung in needs(case).items() if rung == case["rung"])
                print(f"{case['rung']}  {case['topic']}/{case['id']}: {', '.join(late)}")
        return 0
    for number, name, topics in table(cases):
        print(f"{number}  {name}: {sum(topics.values())}")
        for topic, count in topics.items():
            print(f"     {count:5} {topic}" + ("" if TOPICS[topic] == number else f", a topic of rung {TOPICS[topic]}"))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
