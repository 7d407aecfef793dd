"""Small changes of Swift sources, found by rule. Standard library only.

A change replaces an operator by one of its own, which the generated package defines: it does what the operator did, or what the rule
says where the change is switched on. Constants and conditions are passed through a function in the same way. So nothing has to parse
expressions, and all changes are in one binary.
"""
import random
import re
from dataclasses import dataclass

# The parts of the implementation: folders whose sources are changed.
PARTS = {
    "parser": ["Language/PredicateSyntax/Lexing", "Language/PredicateSyntax/Parsing", "Language/PredicateSyntax/Operators"],
    "printer": ["Language/PredicateSyntax/Printing"],
    "binder": ["Language/PredicateBinding/Binder", "Language/PredicateBinding/Core"],
    "reference": ["Memory/PredicateReference/Evaluating"],
    "values": [f"Language/PredicateValues/{room}" for room in (
        "Numbers", "Dates", "Strings", "RegularExpressions", "Operations", "Functions")],
    "engine": [f"Memory/PredicateEngine/{room}" for room in ("Columns", "Views", "Nodes", "Compiling", "Running")],
}
# Files that only make messages and hints.
MESSAGES = re.compile(r"Diagnos|PredicateIssue\+|Description|Suggest")

COMPARABLE, EQUATABLE, ADDITIVE = "<T: Comparable>", "<T: Equatable>", "<T: AdditiveArithmetic>"
FIXED, INTEGER = "<T: FixedWidthInteger>", "<T: BinaryInteger>"
# An operator, what it becomes, and the types that have both.
OPERATORS = {
    "<": ("<=", COMPARABLE, "ComparisonPrecedence"), "<=": ("<", COMPARABLE, "ComparisonPrecedence"),
    ">": (">=", COMPARABLE, "ComparisonPrecedence"), ">=": (">", COMPARABLE, "ComparisonPrecedence"),
    "==": ("!=", EQUATABLE, "ComparisonPrecedence"), "!=": ("==", EQUATABLE, "ComparisonPrecedence"),
    "+": ("-", ADDITIVE, "AdditionPrecedence"), "-": ("+", ADDITIVE, "AdditionPrecedence"),
    "&+": ("&-", FIXED, "AdditionPrecedence"), "&-": ("&+", FIXED, "AdditionPrecedence"),
    "*": ("+", "<T: Numeric>", "MultiplicationPrecedence"), "/": ("*", INTEGER, "MultiplicationPrecedence"),
    "%": ("/", INTEGER, "MultiplicationPrecedence"),
    "&": ("|", INTEGER, "MultiplicationPrecedence"), "|": ("&", INTEGER, "AdditionPrecedence"),
    "&&": ("||", "", "LogicalConjunctionPrecedence"), "||": ("&&", "", "LogicalDisjunctionPrecedence"),
    "+=": ("-=", ADDITIVE, "AssignmentPrecedence"), "-=": ("+=", ADDITIVE, "AssignmentPrecedence"),
    "..<": ("one less", "<T: Strideable>", "RangeFormationPrecedence"),
}

QUOTED = re.compile(r'//[^\n]*|/\*.*?\*/|(#*)""".*?"""\1|(#*)"(?:\\.|[^"\\\n])*"\2', re.S)
BINARY = re.compile(r"(?<= )(" + "|".join(map(re.escape, sorted(OPERATORS, key=len, reverse=True))) + r")(?= (?!nil\b))"
                    r"|(?<=[\w)])(\.\.<)(?=[\w(])")
LITERAL = re.compile(r"(?<![\w.#$])(0x[0-9A-Fa-f_]+|\d[\d_]*)(?![\w.])|(?<![\w.])(true|false)(?!\w)")
NEGATION = re.compile(r"(?<=[ (\[])!(?=[\w(])")
CONDITION = re.compile(r"^ *(?:\} else )?(?:if|guard|while) (.*?)(?: else)? \{", re.M)
# Lines whose operators and constants are no expressions that run.
DECLARATION = re.compile(r"\s*(import|#|@|case\b|default:|infix|prefix|typealias|(?:public |package |private |fileprivate |static )*"
                         r"(?:func|init|subscript|struct|class|enum|protocol|extension)\b)|.*\bwhere [A-Z][\w.]* (?:==|:)|.*~Copyable")


@dataclass(frozen=True)
class Place:
    """A place that a rule changes: `start` and `end` in the text of the file, what stands there, and what it becomes."""
    part: str
    file: str
    line: int
    start: int
    end: int
    rule: str
    old: str
    new: str

    @property
    def about(self):
        return f"{self.file}:{self.line} {self.rule}: {self.old} becomes {self.new}"


def masked(text):
    """The text with blanks for comments and strings."""
    return QUOTED.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)


def without_inlinable(code):
    """The code with blanks for functions that other modules compile: these cannot name what is internal."""
    while match := re.search(r"@inlinable|@_transparent", code):
        opening = code.find("{", match.start())
        depth, end = 0, opening
        while end < len(code):
            depth += {"{": 1, "}": -1}.get(code[end], 0)
            end += 1
            if depth == 0:
                break
        code = code[:match.start()] + re.sub(r"[^\n]", " ", code[match.start():end]) + code[end:]
    return code


def clauses(code, start, end):
    """The clauses of a condition that are plain expressions, as ranges."""
    depth, begin = 0, start
    for index in range(start, end + 1):
        letter = code[index] if index < end else ","
        depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(letter, 0)
        if letter == "," and depth == 0:
            clause = code[begin:index]
            first = begin + len(clause) - len(clause.lstrip())
            if not re.match(r"(let|var|case)\b|#", clause.lstrip()) and clause.strip() and "{" not in clause:
                yield first, first + len(clause.strip())
            begin = index + 1


def places(part, file, text):
    """All places of a file, in their order."""
    code = without_inlinable(masked(text))
    found = []

    def add(start, end, rule, old, new):
        line_start = code.rfind("\n", 0, start) + 1
        line_end = code.find("\n", start)
        line = code[line_start:line_end]
        declares = DECLARATION.match(line)
        # Behind the colon of a case stands what runs.
        if declares and not (declares[1] == "case" and 0 <= line.rfind(": ") < start - line_start):
            return
        found.append(Place(part, file, code.count("\n", 0, start) + 1, start, end, rule, old, new))

    for match in BINARY.finditer(code):
        operator = match[0]
        if operator in ("+", "+=") and '"' in text[match.start() - 2] + text[match.end() + 1]:
            continue  # Texts are joined.
        rule = "bound" if operator == "..<" else "operator"
        add(match.start(), match.end(), rule, operator, OPERATORS[operator][0])
    for match in LITERAL.finditer(code):
        if code.endswith("while ", 0, match.start()):
            continue  # The compiler knows that such a loop has no end.
        new = {"true": "false", "false": "true"}.get(match[0], match[0] + " + 1")
        add(match.start(), match.end(), "constant", match[0], new)
    for match in NEGATION.finditer(code):
        add(match.start(), match.end(), "negation", "!", "nothing")
    for match in CONDITION.finditer(code):
        for start, end in clauses(code, match.start(1), match.end(1)):
            if text[start:end] != "true":
                add(start, end, "condition", text[start:end], "its opposite")
    return sorted(found, key=lambda place: (place.start, place.end))


def chosen(root, seed, count):
    """As many places of each part, by a seed: the same for the same sources."""
    result = []
    for part, folders in PARTS.items():
        every = []
        for folder in folders:
            for path in sorted((root / "Sources" / folder).rglob("*.swift")):
                if not MESSAGES.search(path.name):
                    every += places(part, str(path.relative_to(root)), path.read_text(encoding="utf-8"))
        result += random.Random(f"{seed} {part}").sample(every, min(count, len(every)))
    return result
