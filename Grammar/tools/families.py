#!/usr/bin/env python3
"""Makes the families of cases: suite/*/family-*.json, each a rule multiplied by what it is about.

    families.py

What is expected follows from tables in this file, written from semantics.md, from the tables in semantics.md itself, and for strings
from Python's own Unicode data. No implementation of the language is asked. Standard library only.
"""
import itertools
import json
import random
import re
import unicodedata
from pathlib import Path

from casefile import Cases

TP = "this project"
WORD = {"==": "equal", "!=": "unlike", "<": "less", "<=": "at-most", ">": "greater", ">=": "at-least", "IN": "in", "CONTAINS": "contains",
        "BEGINSWITH": "begins", "ENDSWITH": "ends", "LIKE": "like", "MATCHES": "matches", "BETWEEN": "between", "TOKENMATCHES": "tokens",
        "UTI-CONFORMS-TO": "conforms", "UTI-EQUALS": "uti-equals", "+": "sum", "-": "difference", "*": "product", "/": "quotient",
        "**": "power", "&": "and", "|": "or", "^": "xor", "<<": "left-shift", ">>": "right-shift", "UNION": "union",
        "INTERSECT": "intersect", "MINUS": "minus"}


def nil_by_operator():
    """Every operator with a nil on the left, on the right, on both sides; as literals and as keys; and under NOT."""
    t = Cases("nil", "family-operators", "Every operator beside a nil: left, right, both; as keys; under NOT.")
    rows = [("==", "nil.equal", False, False, True, "5", "D [PPG]"), ("!=", "nil.equal", True, True, False, "5", "D [PPG]"),
            ("<", "nil.order", False, False, False, "5", "A [T-APP]"), (">", "nil.order", False, False, False, "5", "A [T-APP]"),
            ("<=", "nil.order-equal", False, False, True, "5", "R [R-APP]"), (">=", "nil.order-equal", False, False, True, "5", "R [R-APP]"),
            ("BETWEEN", "nil.between", False, False, False, "{1, 5}", "R [R-APP]"), ("IN", "nil.member", False, False, False, "{1, 5}", "A [T-APP]"),
            ("CONTAINS", "nil.member", False, False, False, "5", "A [T-APP]"), ("BEGINSWITH", "nil.text", False, False, False, "'a'", "R [R-APP]"),
            ("ENDSWITH", "nil.text", False, False, False, "'a'", "R [R-APP]"), ("LIKE", "nil.text", False, False, False, "'a'", "A [T-APP]"),
            ("MATCHES", "nil.text", False, False, False, "'a'", "R [R-APP]")]
    for operator, rule, left, right, both, value, source in rows:
        other = {"CONTAINS": "{1, 5}", "IN": "5", "BETWEEN": "5"}.get(operator, value)
        for place, format, keys, expected in [("left", f"nil {operator} {value}", f"a {operator} {value}", left),
                                              ("right", f"{other} {operator} nil", f"{other} {operator} a", right),
                                              ("both", f"nil {operator} nil", f"a {operator} b", both)]:
            level = "choice" if rule == "nil.order-equal" and place == "both" else "required"
            t.rule(rule, source, level)
            name = f"{WORD[operator]}.{place}"
            t.add(name, {"value": expected}, format)
            t.add(name + ".key", {"value": expected}, keys, o={"a": None, "b": None})
            t.rule("nil.not", source, level)
            t.add(name, {"value": not expected}, f"NOT {keys}", o={})
    return t


def nil_arithmetic():
    """Every operator of values, and every function, with a nil."""
    t = Cases("nil", "family-arithmetic", "Every operator of values and every function of a nil.")
    t.rule("nil.arithmetic", TP + " (deviation nil-arithmetic)")
    for operator in ["+", "-", "*", "/", "**", "&", "|", "^", "<<", ">>"]:
        t.val(f"{WORD[operator]}.left", f"nil {operator} 2", None)
        t.val(f"{WORD[operator]}.right", f"2 {operator} a", None, o={})
    for operator in ["UNION", "INTERSECT", "MINUS"]:
        t.val(f"{WORD[operator]}.left", f"a {operator} {{1}}", None, o={})
    t.rule("nil.function", TP)
    for name in ["sum", "count", "min", "max", "average", "median", "mode", "stddev", "distinct", "sqrt", "log", "ln", "exp", "floor",
                 "ceiling", "trunc", "abs", "chs", "randomn", "onesComplement", "lowercase", "canonical", "noindex"]:
        t.val(name.lower(), f"{name}(a)", None, o={})
    for name in ["add:to:", "from:subtract:", "multiply:by:", "divide:by:", "raise:toPower:", "bitwiseAnd:with:", "leftshift:by:"]:
        t.val(name.replace(":", "-").lower().strip("-"), f"{name}(a, 1)", None, o={})
    for target in ["NSString", "NSNumber", "NSDecimalNumber", "NSDate", "NSArray", "NSSet"]:
        t.val("cast." + target.lower(), f"CAST(a, '{target}')", None, o={})
    for name in ["length", "lowercaseString", "lastPathComponent", "integerValue", "doubleValue", "boolValue"]:
        t.val("property." + name.lower(), f"a.{name}", None, o={})
    for name in ["@count", "@sum.x", "@avg.x", "@min.x", "@max.x", "@unionOfObjects.x"]:
        t.val("operator." + name[1:].split(".")[0].lower(), f"a.{name}", None, o={})
    return t


def ordinary_width(character):
    """A full-width or half-width character in ordinary width."""
    mark, *scalars = unicodedata.decomposition(character).split() or [""]
    return "".join(chr(int(scalar, 16)) for scalar in scalars) if mark in ("<wide>", "<narrow>") else character


def fold(text, options):
    """What [c] and [d] make of a string."""
    if not options.strip("n"):
        return text
    text = unicodedata.normalize("NFD", text)
    if "d" in options:
        text = "".join(character for character in text if unicodedata.category(character) != "Mn")
    if "c" in options:
        text = "".join(ordinary_width(character) for character in text.casefold())
        if "d" in options:
            text = "".join(character for character in text if unicodedata.category(character) != "Mn")
    return unicodedata.normalize("NFC", text)


def text_by_option():
    """Every operator of strings under every option, with pairs that differ by case, by marks, by both."""
    t = Cases("options", "family-operators", "Every operator of strings under [c], [d], [cd], [n] and none.")
    pairs = [("case", "Caf\u00e9", "CAF\u00c9"), ("marks", "Caf\u00e9", "Cafe"), ("both", "CAF\u00c9", "cafe"), ("same", "Caf\u00e9", "Caf\u00e9")]
    meaning = {
        "==": lambda a, b: a == b, "!=": lambda a, b: a != b, "<": lambda a, b: a < b, "<=": lambda a, b: a <= b, ">": lambda a, b: a > b,
        ">=": lambda a, b: a >= b, "BEGINSWITH": lambda a, b: a.startswith(b), "ENDSWITH": lambda a, b: a.endswith(b),
        "CONTAINS": lambda a, b: b in a, "LIKE": lambda a, b: a == b, "MATCHES": lambda a, b: a == b, "IN": lambda a, b: a in b}
    for operator, holds in meaning.items():
        for options in ["", "c", "d", "cd", "n"]:
            rule = {"": "compare.strings", "c": "option.case", "d": "option.marks", "cd": "option.marks", "n": "option.normalized"}[options]
            marks = operator == "MATCHES" and "d" in options
            t.rule(rule, "R [R-APP], open question 19" if marks else "D [SYN]" if options != "n" else "D [REF]", "choice" if marks else "required")
            for name, left, right in pairs:
                if name == "same" and options:
                    continue
                bracket = f"[{options}]" if options else ""
                t.add(f"{WORD[operator]}.{options + '.' if options else ''}{name}", {"value": holds(fold(left, options), fold(right, options))},
                      f"'{left}' {operator}{bracket} '{right}'")
    t.rule("option.collection", TP + ", open question 15", "choice")
    for options in ["c", "d", "cd"]:
        for name, left, right in pairs[:3]:
            t.add(f"in.{options}.{name}", {"value": fold(left, options) == fold(right, options)}, f"'{left}' IN[{options}] {{'x', '{right}'}}")
    return t


def numbers_by_type():
    """Every pair of number types: compared, and computed with."""
    t = Cases("numbers", "family-types", "Integer, double, decimal and boolean beside one another.")
    one = {"integer": 1, "double": {"$double": "1.0"}, "decimal": {"$decimal": "1"}, "boolean": True}
    two = {"integer": 2, "double": {"$double": "2.0"}, "decimal": {"$decimal": "2"}}
    t.rule("compare.numbers", "A [T-APP]")
    for a in one:
        for b in one:
            source = "M" if "decimal" in (a, b) else "A [T-APP]"
            t.ok(f"{a}.{b}.equal", "%@ == %@", a=[one[a], one[b]], s=source)
            t.ok(f"{a}.{b}.at-least", "%@ >= %@", a=[one[a], one[b]], s=source)
            if b in two:
                t.ok(f"{a}.{b}.less", "%@ < %@", a=[one[a], two[b]], s=source)
                t.no(f"{a}.{b}.unlike-order", "%@ >= %@", a=[one[a], two[b]], s=source)
            t.ok(f"{a}.{b}.in", "%@ IN {0, %@}", a=[one[a], one[b]], s=source)
    # The quotient by 2 shows whether a result is an integer.
    seven = {"integer": 7, "double": {"$double": "7.0"}, "decimal": {"$decimal": "7"}}
    for operator, value in [("+", 9), ("-", 5), ("*", 14)]:
        for a in seven:
            for b in two:
                whole = a == b == "integer"
                t.rule("number.integer" if whole else "number.decimal" if "double" not in (a, b) else "number.double", "D [HDR]" if "decimal" not in (a, b) else TP)
                expected = value // 2 if whole else value / 2
                t.val(f"{a}.{b}.{WORD[operator]}", f"(%@ {operator} %@) / 2", {"$decimal": str(expected)} if "decimal" in (a, b) and "double" not in (a, b) else expected,
                      a=[seven[a], two[b]])
    for a in seven:
        for b in two:
            whole = a == b == "integer"
            t.rule("number.division" if whole else "number.decimal" if "double" not in (a, b) else "number.double", "A (public reports)" if "decimal" not in (a, b) else TP)
            t.val(f"{a}.{b}.quotient", "%@ / %@", 3 if whole else {"$decimal": "3.5"} if "double" not in (a, b) else 3.5, a=[seven[a], two[b]])
    t.rule("number.power", "A [T-APP]")
    for a in seven:
        for b in two:
            t.val(f"{a}.{b}", "%@ ** %@", {"$double": "49"}, a=[seven[a], two[b]], s=TP if "decimal" in (a, b) else "A [T-APP]")
    return t


FAMILIES = {"number": 5, "string": "a", "date": {"$date": 5}, "data": {"$data": "AQ=="}, "uuid": {"$uuid": "6BA7B810-9DAD-11D1-80B4-00C04FD430C8"},
            "url": {"$url": "http://a.b/"}, "array": [1], "set": {"$set": [1]}, "dictionary": {"k": 1}}


def unlike_families():
    """Every pair of families: unequal, and without an order."""
    t = Cases("comparison", "family-families", "Values of unlike families: unequal, and an error where an order is asked for.")
    names = list(FAMILIES)
    for i, a in enumerate(names):
        for b in names[i + 1:]:
            if {a, b} == {"array", "set"}:
                continue
            v = {"x": FAMILIES[a], "y": FAMILIES[b]}
            t.rule("compare.families", "A [T-APP]" if {a, b} == {"number", "string"} else "M")
            t.no(f"{a}.{b}.equal", "$x == $y", v=v)
            t.ok(f"{b}.{a}.unlike", "$y != $x", v=v)
            t.rule("compare.families-order", "M")
            t.bad(f"{a}.{b}.less", "$x < $y", "type", v=v)
            t.bad(f"{b}.{a}.at-least", "$y >= $x", "type", v=v)
    return t


def not_strings():
    """The operators of strings beside everything else."""
    t = Cases("strings", "family-types", "BEGINSWITH, ENDSWITH, LIKE, MATCHES, and CONTAINS in a string, beside what is no string.")
    t.rule("string.type", "M")
    for operator in ["BEGINSWITH", "ENDSWITH", "LIKE", "MATCHES"]:
        for name, value in {**FAMILIES, "boolean": True}.items():
            if name != "string":
                t.bad(f"{WORD[operator]}.{name}.left", f"$x {operator} 'a'", "type", v={"x": value})
                t.bad(f"{WORD[operator]}.{name}.right", f"'a' {operator} $x", "type", v={"x": value})
    t.rule("in.string", "M")
    for name, value in {**FAMILIES, "boolean": True}.items():
        if name != "string":
            t.bad(f"contains.{name}", "'abc' CONTAINS $x", "type", v={"x": value})
    t.rule("in.type", "M")
    for name, value in {**FAMILIES, "boolean": True}.items():
        if name not in ("string", "array", "set", "dictionary"):
            t.bad(f"contains.{name}", "$x CONTAINS 'a'", "type", v={"x": value})
            t.bad(f"in.{name}", "'a' IN $x", "type", v={"x": value})
    return t


def quantifier_by_operator():
    """Every modifier over collections of which none, some, all elements fit, and none is there."""
    t = Cases("modifiers", "family-operators", "ANY, ALL, SOME, NONE × operator × empty, all, some and none of the elements.")
    rows = [("==", [5], [5, 5], [5, 6], [6, 7], "5"), ("<", [1], [1, 2], [1, 9], [8, 9], "5"), (">=", [5], [5, 6], [5, 1], [1, 2], "5"),
            ("!=", [6], [6, 7], [6, 5], [5, 5], "5"), ("IN", [1], [1, 2], [1, 9], [8, 9], "{1, 2}"), ("BETWEEN", [23], [23, 50], [42, 100], [0, 100], "{23, 50}"),
            ("BEGINSWITH", ["ab"], ["ab", "ac"], ["ab", "b"], ["b", "c"], "'a'"), ("LIKE", ["ab"], ["ab", "ac"], ["ab", "b"], ["b", "c"], "'a*'")]
    for operator, single, every, some, no, right in rows:
        for word in ["ANY", "SOME", "ALL", "NONE"]:
            rule = {"ANY": "quantifier.any", "SOME": "syntax.some", "ALL": "quantifier.all", "NONE": "quantifier.none"}[word]
            for name, elements, count in [("empty", [], 0), ("one", single, 1), ("all", every, 2), ("some", some, 1), ("none", no, 0)]:
                total = len(elements)
                expected = {"ANY": count > 0, "SOME": count > 0, "ALL": count == total, "NONE": count == 0}[word]
                t.rule(rule, "A [T-APP]" if name == "empty" else "D [SYN]")
                t.add(f"{WORD[operator]}.{name}", {"value": expected}, f"{word} xs {operator} {right}", o={"xs": elements})
    return t


LEVELS = [["|"], ["^"], ["&"], ["<<", ">>"], ["+", "-"], ["*", "/"], ["**"]]


def operator_pairs():
    """Two operators without parentheses: the value says which one binds tighter."""
    t = Cases("precedence", "family-pairs", "a ∘ b • c for every pair of operators, and the print of both groupings.")

    def apply(operator, x, y):
        if operator == "/":
            quotient = abs(x) / abs(y) if isinstance(x, float) or isinstance(y, float) else abs(x) // abs(y)
            return quotient if (x < 0) == (y < 0) else -quotient
        if operator == "**":
            return float(x) ** y
        if operator in ("&", "|", "^", "<<", ">>"):
            x, y = int(x), int(y)
        return {"+": lambda: x + y, "-": lambda: x - y, "*": lambda: x * y, "&": lambda: x & y, "|": lambda: x | y, "^": lambda: x ^ y,
                "<<": lambda: x << y, ">>": lambda: x >> y}[operator]()

    power = {operator: level for level, operators in enumerate(LEVELS) for operator in operators}
    for one in power:
        for two in power:
            known = all(operator in ("+", "-", "*", "/", "**") for operator in (one, two)) and (one, two) != ("**", "**")
            rule = "precedence.power" if "**" in (one, two) and known else "precedence.product" if known and ({one, two} & {"*", "/"}) else "precedence.sum" if known else "precedence.bits"
            t.rule(rule, "A [T-HELLO], [T-APP]" if known else TP + ", open question 3" if rule == "precedence.bits" else "A (measured in 2011 and 2015)",
                   "required" if known else "choice")
            a, b, c = 13, 5, 2
            value = apply(one, a, apply(two, b, c)) if power[two] > power[one] else apply(two, apply(one, a, b), c)
            t.val(f"{WORD[one]}.then.{WORD[two]}", f"{a} {one} {b} {two} {c}", value)
    t.rule("print.arithmetic", TP + ", open question 26", "choice")
    for one, two in [("+", "-"), ("-", "+"), ("-", "-"), ("*", "/"), ("/", "*"), ("/", "/"), ("+", "*"), ("*", "+"), ("**", "*"), ("*", "**"), ("**", "**"), ("|", "&"), ("&", "|"),
                     ("^", "|"), ("<<", "+"), ("+", "<<"), (">>", "<<"), ("&", "+"), ("-", "**"), ("|", "^")]:
        p, q = power[one], power[two]
        t.pr(f"left.{WORD[one]}.{WORD[two]}", f"(a {one} b) {two} c == 1", f"a {one} b {two} c == 1" if p >= q else f"(a {one} b) {two} c == 1")
        t.pr(f"right.{WORD[one]}.{WORD[two]}", f"a {one} (b {two} c) == 1", f"a {one} b {two} c == 1" if q > p else f"a {one} (b {two} c) == 1")
    return t


def spellings():
    """Every operator in every spelling and case."""
    t = Cases("printing", "family-spellings", "Every spelling of every operator, and the one that prints; options in any order.")
    t.rule("syntax.spellings", "D [SYN]")
    for name, canonical, spellings in [("equal", "==", ["=", "=="]), ("unlike", "!=", ["!=", "<>"]), ("at-most", "<=", ["<=", "=<"]), ("at-least", ">=", [">=", "=>"]), ("less", "<", ["<"]), ("greater", ">", [">"])]:
        for number, spelling in enumerate(spellings):
            t.pr(f"{name}.{number + 1}", f"a {spelling} 1", f"a {canonical} 1")
    t.rule("lexer.keyword-case", "D [SYN]")
    for word in ["IN", "CONTAINS", "BEGINSWITH", "ENDSWITH", "LIKE", "MATCHES", "BETWEEN", "TOKENMATCHES", "UTI-CONFORMS-TO", "UTI-EQUALS"]:
        mixed = "".join(c.upper() if i % 2 else c.lower() for i, c in enumerate(word))
        t.pr(f"{WORD[word]}.lower", f"a {word.lower()} b", f"a {word} b")
        t.pr(f"{WORD[word]}.mixed", f"a {mixed} b", f"a {word} b")
    for word in ["ANY", "ALL"]:
        t.pr(f"{word.lower()}.lower", f"{word.lower()} a == 1", f"{word} a == 1")
        t.pr(f"{word.lower()}.mixed", f"{word.capitalize()} a == 1", f"{word} a == 1")
    for word in ["UNION", "INTERSECT", "MINUS"]:
        t.pr(f"{word.lower()}.lower", f"a == b {word.lower()} c", f"a == b {word} c")
    for word, canonical in [("yes", "1"), ("True", "1"), ("no", "0"), ("faLSE", "0"), ("null", "nil"), ("NiL", "nil"), ("self", "SELF"), ("anykey", "ANYKEY")]:
        t.pr(f"literal.{word.lower()}", f"a == {word}", f"a == {canonical}")
    for word in ["FIRST", "LAST", "SIZE"]:
        t.pr(f"index.{word.lower()}", f"a[{word.lower()}] == 1", f"a[{word}] == 1")
    t.rule("syntax.spellings", "D [SYN]")
    for name, a, b, canonical in [("and.symbol", "a == 1 && b == 2", None, "a == 1 AND b == 2"), ("or.symbol", "a == 1 || b == 2", None, "a == 1 OR b == 2"), ("not.symbol", "!(a == 1)", None, "NOT a == 1"),
                                  ("and.lower", "a == 1 and b == 2", None, "a == 1 AND b == 2"), ("or.lower", "a == 1 or b == 2", None, "a == 1 OR b == 2"), ("not.lower", "not a == 1", None, "NOT a == 1")]:
        t.pr(name, a, canonical)
    t.rule("print.options", "A [T-PRT]")
    for options in ["c", "d", "n", "l", "cd", "dc", "cn", "nd", "cl", "lc", "ld", "cdl", "ldc", "cdn", "cdnl", "lndc"]:
        t.pr(f"letters.{options}", f"a ==[{options}] b", f"a ==[{''.join(o for o in 'cdnl' if o in options)}] b")
    for operator in ["!=", "<", "<=", ">", ">=", "BEGINSWITH", "ENDSWITH", "CONTAINS", "IN", "LIKE", "MATCHES", "TOKENMATCHES"]:
        t.pr(f"operator.{WORD[operator]}", f"a {operator}[dc] b", f"a {operator}[cd] b")
    return t


RESERVED = ("OR AND NOT ANY SOME ALL NONE MATCHES LIKE BEGINSWITH ENDSWITH IN CONTAINS BETWEEN TOKENMATCHES UNION INTERSECT MINUS TRUEPREDICATE "
            "FALSEPREDICATE TRUE YES FALSE NO NULL NIL SELF ANYKEY FIRST LAST SIZE SUBQUERY CAST TERNARY FUNCTION FETCH INTERSECTION APPLY CI "
            "CASEINSENSITIVE").split()


def reserved_words():
    """Every reserved word as a key with #, and behind a dot without."""
    t = Cases("lexer", "family-reserved", "Every reserved word as a key: with #, and behind a dot.")
    for word in RESERVED:
        key = word.lower()
        t.rule("lexer.hash", "D [SYN]")
        if key != "self":  # which is the object, however it is written: path.self
            t.ok(f"reserved.{key}", f"#{key} == 1", o={key: 1})
            t.rule("lexer.reserved", TP + ", open question 30", "choice")
            t.ok(f"reserved.{key}.behind-dot", f"a.{key} == 1", o={"a": {key: 1}})
    return t


def specifiers():
    """Every conversion with and without a length, and what it refuses."""
    t = Cases("arguments", "family-conversions", "Every conversion: what it takes, under every length, and what it refuses.")
    for letter in "dDiuUxXoO":
        t.rule("argument.integer", "D [SYN]")
        name = letter if letter.islower() else letter.lower() + "-capital"
        t.pr(name, f"a == %{letter}", "a == 42", a=[42])
        t.rule("argument.integer", TP)
        t.val(name + ".double", f"%{letter}", 2, a=[2.9])
        t.badx(name + ".string", f"%{letter}", "argument-type", a=["42"])
    for letter in "fFeEgGa":
        t.rule("argument.float", "D [SYN]")
        name = letter if letter.islower() else letter.lower() + "-capital"
        t.pr(name, f"a == %{letter}", "a == 1.5", a=[1.5])
        t.rule("argument.float", TP)
        t.val(name + ".integer", f"%{letter} / 2", 1.5, a=[3])
        t.badx(name + ".string", f"%{letter}", "argument-type", a=["1.5"])
    t.rule("argument.integer", TP)
    t.val("negative", "%d", -2, a=[-2.9])
    t.val("bool", "%d", 1, a=[True])
    t.val("decimal", "%d", 2, a=[{"$decimal": "2.9"}])
    for name, value in [("nil", None), ("list", [1]), ("date", {"$date": 1}), ("beyond", 1e30)]:
        t.badx("type." + name, "%d", "argument-type", a=[value])
    t.rule("argument.float", TP)
    for name, value in [("nil", None), ("list", [1]), ("date", {"$date": 1})]:
        t.badx("type." + name, "%f", "argument-type", a=[value])
    t.rule("argument.length", "D [SYN]")
    for length in ["h", "hh", "l", "ll", "q", "z", "t", "j"]:
        t.pr(f"integer.{length}", f"a == %{length}d", "a == 42", a=[42], s="M" if length in ("hh", "j") else "D [SYN]", p="Length Conversion Specifier" if length == "l" else None)
    for length in ["l", "L"]:
        t.pr(f"float.{'capital' if length == 'L' else length}", f"a == %{length}f", "a == 1.5", a=[1.5], s="M")
    t.pr("unsigned", "a == %lu", "a == 42", a=[42])
    t.pr("lud", "a == %lud", "a == 42", a=[42], s="A (a shipping library)", l="choice")
    return t


def bracket_mistakes():
    """Sound formats with one bracket dropped, doubled or exchanged."""
    t = Cases("syntax", "family-brackets", "Sound formats with one bracket missing, doubled or of the wrong kind.")
    t.rule("syntax.brackets", "M")
    sound = [("group", "(a == 1)"), ("value", "(a + 1) * 2 == 4"), ("list", "a IN {1, 2}"), ("index", "a[0] == 1"), ("call", "sum({1}) == 1"), ("options", "a ==[c] 'x'"),
             ("cast", "CAST(a, 'T') == 1"), ("subquery", "SUBQUERY(a, $x, $x == 1).@count == 1"), ("ternary", "TERNARY(a == 1, b, c) == 1"), ("not", "NOT (a == 1 AND b == 2)"), ("function", "FUNCTION(a, 'b') == 1")]
    for name, format in sound:
        places = [i for i, c in enumerate(format) if c in "(){}[]"]
        for number, place in enumerate(places):
            if not (name, number) == ("value", 9):
                t.bad(f"{name}.drop-{number + 1}", format[:place] + format[place + 1:])
        last = places[-1]
        t.bad(f"{name}.double", format[:last] + format[last] + format[last:])
        t.bad(f"{name}.exchange", format[:last] + {")": "}", "}": "]", "]": ")"}[format[last]] + format[last + 1:])
    return t


def cut_short():
    """A format cut behind each of its tokens: none of the beginnings is a format, or what is left is."""
    t = Cases("errors", "family-cuts", "A format that ends too early.")
    t.rule("error.kind", "M")
    formats = [("comparison", ["a", "==", ""]), ("and", ["a", "==", "1", "AND", ""]), ("not", ["NOT", "a", "==", ""]), ("any", ["ANY", "a", "IN", "{", "1", ",", ""]), ("between", ["a", "BETWEEN", "{", "1", ""]),
               ("subquery", ["SUBQUERY", "(", "a", ",", "$x", ",", "$x", "==", "1", ")", ".", "@count", ""]), ("ternary", ["TERNARY", "(", "a", "==", "1", ",", "b", ",", "c", ""]), ("call", ["sum", "(", "{", "1", "}", ""]), ("path", ["a", ".", "b", ".", ""]),
               ("index", ["a", "[", "0", ""]), ("like", ["a", "LIKE", ""]), ("cast", ["CAST", "(", "a", ",", "'T'", ""]), ("sum", ["a", "+", "1", "==", "b", "*", ""]), ("function", ["FUNCTION", "(", "a", ",", "'b'", ",", ""])]
    seen = {"a", "a ==", "a == 1"}  # of which the last is sound
    for name, tokens in formats:
        for count in range(1, len(tokens)):
            head = " ".join(tokens[:count])
            if head not in seen and (name, count) != ("sum", 5):
                t.bad(f"cut.{name}.{count}", head)
            seen.add(head)
    return t


def tables(head):
    """The rows of the tables in semantics.md whose first column has a head, as (head of the column, row's first cell, cell)."""
    heads = None
    for line in (Path(__file__).resolve().parent.parent / "semantics.md").read_text(encoding="utf-8").splitlines():
        cells = [cell.strip(" ") for cell in line.strip("|").split(" | ")] if line.startswith("| ") else None
        if not cells:
            heads = heads if line.startswith("|") else None
        elif not heads:
            heads = cells if cells[0] == head else None
        else:
            yield from ((column, cells[0].strip("`"), cell.strip("`")) for column, cell in zip(heads[1:], cells[1:], strict=True))


def protocol_value(text):
    """A value as the table of casts writes it: 1.0 is a double in any JSON."""
    return json.loads(text, parse_float=lambda number: {"$double": number} if float(number).is_integer() and "e" not in number else float(number))


def name_of(value):
    """What a value is called in the ids of cases."""
    if isinstance(value, dict) and len(value) == 1 and next(iter(value)).startswith("$"):
        (tag, content), = value.items()
        return tag[1:] + "-" + name_of(content).split("-", 1)[-1]
    if isinstance(value, dict):
        return "dictionary"
    kind = {bool: "boolean", int: "integer", float: "double", str: "string", list: "array"}[type(value)]
    text = str(value).lower().replace("-", "minus ", 1) if kind == "double" else str(value).lower().replace("+", "plus ", 1)
    return f"{kind}-{'-'.join(re.findall('[a-z0-9]+', text)) or 'empty'}"


# Cells whose meaning changed after a release: a case never comes back with another meaning.
RENAMED = {"nsurl.string-empty": "nsurl.string-of-nothing"}


def casts():
    """Every cell of the table of casts."""
    t = Cases("casts", "family-table", "Every cell of the table of casts in semantics.md.")
    for target, source, result in tables("from"):
        t.rule("cast.table", TP, "required" if target in ("NSString", "NSNumber", "NSDecimalNumber", "NSDate", "NSArray", "NSSet") else "optional")
        value = protocol_value(source)
        expect = {"error": "type"} if result == "✗" else {"value": protocol_value(result)}
        name = f"{target.lower()}.{name_of(value)}"
        t.add(RENAMED.get(name, name), expect, expression=f"CAST(x, '{target}')", o={"x": value})
    return t


def foldings():
    """Every cell of the table of foldings: both ways, and how many scalars the folded string has."""
    t = Cases("options", "family-folding", "Every cell of the table of foldings in semantics.md.")
    rows = {}
    for options, source, result in tables("string"):
        source, result = (re.sub(r"\\u([0-9A-F]{4})", lambda m: chr(int(m[1], 16)), text) for text in (source, result))
        result = "" if result == "·" else result
        assert result == fold(source, options), (source, options, result, fold(source, options))
        rows.setdefault(source, {})[options] = result
    t.rule("option.folding", TP, "required")
    for source, results in rows.items():
        name = "-".join(f"{ord(character):x}" for character in source)
        t.val(f"{name}.canonical", "canonical(%@)", results["cd"], a=[source])
        for options, result in results.items():
            t.ok(f"{name}.{options}.equal", f"%@ ==[{options}] %@", a=[source, result])
            t.ok(f"{name}.{options}.length", f"%@ LIKE[{options}] %@", a=[source, "?" * len(result)])
            for other, unlike in results.items():
                if fold(unlike, options) != result:
                    t.no(f"{name}.{options}.unlike-{other}", f"%@ ==[{options}] %@", a=[source, unlike])
    return t


# Blocks with letters that fold, or that look as if they did: the first and the last scalar.
BLOCKS = [(0xA0, 0x24F), (0x250, 0x2AF), (0x300, 0x36F), (0x370, 0x52F), (0x531, 0x587), (0x10A0, 0x10FF), (0x13A0, 0x13FD), (0x1C80, 0x1C88),
          (0x1E00, 0x1FFF), (0x2100, 0x218F), (0x24B6, 0x24E9), (0x2C00, 0x2D2D), (0x3000, 0x30FF), (0xA640, 0xA69D), (0xA722, 0xA7BF),
          (0xAB53, 0xABBF), (0xAC00, 0xAC1F), (0xF900, 0xF91F), (0xFB00, 0xFB4F), (0xFF01, 0xFFEE), (0x10400, 0x1044F), (0x104B0, 0x104FB),
          (0x10C80, 0x10CF2), (0x118A0, 0x118DF), (0x1E900, 0x1E943)]


def folding_of_blocks():
    """Every scalar of the blocks that have letters with and without case, marks or width, under each option. A hyphen keeps them apart."""
    t = Cases("options", "family-blocks", "Every scalar of the blocks whose letters fold: 48 a case, with hyphens between them.")
    t.rule("option.folding", TP)
    scalars = [chr(value) for first, last in BLOCKS for value in range(first, last + 1) if unicodedata.category(chr(value)) not in ("Cn", "Cs")]
    for start in range(0, len(scalars), 48):
        text, name = "-".join(scalars[start:start + 48]), f"block-{ord(scalars[start]):x}"
        t.val(f"{name}.canonical", "canonical(%@)", fold(text, "cd"), a=[text])
        for options in ("c", "d"):
            t.ok(f"{name}.{options}", f"%@ ==[{options}] %@", a=[text, fold(text, options)])
    return t


def dates_printed():
    """Dates of every size: what C's `%.6f` writes."""
    t = Cases("printing", "family-dates", "Dates of every size: with six decimals, the exact value rounded to the nearest, half to even.")
    t.rule("print.date", TP)
    made = random.Random(1)
    for power in range(-74, 206, 7):
        # Of each size a number with all of its 53 digits, and one with few.
        dates = [made.choice([1, -1]) * float(made.getrandbits(size) | 1 << (size - 1)) * 2.0 ** (exponent - size)
                 for exponent in range(power, power + 7) for size in (53, made.randrange(2, 30), *[53] * (4 if -13 < exponent < 0 else 0))]
        # Halves of millionths are odd multiples of 1/128.
        dates += [(2 * made.randrange(1, 1 << 20) + 1) / 128 for _ in range(4)] if abs(power) < 24 else []
        printed = ", ".join(f'CAST({date:.6f}, "NSDate")' for date in dates)
        t.pr(f"sizes-{power + 74}", "a IN %@", f"a IN {{{printed}}}", a=[[{"$date": date} for date in dates]])
    return t


def near_words():
    """Every reserved word with one letter exchanged, too few or too many: plain names, which print without #."""
    t = Cases("lexer", "family-near-words", "Names that differ from a reserved word in one letter.")
    t.rule("lexer.reserved", TP)
    for word in RESERVED:
        key = word.lower()
        near = [key[:at] + ("q" if key[at] != "q" else "z") + key[at + 1:] for at in range(len(key))] + [key[:-1], key + "q", key + key[-1], "q" + key]
        names = ", ".join(name for name in dict.fromkeys(near) if name.upper() not in RESERVED)
        t.pr(f"near.{key}", f"{{{names}}} == nil", f"{{{names}}} == nil")
        t.pr(f"near.{key}.capitals", f"{{{names.upper()}}} == nil", f"{{{names.upper()}}} == nil")
    return t


# Conditions that fail for OPERANDS, and the kind of the error.
OPERANDS = {"t": "x", "n": 1, "l": [1, 2], "s": ["a", "b"], "d": {"k": 1}, "m": [1, "a"]}
FAILING = {
    "sum": "t + n == 1", "sum-of-one": "t + 1 == 1", "sum-of-other": "1 + t == 1", "sum-of-lists": "l + l == 1", "difference": "t - n == 1",
    "difference-of-one": "t - 1 == 1", "difference-of-other": "1 - t == 1", "product": "t * n == 1", "product-of-one": "t * 2 == 1",
    "product-of-other": "2 * t == 1", "quotient": "n / t == 1", "quotient-of-other": "1 / t == 1", "power": "t ** 2 == 1", "power-of-other": "2 ** t == 1",
    "bits": "t & 1 == 1", "bits-of-other": "1 | t == 1", "shift": "t << 1 == 1", "minus": "-t == 1", "minus-of-list": "-l == 1",
    "union": "n UNION {1} == {1}", "union-of-other": "{1} UNION n == {1}", "union-of-keys": "l UNION t == {1}", "intersect": "t INTERSECT {1} == {1}",
    "intersect-of-other": "{1} INTERSECT t == {1}", "minus-of-sets": "n MINUS {1} == {1}", "minus-of-other": "{1} MINUS n == {1}",
    "index-of-number": "n[0] == 1", "index-by-text": "l['k'] == 1", "index-by-key": "l[t] == 1", "index-of-dictionary": "d[0] == 1",
    "index-of-dictionary-by-key": "d[n] == 1", "first-of-dictionary": "d[FIRST] == 1", "last-of-text": "t[LAST] == 1", "size-of-number": "n[SIZE] == 1",
    "count-of-number": "n.@count == 1", "sum-of-texts": "s.@sum == 1", "average-of-texts": "s.@avg == 1", "greatest-of-mixed": "m.@max == 1",
    "least-of-mixed": "m.@min == 1", "sum-of-key": "d.@sum.k == 1",
    "function-of-text": "sqrt(t) == 1", "function-of-number": "uppercase(n) == 'A'", "function-of-scalar": "average(n) == 1", "function-of-texts": "sum(s) == 1",
    "function-of-mixed": "max(m) == 1", "function-of-values": "max(n, t) == 1", "function-of-list": "abs(l) == 1", "bits-by-name": "bitwiseAnd:with:(n, t) == 1",
    "receiver": "FUNCTION(t, 'abs') == 1", "cast": "CAST(l, 'NSNumber') == 1", "cast-of-text": "CAST(t, 'NSSet') == {1}", "cast-of-pairs": "CAST(l, 'NSDictionary') == 1",
    "less": "n < t", "at-least": "t >= n", "less-of-lists": "l < s", "greater-of-dictionary": "d > n", "between": "n BETWEEN s", "between-of-number": "n BETWEEN t",
    "between-of-mixed": "n BETWEEN m", "in-number": "t IN n", "in-text": "n IN t", "contains": "n CONTAINS t", "contains-of-text": "t CONTAINS n",
    "begins": "n BEGINSWITH t", "ends": "t ENDSWITH n", "like": "n LIKE t", "like-of-number": "t LIKE n", "matches": "l MATCHES t", "less-with-c": "n <[c] t",
    "any": "ANY n == 1", "all": "ALL d == 1", "none": "NONE t == 'x'", "any-of-mixed": "ANY m < 0", "subquery": "SUBQUERY(n, $x, TRUEPREDICATE).@count == 1",
    "subquery-of-mixed": "SUBQUERY(m, $x, $x < 0).@count == 1", "ternary": "TERNARY(n < t, 1, 2) == 1", "ternary-of-value": "TERNARY(n == 1, t, 1) < 2", "list": "{n, -t} == {1}",
    "key-of-number": "n.foo == 1", "key-of-texts": "s.foo == 1", "key-of-index": "l[0].foo == 1", "variable": "$nothing == 1",
    "pattern": "t MATCHES '[' + t", "time-zone": "FUNCTION(CAST(n, 'NSDate'), 'hour:inTimeZone:', t) == 1",
}
KIND_OF_FAILING = {"key-of-number": "unknown-key", "key-of-texts": "unknown-key", "key-of-index": "unknown-key", "variable": "unbound-variable", "pattern": "domain", "time-zone": "domain"}

# Comparisons of constants that fail: constants are no reason to find them before anything runs.
CONSTANTS = {
    "less": "'a' < 1", "at-least-of-list": "5 >= {1}", "greater-of-boolean": "TRUE > {1}", "between": "5 BETWEEN {'a', 'b'}", "between-of-number": "5 BETWEEN 3",
    "in-text": "1 IN 'abc'", "in-number": "5 IN 5", "contains": "'abc' CONTAINS 1", "contains-of-number": "5 CONTAINS 'a'", "begins": "5 BEGINSWITH 'a'",
    "ends": "'a' ENDSWITH 5", "like": "5 LIKE 'a'", "like-of-number": "'a' LIKE 5", "matches": "'a' MATCHES 5", "any-of-mixed": "ANY {1, 'a'} < 0",
    "less-of-lists": "{1} < {2}", "greater-of-lists": "{'a'} >= {1}", "less-of-list-with-c": "{'a'} <[c] {'b'}", "between-of-lists": "{1} BETWEEN {{1}, {2}}",
    "between-of-one": "5 BETWEEN {3}", "between-of-three": "5 BETWEEN {3, 5, 7}", "between-of-list-of-mixed": "5 BETWEEN {10, 'a'}",
    "any-of-number": "ANY 5 == 5", "all-of-text": "ALL 'abc' == 'a'", "none-of-date": "NONE CAST(5, 'NSDate') == 5", "subquery": "SUBQUERY(5, $x, TRUEPREDICATE).@count == 1",
    "pattern": "'a' MATCHES '['", "pattern-with-c": "'a' MATCHES[c] '('", "sum": "'a' + 1 == 1", "sum-of-texts": "'a' + 'b' == 'ab'", "difference": "'a' - 'b' == 0",
    "product": "'a' * 2 == 2", "power": "{1} ** 2 == 1", "minus": "-'a' == 1", "bits": "'a' & 1 == 1", "union": "1 UNION {1} == {1}", "minus-of-set": "{1} MINUS 'a' == {1}",
    "cast": "CAST({1}, 'NSNumber') == 1", "cast-of-pairs": "CAST({1}, 'NSDictionary') == 1", "function": "uppercase(5) == 'A'", "function-of-mixed": "max(1, 'a') == 1",
    "count-of-number": "count(5) == 1", "method": "'a'.sqrt() == 1", "index-of-number": "5[0] == 1", "index-by-text": "{1}['a'] == 1", "last-of-text": "'a'[LAST] == 1",
    "operator": "5.@count == 1", "operator-of-texts": "{'a'}.@sum == 1", "operator-of-lists": "{{1}}.@max == 1", "operator-of-filtered": "SUBQUERY({'a'}, $x, TRUEPREDICATE).@sum == 1",
    "greatest-of-filtered": "SUBQUERY({{1}}, $x, TRUEPREDICATE).@max == 1", "arrays-of-filtered": "SUBQUERY({1}, $x, TRUEPREDICATE).@unionOfArrays == {1}",
    "sum-of-filtered": "SUBQUERY({1}, $x, TRUEPREDICATE) + 1 == 1", "key-of-text": "'abc'.foo == 1", "key-of-cast": "CAST(5, 'NSString').foo == 1", "key-of-number": "(5).foo == 1",
    "key-of-boolean": "TRUE.foo == 1", "key-of-date": "now().foo == 1", "key-of-filtered": "SUBQUERY({1}, $x, TRUEPREDICATE).foo == 1", "operator-of-key": "{1}.@sum.foo == 1",
    "variable": "$nothing == 1", "key-by-variable": "{'a'}.$nothing == 1", "operator-by-variable": "{1}.@sum.$nothing == 1", "operators-by-variable": "{{1}}.@sum.$nothing.@count == 1",
    "variable-of-subquery": "SUBQUERY({1}, $x, $x == $nothing).@count == 1", "time-zone": "FUNCTION(now(), 'hour:inTimeZone:', 'Nowhere') == 1",
}
CONSTANTS_BEHIND_FALSE = ["less-of-lists", "between-of-one", "any-of-number", "subquery", "pattern", "sum", "sum-of-texts", "cast", "function", "operator-of-filtered", "key-of-text", "key-by-variable"]
KIND_OF_CONSTANTS = {
    "pattern": "domain", "pattern-with-c": "domain", "time-zone": "domain", "variable": "unbound-variable", "key-by-variable": "unbound-variable",
    "operator-by-variable": "unbound-variable", "operators-by-variable": "unbound-variable", "variable-of-subquery": "unbound-variable",
    "key-of-text": "unknown-key", "key-of-cast": "unknown-key", "key-of-number": "unknown-key", "key-of-boolean": "unknown-key", "key-of-date": "unknown-key",
    "key-of-filtered": "unknown-key", "operator-of-key": "unknown-key",
}

# What fails beside a nil that decides, or behind an element that is found: every operand runs.
BESIDE_NIL = {
    "less": "$nothing < nil", "greater": "nil > $nothing", "at-most": "$nothing <= nil", "at-least": "nil >= $nothing", "equal": "$nothing == nil", "unequal": "nil != $nothing",
    "list": "{$nothing} == nil", "list-of-nil": "nil != {nil, $nothing}", "between": "nil BETWEEN {$nothing, 1}", "between-lower": "$nothing BETWEEN {nil, 1}", "between-upper": "1 BETWEEN {nil, $nothing}",
    "between-nil": "$nothing BETWEEN nil", "in": "nil IN $nothing", "in-nil": "$nothing IN nil", "in-list": "nil IN {1, $nothing}", "in-list-found": "1 IN {1, $nothing}",
    "in-list-of-keys": "n IN {n, -t}", "contains": "$nothing CONTAINS nil", "contains-list": "{1, $nothing} CONTAINS 1", "begins": "nil BEGINSWITH $nothing", "ends": "$nothing ENDSWITH nil",
    "like": "$nothing LIKE nil", "matches": "nil MATCHES $nothing", "sum": "nil + $nothing == nil", "difference": "$nothing - nil == nil", "product": "nil * $nothing == nil",
    "quotient": "$nothing / nil == nil", "power": "nil ** $nothing == nil", "bits": "nil & $nothing == nil", "union": "nil UNION $nothing == nil", "function": "modulus:by:(nil, $nothing) == nil",
    "function-of-values": "max(nil, $nothing) == nil", "index": "nil[$nothing] == nil", "any": "ANY {1} == $nothing", "all-decided": "ALL {1, 2} == $nothing",
}

# The same beside a collection without elements, which decides IN and CONTAINS, and an operation that cannot be evaluated at all.
BESIDE_NONE = {
    "in-empty": "$nothing IN e", "in-union": "$nothing IN (e UNION {})", "in-difference": "$nothing IN (l MINUS l)", "in-nil-union": "$nothing IN (z UNION {1})",
    "in-subquery": "$nothing IN SUBQUERY(e, $x, TRUEPREDICATE)", "in-subquery-none": "$nothing IN SUBQUERY(l, $x, FALSEPREDICATE)",
    "in-subquery-of-nil": "$nothing IN SUBQUERY(z, $x, TRUEPREDICATE)", "in-distinct": "$nothing IN distinct(e)", "in-path": "$nothing IN e.k",
    "in-operator": "$nothing IN e.@unionOfObjects.k", "in-set": "$nothing IN CAST(e, 'NSSet')", "contains-union": "(e UNION {}) CONTAINS $nothing",
    "contains-nil-union": "(z UNION {1}) CONTAINS $nothing", "contains-difference": "(e MINUS {}) CONTAINS t * 2",
    "contains-subquery": "SUBQUERY(e, $x, TRUEPREDICATE) CONTAINS {$nothing}", "nil-in-union": "nil IN (e UNION {$nothing})",
    "nil-in-subquery": "nil IN SUBQUERY(l, $x, $x == $nothing)", "union-contains-nil": "({$nothing} UNION e) CONTAINS nil",
}


def failing_operands():
    """Everything that can fail, before and behind what decides AND and OR."""
    t = Cases("errors", "family-lazy", "What fails before and behind a condition that decides: AND and OR run from left to right and stop when they know.")
    t.rule("error.lazy", TP)
    for name, format in FAILING.items():
        kind = KIND_OF_FAILING.get(name, "type")
        t.bad(f"{name}.before-true", f"{format} OR TRUEPREDICATE", kind, o=OPERANDS)
        t.bad(f"{name}.before-false", f"{format} AND FALSEPREDICATE", kind, o=OPERANDS)
        t.ok(f"{name}.behind-true", f"n == 1 OR {format}", o=OPERANDS)
        t.no(f"{name}.behind-false", f"n == 2 AND {format}", o=OPERANDS)
    for name, format in CONSTANTS.items():
        t.bad(f"constants.{name}", f"{format} OR TRUEPREDICATE", KIND_OF_CONSTANTS.get(name, "type"))
        t.ok(f"constants.{name}.behind-true", f"TRUEPREDICATE OR {format}")
        t.ok(f"constants.{name}.behind-key", f"n == 1 OR {format}", o=OPERANDS)
        if name in CONSTANTS_BEHIND_FALSE:
            t.no(f"constants.{name}.behind-false", f"1 == 2 AND {format}")
            t.ok(f"constants.{name}.chosen", f"TERNARY(1 == 1, 1, TERNARY({format}, 1, 2)) == 1")
    t.rule("error.operands", TP)
    for name, format in BESIDE_NIL.items():
        t.bad(name, format, "type" if name == "in-list-of-keys" else "unbound-variable", o=OPERANDS)
        t.ok(f"{name}.behind-true", f"n == 1 OR {format}", o=OPERANDS)
    for name, format in BESIDE_NONE.items():
        t.bad(f"none.{name}", format, "type" if name == "contains-difference" else "unbound-variable", o={**OPERANDS, "e": [], "z": None})
        t.ok(f"none.{name}.behind-true", f"n == 1 OR {format}", o={**OPERANDS, "e": [], "z": None})
    t.no("any-of-none", "ANY {} == $nothing")
    t.ok("all-of-nil", "ALL nil == $nothing")
    return t


def patterns():
    """Patterns of LIKE and parts of strings, of every shape and length, among strings that nearly fit: which strings fit."""
    t = Cases("like", "family-patterns", "LIKE, BEGINSWITH, ENDSWITH and CONTAINS with patterns of every shape and length: which strings fit.")
    words = [""] + ["".join(letters) for length in (1, 2, 3, 4) for letters in itertools.product("ab", repeat=length)] + ["abab\u00e9b", "\u00e9", "b\u00e9a", "AB", "aAbB"]
    for options in ("", "c"):
        bracket = f"[{options}]" if options else ""
        folded = {word: fold(word, options) for word in words}
        t.rule("like.fold" if options else "like.star", TP)
        for pattern in ["*", "?", "??", "a*", "*a", "a*b", "a*ab", "*a*", "*ab*", "ab*ab", "a?", "?a", "a?b", "*?b", "a*?", "a*?b", "?*?", "*b?", "*?a?*", "a**b", "*a*b*", "*aba", "aba*",
                        "a*b*a", "*bb*", "b*a?", "\u00e9", "*\u00e9*", "?\u00e9?", "*\u00e9?", "a*\u00e9b", "A*", "*B"]:
            expression = re.compile("".join(".*" if letter == "*" else "." if letter == "?" else letter for letter in fold(pattern, options)), re.S)
            name = "-".join({"*": "star", "?": "any", "\u00e9": "acute", "A": "capital-a", "B": "capital-b"}.get(letter, letter) for letter in pattern)
            t.val(f"shapes.{name}", f"SUBQUERY(SELF, $x, $x LIKE{bracket} %@)", [word for word in words if expression.fullmatch(folded[word])], o=words, a=[pattern])
    base = "the quick brown Fox jumps over The lazy dog"
    texts = [base[start:start + length] for length in (1, 7, 8, 9, 17, 43) for start in (0, 10, 20, 27)]
    texts += [text.replace("o", "\u00f6") for text in texts[8::3]] + [text.upper() for text in texts[4::4]] + [text + "\u0301" for text in texts[::5]] + ["\u212aing", "\u017fo"]
    texts = list(dict.fromkeys(texts))
    tests = {"BEGINSWITH": str.startswith, "ENDSWITH": str.endswith, "CONTAINS": str.__contains__}
    for options in ("", "c", "d", "cd"):
        bracket = f"[{options}]" if options else ""
        t.rule({"": "string.contains", "c": "option.case"}.get(options, "option.marks"), TP)
        for length in (1, 3, 7, 8, 9, 17):
            for start in (0, 10):
                for operator, holds in tests.items():
                    part = base[start:start + length]
                    found = [text for text in texts if holds(fold(text, options), fold(part, options))]
                    t.val(f"parts.{operator.lower()}.{options + '.' if options else ''}{start}-{length}", f"SUBQUERY(SELF, $x, $x {operator}{bracket} %@)", found, o=texts, a=[part])
    return t


MAKERS = (nil_by_operator, nil_arithmetic, text_by_option, numbers_by_type, unlike_families, not_strings, quantifier_by_operator,
          operator_pairs, spellings, reserved_words, specifiers, bracket_mistakes, cut_short, casts, foldings,
          folding_of_blocks, dates_printed, near_words, failing_operands, patterns)

if __name__ == "__main__":
    print(sum(make().write() for make in MAKERS))
