#!/usr/bin/env python3
"""Says whether a production of predicate.ebnf, fetch.ebnf and change.ebnf derives a text. Standard library only.

    derive.py text PRODUCTION TEXT…  says of each text whether the production derives it: 0 where it derives all, otherwise 1
    derive.py fetch                  runs the grammar over the cases of fetch/
    derive.py change                 runs the grammar over the cases of change/
    derive.py suite [FILTER]         runs the grammar over the cases of suite/ whose id contains FILTER
    derive.py ambiguous [FILTER]     looks for texts that the grammar derives in more than one way

`fetch`, `change` and `suite` print every case about which the grammar and the case differ, and a count. A case that expects an error of
kind "syntax" must not derive. Every other case must. The status is 0 where all agree, 1 where one does not, 2 where a grammar is
not legal ISO/IEC 14977, declares a name twice, or uses one that it does not declare.

`ambiguous` takes the cases of suite/ whose id contains FILTER, and all cases of statements, up to 300 characters each. It prints what has
several derivations. predicate.ebnf allows none: the status is 1 where a format or an expression has several. fetch.ebnf names those
that it has, and which counts.

The header of predicate.ebnf says how a text is cut into tokens. The parser is Earley's, over those tokens. What the grammars say
in words, between question marks, stands in SETS, TEXTS, CONDITIONS and TOKEN_CONDITIONS below.
"""
import functools
import json
import re
import sys
from pathlib import Path

GRAMMAR = Path(__file__).resolve().parent.parent
FIRST_OF_SECOND_PART = "Format"


# ---- Reading ISO/IEC 14977. An expression is a tuple that begins with its kind.

class GrammarError(Exception):
    """The grammar is not what the notation allows."""


def symbols_of(text, file):
    """The symbols of a grammar as (kind, content), without comments."""
    symbols, position, line = [], 0, 1
    pattern = re.compile(r"""(?P<space>\s+)|(?P<name>[A-Za-z][A-Za-z0-9]*)|(?P<integer>[0-9]+)
        |"(?P<double>[^"]+)"|'(?P<single>[^']+)'|\?(?P<special>[^?]+)\?|(?P<sign>[=;|,\-*()\[\]{}])""", re.X)
    while position < len(text):
        if text.startswith("(*", position):
            end, depth = position + 2, 1
            while depth:
                mark = re.compile(r"\(\*|\*\)").search(text, end)
                if not mark:
                    raise GrammarError(f"{file}:{line}: the comment has no end")
                depth, end = depth + (1 if mark.group() == "(*" else -1), mark.end()
            line, position = line + text.count("\n", position, end), end
            continue
        match = pattern.match(text, position)
        if not match:
            raise GrammarError(f"{file}:{line}: “{text[position]}” begins no symbol")
        kind, content = match.lastgroup, match.group(match.lastgroup)
        if kind in ("double", "single"):
            kind = "text"
        if kind == "special":
            content = " ".join(content.split())
        if kind != "space":
            symbols.append((kind, content, f"{file}:{line}"))
        line, position = line + match.group().count("\n"), match.end()
    return symbols + [("end", "", f"{file}:{line}")]


class Reader:
    """Reads the productions of one grammar."""

    def __init__(self, symbols):
        self.symbols, self.position = symbols, 0

    def sees(self, *signs):
        kind, content, _ = self.symbols[self.position]
        return kind == "sign" and content in signs

    def take(self, kind, content=None):
        found = self.symbols[self.position]
        if found[0] != kind or content not in (None, found[1]):
            raise GrammarError(f"{found[2]}: expected {content or kind}, found “{found[1]}”")
        self.position += 1
        return found[1]

    def productions(self):
        while self.symbols[self.position][0] != "end":
            place, name = self.symbols[self.position][2], self.take("name")
            self.take("sign", "=")
            yield name, self.alternatives(), place
            self.take("sign", ";")

    def alternatives(self):
        found = [self.sequence()]
        while self.sees("|"):
            self.take("sign", "|")
            found.append(self.sequence())
        return found[0] if len(found) == 1 else ("alt", *found)

    def sequence(self):
        found = [self.term()]
        while self.sees(","):
            self.take("sign", ",")
            found.append(self.term())
        return found[0] if len(found) == 1 else ("seq", *found)

    def term(self):
        found = self.factor()
        if not self.sees("-"):
            return found
        self.take("sign", "-")
        return ("except", found, self.factor())

    def factor(self):
        if self.symbols[self.position][0] != "integer":
            return self.primary()
        count = int(self.take("integer"))
        self.take("sign", "*")
        return ("seq", *[self.primary()] * count)

    def primary(self):
        for opener, closer, kind in (("(", ")", None), ("[", "]", "opt"), ("{", "}", "rep")):
            if self.sees(opener):
                self.take("sign", opener)
                found = self.alternatives()
                self.take("sign", closer)
                return (kind, found) if kind else found
        kind = self.symbols[self.position][0]
        return (kind, self.take(kind if kind in ("text", "special") else "name"))


def parts_of(expression):
    """Every expression in an expression, itself included."""
    yield expression
    for part in expression[1:]:
        if isinstance(part, tuple):
            yield from parts_of(part)


@functools.cache
def is_word(text):
    """Whether a quoted text matches in any mixture of case."""
    return bool(re.fullmatch(r"[A-Z]{2}[A-Z-]*", text))


def upper(text):
    """Capitals, of ASCII letters only."""
    return text.upper() if text.isascii() else re.sub("[a-z]", lambda letter: letter.group().upper(), text)


# ---- What the grammars say in words.

SPACE = " \t\n\v\f\r"

def is_name_character(text, at):
    return at < len(text) and (text[at].isascii() and text[at].isalnum() or text[at] == "_")


def ends_number(grammar, text, at):
    words = grammar.texts("Predicate", "Conjunction", "Negation", "Quantifier", "ComparisonOperator", "SetValue")
    # One character more than the longest word is enough: a number has as many places to end as digits.
    end, last = at, at + max(map(len, words)) + 1
    while end < last and is_name_character(text, end):
        end += 1
    return end == at or upper(text[at:end]) in words


def begins_key(text, at):
    return at < len(text) and (text[at].isalpha() or text[at] in "_@%$#\"'\\" or not text[at].isascii())


def begins_no_factor(grammar, text, at):
    """Whether the text goes on with a token that is no operand: a dot before a key, a closing bracket, a comparison, and so on."""
    rest = text[at:].lstrip(SPACE)
    if rest[:1] == ".":
        return not rest[1:2].isdigit()
    shifts = ("<<", ">>")
    if rest[:1] in set(",)]}[=<>") and rest[:2] not in shifts or rest[:2] in ("!=", "&&", "||"):
        return True
    selector = re.match(r"(?:[A-Za-z_][A-Za-z0-9_]*:(?!=))+", rest)
    if selector:
        return not rest[selector.end():].lstrip(SPACE).startswith("(")
    word = re.match(r"[A-Za-z_-]*", rest).group()
    after = rest[len(word):].lstrip(SPACE)
    if upper(word) in ("AND", "OR"):
        return True
    if grammar.start not in ("Format", "ExpressionFormat") and (
            rest[:1] == ";" or text[at:at + 1] in set(SPACE) and upper(word) in ENDS_OF_VALUES):
        return True
    if word and upper(word) in grammar.texts("ComparisonOperator", "SetValue"):
        following = re.match(r"[A-Za-z_-]+|", after).group()
        return not (after[:1] in set(".=<>") and after[:2] not in shifts or after[:2] == "!=" or upper(following) in grammar.texts("ComparisonOperator"))
    return False


def surplus_conversion(grammar, text, at):
    letters = "dDiuUxXoOp"
    two = text[at:at + 2]
    fits = len(two) == 2 and two[0] in letters and two[1] in letters and two[0] != two[1]
    return {at + 2} if fits and not is_name_character(text, at + 2) else set()


def in_base_ten(number):
    """The digits of an integer. str() refuses long ones."""
    parts = []
    while number >= 10 ** 1000:
        number, part = divmod(number, 10 ** 1000)
        parts.append(f"{part:01000d}")
    return str(number) + "".join(reversed(parts))


def excessive_number(grammar, text, at):
    number = re.compile(r"0[xX][0-9A-Fa-f]+|0[oO][0-7]+|0[bB][01]+|(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?").match(text, at)
    if not number:
        return set()
    digits = number.group()
    if digits[1:2] in tuple("xXoObB"):
        digits = in_base_ten(int(digits, 0))
    if digits.isdecimal():
        is_excessive = len(digits.strip("0")) > 1000 or len(digits.lstrip("0")) > 10001
    else:
        is_excessive = float(digits) == float("inf")
    return set(range(at + 1, number.end() + 1)) if is_excessive else set()


# One character.
SETS = {
    "U+0009 to U+000D": lambda c: "\t" <= c <= "\r",
    "any scalar": lambda c: True,
    "a letter A to Z or a to z, or a scalar beyond ASCII with the Unicode property XID_Start":
        lambda c: c.isidentifier() and c != "_",
    "a scalar beyond ASCII with the Unicode property XID_Continue":
        lambda c: not c.isascii() and ("a" + c).isidentifier(),
}

# Where a text ends that begins at a place.
TEXTS = {
    'two different letters of d D i u U x X o O p, behind which no letter, digit or "_" follows': surplus_conversion,
    "an integer beyond the range of decimals or a fraction beyond the range of a double, or the beginning of one": excessive_number,
}

# What must hold at a place in the text.
CONDITIONS = {
    "no HexDigit follows": lambda grammar, text, at: text[at:at + 1] not in set("0123456789ABCDEFabcdef"),
    'no "=" follows': lambda grammar, text, at: text[at:at + 1] != "=",
    'no letter, digit or "_" follows, except a word that is an operator': ends_number,
    'no letter, digit, "_" or "-" follows': lambda grammar, text, at: not is_name_character(text, at) and text[at:at + 1] != "-",
    "the end or a token that begins no factor follows":
        lambda grammar, text, at: at == len(text) or begins_no_factor(grammar, text, at),
    "nothing that begins a key follows": lambda grammar, text, at: not begins_key(text, at) and not text[at:at + 1].isdecimal(),
}


def follows(tokens, at, texts):
    return at < len(tokens) and tokens[at].upper in texts


def has_value_for_each_colon(grammar, tokens, at):
    """Whether as many values stand between a String and the parenthesis that ends its call as the String has colons."""
    name, commas, depth = tokens[at - 1].text[1:-1], 0, 0
    for token in tokens[at:]:
        if token.text in ("(", "[", "{"):
            depth += 1
        elif token.text in (")", "]", "}"):
            depth -= 1
            if depth < 0:
                break
        elif token.text == "," and depth == 0:
            commas += 1
    return commas == name.count(":") and bool(re.fullmatch(r"[A-Za-z_][A-Za-z0-9_:]*", name))


LETTER_ESCAPES = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}
ESCAPE = re.compile(r"\\(?:[uU](?P<u>[0-9A-Fa-f]{4})|[xX](?P<x>[0-9A-Fa-f]{2})|(?P<o>[0-3][0-7]{2}|[0-7]{1,2}(?![0-7]))|(?P<c>.))", re.DOTALL)


def string_value(token):
    """The text that a String stands for (lexer.string-escape, lexer.unknown-escape)."""
    def character(escape):
        u, x, o, c = escape.group("u", "x", "o", "c")
        return LETTER_ESCAPES.get(c, c) if c else chr(int(u or x, 16) if u or x else int(o, 8))
    # Two halves of a surrogate pair become one character, one half alone U+FFFD.
    return ESCAPE.sub(character, token[1:-1]).encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def members_differ(grammar, tokens, at):
    """Whether no member of a list of values stands there twice."""
    found, depth = [], 0
    for place in range(at, len(tokens)):
        text = tokens[place].text
        depth += (text in ("(", "[", "{")) - (text in (")", "]", "}"))
        if place == at or depth == 0 and tokens[place - 1].text == ",":
            found.append(string_value(text) if text[0] in "\"'" else text.removeprefix("#"))
    return len(found) == len(set(found))


def row_is_whole(grammar, tokens, at):
    """Whether as many values stand in the second parentheses of a row as members in the first, and no member stands there twice."""
    members, place = [], at
    while place < len(tokens) and tokens[place].text != ")":
        if tokens[place].text != ",":
            text = tokens[place].text
            members.append(string_value(text) if text[0] in "\"'" else text.removeprefix("#"))
        place += 1
    values, depth = 1, 0
    for token in tokens[place + 3:]:
        depth += (token.text in ("(", "[", "{")) - (token.text in (")", "]", "}"))
        if depth < 0:
            break
        values += depth == 0 and token.text == ","
    return len(members) == len(set(members)) == values


def is_no_comment(grammar, tokens, at):
    """Whether the tokens are no line that begins with two minus signs, directly behind each other, and a space, a third or nothing."""
    signs = [token.text for token in tokens[:2]] == ["-", "-"] and not tokens[1].space
    has_lines = any("\n" in token.text or "\n" in token.space for token in tokens[1:])
    return not signs or has_lines or len(tokens) > 2 and not tokens[2].space and tokens[2].text != "-"


# Words behind a value in a statement.
ENDS_OF_VALUES = {"WHERE", "GROUP", "HAVING", "SHOW", "SORT", "ORDER", "FIRST", "LIMIT", "OFFSET", "AS", "OF", "ASC", "ASCENDING",
                  "DESC", "DESCENDING"}

# What must hold before a token.
TOKEN_CONDITIONS = {
    'a ComparisonOperator that is no Selector, or "." follows':
        lambda grammar, tokens, at: follows(tokens, at, grammar.texts("ComparisonOperator") | {"."}),
    "a ComparisonOperator that is no Selector follows":
        lambda grammar, tokens, at: follows(tokens, at, grammar.texts("ComparisonOperator")),
    "neither a Quantifier nor a ComparisonOperator that is no Selector follows":
        lambda grammar, tokens, at: not follows(tokens, at, grammar.texts("Quantifier", "ComparisonOperator")),
    "the first word of a Clause follows":
        lambda grammar, tokens, at: follows(tokens, at, {word for _, word in grammar.firsts["Clause"]}),
    'neither "#", "\\" nor "-" is in the token that follows':
        lambda grammar, tokens, at: at < len(tokens) and not set("#\\-") & set(tokens[at].text),
    'the token that follows is "#" and a name without "#", "\\" and "-"':
        lambda grammar, tokens, at: at < len(tokens) and tokens[at].text[0] == "#" and not set("#\\-") & set(tokens[at].text[1:]),
    "the text is a statement": lambda grammar, tokens, at: grammar.start not in ("Format", "ExpressionFormat"),
    "a Name that ends no value, Levels, or a form in parentheses follows":
        lambda grammar, tokens, at: at < len(tokens) and (
            "Name" in tokens[at].names and tokens[at].text[0] != "#" and tokens[at].upper not in ENDS_OF_VALUES
            or "Levels" in tokens[at].names
            or tokens[at].upper in ("SUBQUERY", "CAST", "TERNARY", "FUNCTION") and follows(tokens, at + 1, ["("])),
    "a Name or a Variable follows":
        lambda grammar, tokens, at: at < len(tokens) and not tokens[at].names.isdisjoint({"Name", "Variable"}),
    "no two Members of the list are the same": members_differ,
    "as many Values follow as Members, and no two Members are the same": row_is_whole,
    "the text is no comment": is_no_comment,
    'no "(" follows': lambda grammar, tokens, at: not follows(tokens, at, ["("]),
    'as many values follow up to the ")" as the String has colons': has_value_for_each_colon,
}

EACH_ONCE = re.compile(r"each kind of ([A-Za-z0-9]+) at most once")


# ---- Tokens.

class Token:
    """A piece of a text, the productions of the first part that derive all of it, and the space before it."""

    def __init__(self, text, names, space):
        self.text, self.upper, self.names, self.space = text, upper(text), frozenset(names), space


class Scanner:
    """What the productions of the first part derive in one text."""

    def __init__(self, grammar, text):
        self.grammar, self.text, self.upper, self.known = grammar, text, upper(text), {}

    def ends(self, expression, at):
        """Where what an expression derives at a place may end."""
        key = (id(expression), at)
        if key not in self.known:
            self.known[key] = self.find(expression, at)
        return self.known[key]

    def find(self, expression, at):
        kind, *parts = expression
        text = self.text
        if kind == "name":
            return self.ends(self.grammar.productions[parts[0]], at)
        if kind == "text":
            wanted = parts[0]
            source = self.upper if is_word(wanted) else text
            return {at + len(wanted)} if source.startswith(wanted, at) else set()
        if kind == "alt":
            return set().union(*(self.ends(part, at) for part in self.grammar.beginning_with(expression, self.upper[at:at + 1])))
        if kind == "seq":
            places = {at}
            for part in parts:
                places = set().union(*(self.ends(part, place) for place in places))
            return places
        if kind == "opt":
            return {at} | self.ends(parts[0], at)
        if kind == "except":
            return (found := self.ends(parts[0], at)) and found - self.ends(parts[1], at)
        if kind == "rep":
            if (one := self.grammar.one_character(parts[0])) is not None:
                end = at
                while end < len(text) and one(text[end]):
                    end += 1
                return set(range(at, end + 1))
            reached, fresh = {at}, {at}
            while fresh:
                fresh = set().union(*(self.ends(parts[0], place) for place in fresh)) - reached
                reached |= fresh
            return reached
        words = parts[0]
        if words in SETS:
            return {at + 1} if at < len(text) and SETS[words](text[at]) else set()
        if words in TEXTS:
            return TEXTS[words](self.grammar, text, at)
        return {at} if CONDITIONS[words](self.grammar, text, at) else set()

    def may_begin(self, expression, at):
        """Whether the character at a place may begin what an expression derives."""
        initials = self.grammar.initials(expression)
        return initials is None or self.upper[at:at + 1] in initials

    def tokens(self):
        """The tokens of the text; None where a character begins none."""
        tokens = list(self.first_tokens())
        return None if None in tokens else tokens

    def first_tokens(self):
        """The tokens, and None for the first character that begins none."""
        grammar, text, at = self.grammar, self.text, 0
        while True:
            begin = at
            while spaces := self.ends(("name", "Space"), at) if at < len(text) else None:
                at = max(spaces)
            if at == len(text):
                return
            best = {name: max(ends) for name in grammar.token_names
                    if self.may_begin(("name", name), at) and (ends := self.ends(grammar.productions[name], at))}
            sign = next((sign for sign in grammar.signs if text.startswith(sign, at)), "")
            end = max([at + len(sign), *best.values()])
            if end == at:
                yield None
                return
            names = {name for name in best if best[name] == end}
            if "ReservedWord" in names:
                names.discard("Name")
            yield Token(text[at:end], names, text[begin:at])
            at = end


# ---- Derivation.

class Grammar:
    """The productions of grammars, the later ones built on those before."""

    def __init__(self, *files):
        self.productions, places, self.known_texts, self.known_initials, self.known_characters = {}, {}, {}, {}, {}
        self.known_parts = {}
        for file in files:
            for name, expression, place in Reader(symbols_of(file.read_text(encoding="utf-8"), file.name)).productions():
                if name in self.productions:
                    raise GrammarError(f"{place}: {name} is declared a second time")
                self.productions[name], places[name] = expression, place
        names = list(self.productions)
        self.first_part = set(names[:names.index(FIRST_OF_SECOND_PART)])
        used, self.signs, self.words = set(), set(), set()
        for name, expression in self.productions.items():
            for part in parts_of(expression):
                self.check(part, name, places[name])
                if name not in self.first_part and part[0] == "name" and part[1] in self.first_part:
                    used.add(part[1])
                if name not in self.first_part and part[0] == "text":
                    (self.words if is_word(part[1]) else self.signs).add(part[1])
        self.token_names = sorted(used)
        self.signs = sorted(self.signs, key=len, reverse=True)
        self.rules, self.lists = {}, 0
        for name, expression in self.productions.items():
            if name not in self.first_part:
                self.rules[name] = [self.sequence(choice) for choice in self.choices(expression)]
        self.find_firsts()

    def check(self, part, name, place):
        kind, content = part[0], part[1]
        if kind == "name" and content not in self.productions:
            raise GrammarError(f"{place}: {name} uses {content}, which no production declares")
        if kind == "name" and name in self.first_part and content not in self.first_part:
            raise GrammarError(f"{place}: {name} is a token and uses {content}, which is none")
        if kind == "special":
            known = {**SETS, **TEXTS, **CONDITIONS} if name in self.first_part else TOKEN_CONDITIONS
            if content not in known and not (name not in self.first_part and EACH_ONCE.fullmatch(content)):
                raise GrammarError(f"{place}: derive.py does not know “{content}”")

    # Rules: a name and its alternatives, each a list of symbols. A symbol is the name of a rule, or the tuple of a terminal or a
    # condition.

    @staticmethod
    def choices(expression):
        return expression[1:] if expression[0] == "alt" else (expression,)

    def sequence(self, expression):
        parts = list(expression[1:]) if expression[0] == "seq" else [expression]
        found = []
        while parts:
            part = parts.pop(0)
            once = parts and parts[0][0] == "special" and EACH_ONCE.fullmatch(parts[0][1])
            if once and part == ("rep", ("name", once.group(1))):
                parts.pop(0)
                found.append(self.each_once(once.group(1)))
            else:
                found.append(self.symbol(part))
        return found

    def symbol(self, expression):
        kind, *parts = expression
        if kind == "name" and parts[0] not in self.first_part:
            return parts[0]
        if kind in ("name", "text", "special"):
            return expression
        self.lists += 1
        name = f"{kind} {self.lists}"
        if kind == "opt":
            self.rules[name] = [[], *(self.sequence(choice) for choice in self.choices(parts[0]))]
        elif kind == "rep":
            self.rules[name] = [[], *([name, *self.sequence(choice)] for choice in self.choices(parts[0]))]
        elif kind == "except":
            self.rules[name] = [self.sequence(choice) for choice in self.choices(parts[0])]
            self.rules[f"not {self.lists}"] = [self.sequence(choice) for choice in self.choices(parts[1])]
        else:
            self.rules[name] = [self.sequence(choice) for choice in self.choices(expression)]
        return name

    def each_once(self, name):
        """A rule for any number of a production's alternatives in any order, none of them twice."""
        kinds = [self.symbol(choice) for choice in self.choices(self.productions[name])]
        for left in range(1 << len(kinds)):
            self.rules[f"{name} of {left}"] = [[]] + [
                [kind, f"{name} of {left & ~(1 << i)}"] for i, kind in enumerate(kinds) if left & (1 << i)]
        return f"{name} of {(1 << len(kinds)) - 1}"

    def find_firsts(self):
        """The terminals that a rule's text may begin with, and whether it may be empty."""
        self.firsts = {name: set() for name in self.rules}
        self.empty, changed = set(), True
        while changed:
            changed = False
            for name, alternatives in self.rules.items():
                before = len(self.firsts[name]), name in self.empty
                for alternative in alternatives:
                    for symbol in alternative:
                        if isinstance(symbol, str):
                            self.firsts[name] |= self.firsts[symbol]
                            if symbol not in self.empty:
                                break
                        elif symbol[0] != "special":
                            self.firsts[name].add(symbol)
                            break
                    else:
                        self.empty.add(name)
                changed |= before != (len(self.firsts[name]), name in self.empty)
        # The same of each alternative; None where it may be empty.
        self.beginnings = {name: [self.beginning(alternative) for alternative in alternatives]
                           for name, alternatives in self.rules.items()}
        self.known_alternatives = {}

    def beginning(self, symbols):
        found = set()
        for symbol in symbols:
            if isinstance(symbol, str):
                found |= self.firsts[symbol]
                if symbol not in self.empty:
                    return found
            elif symbol[0] != "special":
                return found | {symbol}
        return None

    def initials(self, expression):
        """The first characters, in upper case, of what an expression of the first part derives; None where they may be any."""
        key = id(expression) if expression[0] != "name" else expression
        if key not in self.known_initials:
            self.known_initials[key] = self.find_initials(expression)
        return self.known_initials[key]

    def find_initials(self, expression):
        kind, *parts = expression
        if kind == "name":
            return self.initials(self.productions[parts[0]])
        if kind == "text":
            return {upper(parts[0])[0]}
        if kind in ("seq", "except"):
            return self.initials(parts[0])
        if kind == "alt":
            found = [self.initials(part) for part in parts]
            return None if None in found else set().union(*found)
        return None  # It may be empty, or stands in words.

    def beginning_with(self, expression, character):
        """The alternatives of an expression that a character, in upper case, may begin. Saves most of the work of trying them."""
        key = (id(expression), character)
        if key not in self.known_parts:
            initials = [(part, self.initials(part)) for part in expression[1:]]
            self.known_parts[key] = [part for part, found in initials if found is None or character in found]
        return self.known_parts[key]

    def one_character(self, expression):
        """Whether an expression derives a character and nothing else, as a function of the character; None where it derives longer texts."""
        key = id(expression)
        if key not in self.known_characters:
            found = self.find_character(expression)
            self.known_characters[key] = found and functools.cache(found)
        return self.known_characters[key]

    def find_character(self, expression):
        kind, *parts = expression
        if kind == "name":
            return self.one_character(self.productions[parts[0]])
        if kind == "text":
            return parts[0].__eq__ if len(parts[0]) == 1 else None
        if kind == "special":
            return SETS.get(parts[0])
        if kind not in ("alt", "except"):
            return None
        found = [self.one_character(part) for part in parts]
        if None in found:
            return None
        return (lambda c: any(one(c) for one in found)) if kind == "alt" else lambda c: found[0](c) and not found[1](c)

    def texts(self, *names):
        """The texts in quotation marks that some productions name themselves."""
        if names not in self.known_texts:
            self.known_texts[names] = {part[1] for name in names for part in parts_of(self.productions[name]) if part[0] == "text"}
        return self.known_texts[names]

    def matches(self, token, terminal):
        kind, content = terminal
        if kind == "name":
            return content in token.names
        return (token.upper if is_word(content) else token.text) == content

    def alternatives_at(self, name, token):
        """The alternatives of a rule that may begin with a token; None is the end."""
        key = (name, token and (token.names, self.keyword(token)))
        if key not in self.known_alternatives:
            self.known_alternatives[key] = [
                alternative for alternative, terminals in enumerate(self.beginnings[name])
                if terminals is None or token and any(self.matches(token, terminal) for terminal in terminals)]
        return self.known_alternatives[key]

    def keyword(self, token):
        """The text of a token that a production of the second part names; empty where none does."""
        return token.upper if token.upper in self.words else token.text if token.text in self.signs else ""

    def derives(self, production, text):
        """Whether a production derives all of a text."""
        self.start = production
        scanner = Scanner(self, text)
        if production in self.first_part:
            return len(text) in scanner.ends(self.productions[production], 0)
        tokens = scanner.tokens()
        return tokens is not None and self.recognises(production, tokens, 0, len(tokens))

    def recognises(self, start, tokens, begin, end):
        """Whether a rule derives the tokens of a range."""
        return (start, 0) in self.completed(start, tokens, begin, end)[end - begin]

    def completed(self, start, tokens, begin, end):
        """Earley's algorithm over the tokens of a range: for each place the rules that derive what ends there, with the place where that
        begins."""
        size = end - begin
        waiting = [{} for _ in range(size + 1)]  # By the rule that they wait for: states (rule, alternative, dot, origin).
        completed = [set() for _ in range(size + 1)]
        states = [[] for _ in range(size + 1)]
        seen = [set() for _ in range(size + 1)]

        def add(place, state):
            if state not in seen[place]:
                seen[place].add(state)
                states[place].append(state)

        def predict(name, place):
            for alternative in self.alternatives_at(name, tokens[begin + place] if place < size else None):
                add(place, (name, alternative, 0, place))

        predict(start, 0)
        for place in range(size + 1):
            for state in states[place]:
                name, alternative, dot, origin = state
                symbols = self.rules[name][alternative]
                if dot == len(symbols):
                    if name.startswith("except ") and self.recognises(
                            "not " + name.split()[1], tokens, begin + origin, begin + place):
                        continue
                    if (name, origin) not in completed[place]:
                        completed[place].add((name, origin))
                        for rule, other, at, source in waiting[origin].get(name, ()):
                            add(place, (rule, other, at + 1, source))
                    continue
                symbol = symbols[dot]
                if isinstance(symbol, str):
                    if symbol not in waiting[place]:
                        waiting[place][symbol] = []
                        predict(symbol, place)
                    waiting[place][symbol].append(state)
                    if (symbol, place) in completed[place]:
                        add(place, (name, alternative, dot + 1, origin))
                elif symbol[0] == "special":
                    if TOKEN_CONDITIONS[symbol[1]](self, tokens, begin + place):
                        add(place, (name, alternative, dot + 1, origin))
                elif place < size and self.matches(tokens[begin + place], symbol):
                    add(place + 1, (name, alternative, dot + 1, origin))
        return completed

    def derivations(self, production, text):
        """How many derivations a text has from a production of the second part; 2 for more."""
        self.start = production
        tokens = Scanner(self, text).tokens()
        if tokens is None:
            return 0
        known, ends = {}, {}
        for end, rules in enumerate(self.completed(production, tokens, 0, len(tokens))):
            for name, begin in rules:
                ends.setdefault((name, begin), []).append(end)

        def of_rule(name, begin, end):
            if (name, begin, end) not in known:
                known[name, begin, end] = 0  # A rule that derives itself is no further derivation.
                known[name, begin, end] = min(2, sum(of_symbols(tuple(symbols), begin, end) for symbols in self.rules[name]))
            return known[name, begin, end]

        def of_symbols(symbols, begin, end):
            if not symbols:
                return int(begin == end)
            first, rest = symbols[0], symbols[1:]
            if isinstance(first, str):
                return sum(of_rule(first, begin, middle) * of_symbols(rest, middle, end)
                           for middle in ends.get((first, begin), ()) if middle <= end)
            if first[0] == "special":
                return TOKEN_CONDITIONS[first[1]](self, tokens, begin) and of_symbols(rest, begin, end)
            return begin < end and self.matches(tokens[begin], first) and of_symbols(rest, begin + 1, end)

        return int(of_rule(production, 0, len(tokens))) if len(tokens) in ends.get((production, 0), ()) else 0


# ---- Cases.

def kinds_of(expect):
    """The kinds of errors that an expectation admits; "" for anything but an error."""
    if "anyOf" in expect:
        return set().union(*(kinds_of(alternative) for alternative in expect["anyOf"]))
    return {expect.get("error", "")}


def cases_of(folder, part):
    """(name, production, text, kinds, is a choice) of every case of a folder whose name contains a part."""
    for file in sorted(folder.rglob("*.json")):
        content = json.loads(file.read_text(encoding="utf-8"))
        for case in content["cases"] if isinstance(content, dict) else content:
            name = case.get("id", case.get("name"))
            if part in name:
                production = next(key for key in ("format", "expression", "statement") if key in case)
                statement = "Change" if file.parent.name == "change" else "Statement"
                start = {"format": "Format", "expression": "ExpressionFormat", "statement": statement}[production]
                yield name, start, case[production], kinds_of(case["expect"]), case.get("level") == "choice"


def run(grammar, folder, part=""):
    counts = {"agree": 0, "differ": 0, "choice": 0, "limit": 0}
    for name, production, text, kinds, is_choice in cases_of(folder, part):
        if "limit" in kinds:
            counts["limit"] += 1  # The text may be in the grammar or not.
            continue
        expected = {kind != "syntax" for kind in kinds}
        derives = grammar.derives(production, text)
        verdict = "agree" if derives in expected else "choice" if is_choice else "differ"
        counts[verdict] += 1
        if verdict == "differ":
            print(f"{name}: {production} {'derives' if derives else 'does not derive'} {text[:200]!r}")
    print(", ".join(f"{count} {verdict}" for verdict, count in counts.items()))
    return 1 if counts["differ"] or not counts["agree"] else 0


def ambiguous(grammar, part):
    """Prints the texts with several derivations, and says whether a format or an expression is among them."""
    # The names of the fixture's entities: any other begins no statement.
    grammar.rules["Entity"] = [[("text", name)] for name in ("MOVIE", "FRIEND", "TAG", "LOAN")]
    grammar.find_firsts()
    sys.setrecursionlimit(20_000)
    cases = [case for folder, part in (("suite", part), ("fetch", ""), ("change", "")) for case in cases_of(GRAMMAR / folder, part)]
    derived, found = 0, []
    for name, production, text, _, _ in cases:
        if len(text) <= 300 and (count := grammar.derivations(production, text)):
            derived += 1
            found += [(name, production, text)] if count > 1 else []
    for name, production, text in found:
        print(f"{name}: {production} has several derivations of {text!r}")
    print(f"{derived} derive, {len(found)} in several ways")
    return 1 if any("Format" in production for _, production, _ in found) else 0 if derived else 2


def main(arguments):
    try:
        grammar = Grammar(GRAMMAR / "predicate.ebnf", GRAMMAR / "fetch.ebnf", GRAMMAR / "change.ebnf")
    except (GrammarError, OSError, ValueError) as error:
        print(f"derive.py: {error}", file=sys.stderr)
        return 2
    if arguments[:1] == ["text"] and len(arguments) >= 3 and arguments[1] in grammar.productions:
        answers = [grammar.derives(arguments[1], text) for text in arguments[2:]]
        for derives in answers:
            print("derives" if derives else "does not derive")
        return 0 if all(answers) else 1
    if arguments in (["fetch"], ["change"]):
        return run(grammar, GRAMMAR / arguments[0])
    if arguments[:1] == ["ambiguous"] and len(arguments) <= 2:
        return ambiguous(grammar, "".join(arguments[1:]))
    if arguments[:1] == ["suite"] and len(arguments) <= 2:
        return run(grammar, GRAMMAR / "suite", *arguments[1:])
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
