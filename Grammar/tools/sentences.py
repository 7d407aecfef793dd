#!/usr/bin/env python3
"""Random sentences of predicate.ebnf, fetch.ebnf and change.ebnf, and what an implementation says of them. Standard library only.

    sentences.py make [--statements | --changes] [--count N] [--seed S]     prints sentences, one JSON string a line
    sentences.py check --adapter COMMAND [--statements | --changes] [--count N] [--seed S]
                                                                            asks an implementation to parse them

A sentence is made by choosing among the alternatives of the productions at random, and is kept if derive.py derives it: conditions
that the grammar says in words are not known while choosing. `check` sends each sentence to the adapter (PROTOCOL.md, `parse`) and
then a damaged copy of it, in which a token is left out, repeated, exchanged with its neighbour or replaced. The implementation has to
read exactly what the grammar derives. With --statements the sentences are fetch statements about the entities of the fixture
`movies`, and the adapter is asked by `fetch` for their parts. With --changes they are statements that change data, and the adapter is
asked by `change`. Skipped requests and errors of kind `limit` and `unsupported` say nothing about the grammar and are not counted.

    python3 Grammar/tools/sentences.py check --count 10000 --adapter "predicate adapter"
    python3 Grammar/tools/sentences.py check --statements --count 10000 --adapter "predicate adapter"
    python3 Grammar/tools/sentences.py check --changes --count 10000 --adapter "predicate adapter"

Every text about which the two differ is printed. The standard error shows every five seconds how far the check is. The status is 0 where they
agree on all, 1 where they differ, 2 where nothing was compared: the adapter skips all requests.
"""
import argparse
import json
import random
import sys
import time
from pathlib import Path

import derive

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "runner"))
from adapter import Adapter  # noqa: E402

# The entities of the fixture `movies`: a name that no entity has begins no entity query (fetch.ebnf).
ENTITY = ("alt", *(("text", name) for name in ("MOVIE", "FRIEND", "TAG", "LOAN")))

# Names of columns and members: most names that are made by the productions have a "#" or an escape, which these may not have.
PLAIN_NAME = ("alt", *(("text", name) for name in ("title", "x", "é2", "limit", "where", "set", "DESC", "size", "in")))

# What stands for a condition in words: some texts that may fulfil it.
SAMPLES = {
    "U+0009 to U+000D": "\t\n\v\f\r",
    "any scalar": "ab Z09_'\"\\%$@#.,{}[]()*?é\n😀",
    "a letter A to Z or a to z, or a scalar beyond ASCII with the Unicode property XID_Start": "aabcxyzABéßλ",
    "a scalar beyond ASCII with the Unicode property XID_Continue": "é\u0301ñ·",
    'two different letters of d D i u U x X o O p, behind which no letter, digit or "_" follows': ["ud", "dx", "Du"],
}


# No sentence has more tokens.
LONGEST = 60


class TooLong(Exception):
    """A sentence gets longer than LONGEST."""


class Sentences:
    """Makes sentences. The budget is how many conditions and values may still stand inside one another; where it is spent, only the
    flattest alternatives are chosen."""

    # The productions that the others come back to.
    NESTING = {"Predicate", "Condition", "Expression", "Signed"}

    def __init__(self, grammar, seed, start="Format"):
        self.grammar, self.random, self.start = grammar, random.Random(seed), start
        # Comparisons are the richest conditions, assignments make long values, and a COUNT by itself is the poorest statement.
        self.rich = {("name", "Comparison"), ("name", "SetValue"), *grammar.productions.get("Query", ("alt", ()))[1:2]}
        self.clauses = {("name", "Clause"), ("seq", ("text", "WHERE"), ("name", "Predicate")), ("name", "MemberValues"),
                        ("seq", ("text", ","), ("name", "MemberValue"))}
        self.known, self.alternatives, self.left = {}, {}, 0
        self.heights = dict.fromkeys(grammar.productions, float("inf"))
        while True:
            self.known.clear()
            heights = {name: (name in self.NESTING) + self.height(expression) for name, expression in grammar.productions.items()}
            if heights == self.heights:
                break
            self.heights = heights

    def height(self, expression):
        """How many conditions and values stand inside one another at least in what an expression derives."""
        if id(expression) not in self.known:
            self.known[id(expression)] = self.find_height(expression)
        return self.known[id(expression)]

    def find_height(self, expression):
        kind, *parts = expression
        if kind == "name":
            return self.heights[parts[0]]
        if kind in ("text", "special", "opt", "rep"):
            return 0
        heights = [self.height(part) for part in (parts[:1] if kind == "except" else parts)]
        return min(heights) if kind == "alt" else max(heights)

    def sentence(self, start, budget):
        """The tokens of a sentence. Throws TooLong."""
        self.left = LONGEST
        return [token for token in self.expand(self.grammar.productions[start], budget, start in self.grammar.first_part) if token]

    def expand(self, expression, budget, is_token):
        kind, *parts = expression
        if kind == "text":
            self.take(not is_token)
            return [self.spelled(parts[0])]
        if kind == "special":
            return [self.random.choice(SAMPLES[parts[0]])] if parts[0] in SAMPLES else []
        if kind == "name":
            inside = parts[0] in self.grammar.first_part
            self.take(not is_token and inside)
            found = self.expand(self.grammar.productions[parts[0]], budget - (parts[0] in self.NESTING), inside)
            return ["".join(found)] if inside else found
        if kind == "alt":
            return self.expand(self.random.choices(*self.fitting(expression, budget))[0], budget, is_token)
        if kind == "seq":
            return [token for part in parts for token in self.expand(part, budget, is_token)]
        if kind == "except":
            return self.expand(parts[0], budget, is_token)
        # An option or a repetition: nothing where the budget is spent.
        found, chance = [], 0.6 if parts[0] in self.clauses else 0.5 if is_token else 0.2
        while self.height(parts[0]) <= budget and self.random.random() < chance:
            found += self.expand(parts[0], budget, is_token)
            if kind == "opt":
                break
            chance *= 0.7
        return found

    def fitting(self, expression, budget):
        """The alternatives that a budget allows, and their weights."""
        key = (id(expression), budget)
        if key not in self.alternatives:
            parts = expression[1:]
            lowest = min(map(self.height, parts))
            found = [part for part in parts if self.height(part) <= max(lowest, budget)]
            self.alternatives[key] = (found, [1 + 4 * (part in self.rich) for part in found])
        return self.alternatives[key]

    def take(self, is_whole):
        """Counts a token."""
        self.left -= is_whole
        if self.left < 0:
            raise TooLong

    def spelled(self, text):
        """A word in some mixture of case; other texts as they are."""
        if not derive.is_word(text) or self.random.random() < 0.6:
            return text
        return "".join(self.random.choice([letter.lower(), letter]) for letter in text)

    def joined(self, tokens):
        """The text of tokens: mostly with spaces, where two would not run into one another sometimes without."""
        return "".join(token + self.random.choice([" ", " ", " ", "", "\n", "  "]) for token in tokens).strip(" ")

    def damaged(self, tokens, others):
        """The tokens with one mistake."""
        at, tokens = self.random.randrange(len(tokens)), list(tokens)
        mistake = self.random.choice(["drop", "double", "exchange", "replace", "insert"])
        if mistake == "drop":
            del tokens[at]
        elif mistake == "double":
            tokens.insert(at, tokens[at])
        elif mistake == "exchange" and at:
            tokens[at - 1], tokens[at] = tokens[at], tokens[at - 1]
        elif mistake == "replace":
            tokens[at] = self.random.choice(others)
        else:
            tokens.insert(at, self.random.choice(others))
        return tokens

    def texts(self, count):
        """(text, whether the grammar derives it): each sentence, and behind it a damaged one."""
        made, others = 0, ["(", ")", "==", "a"]
        while made < count:
            try:
                tokens = self.sentence(self.start, self.random.randrange(3, 8))
            except TooLong:
                continue
            text = self.joined(tokens)
            if not self.grammar.derives(self.start, text):
                continue
            made += 1
            yield text, True
            damaged = self.joined(self.damaged(tokens, others))
            yield damaged, self.grammar.derives(self.start, damaged)
            others = tokens


# What each kind of sentence is made by: the files behind predicate.ebnf, and the request that asks for it.
KINDS = {
    "Format": ([], lambda text: {"op": "parse", "format": text}),
    "Statement": (["fetch.ebnf"], lambda text: {"op": "fetch", "fixture": "movies", "statement": text, "parsed": True}),
    "Change": (["fetch.ebnf", "change.ebnf"], lambda text: {"op": "change", "fixture": "movies", "statement": text}),
}


def grammar_of(start):
    """The grammar of a kind of sentence. Statements are about the fixture."""
    grammar = derive.Grammar(*(derive.GRAMMAR / file for file in ["predicate.ebnf", *KINDS[start][0]]))
    if start != "Format":
        # Sentences are made by these. What is derived does not change.
        grammar.productions |= {"Entity": ENTITY, "PlainName": PLAIN_NAME}
    return grammar


def names_unknown_entity(grammar, text):
    """Whether a name that no entity has stands where nothing but an entity may: behind a verb, before WHERE, a clause or the end.

    The grammar derives any name there. The implementation says `unknown-key`, also where another mistake follows, or `syntax`, where
    the name is one of a property.
    """
    tokens = [token for token in derive.Scanner(grammar, text).first_tokens() if token]
    ends = {word for _, word in grammar.firsts["Clause"]} | {"WHERE", ";"}
    for at, token in enumerate(tokens):
        before, behind = tokens[at - 1].upper if at else "", tokens[at + 1].upper if at + 1 < len(tokens) else ";"
        stands = (behind in ends if at == 0 or at == 1 and before == "COUNT"
                  else at == 1 and before in ("INSERT", "UPDATE", "DELETE") or before == "(" and behind == "WHERE")
        name = token.upper[1:-1] if "String" in token.names else token.upper
        if stands and {"Name", "ReservedWord", "String"} & token.names and ("text", name) not in ENTITY:
            return True
    return False


# Seconds from one line of progress to the next.
PROGRESS = 5


def check(sentences, count, adapter):
    differing = asked = skipped = 0
    began = shown = time.monotonic()
    for number, (text, derives) in enumerate(sentences.texts(count)):
        if (now := time.monotonic()) - shown > PROGRESS:
            left, shown = (now - began) * (2 * count - number) / number, now
            print(f"{number // 2} of {count} sentences, {differing} differ, about {left / 60:.1f} minutes left", file=sys.stderr)
        answer = adapter.ask(json.dumps({"id": number, **KINDS[sentences.start][1](text)}))
        if isinstance(answer, str):
            print(f"{answer}: {text!r}")
            differing += 1
            continue
        answer = json.loads(answer)
        if "skip" in answer:
            skipped += 1
            continue
        kind = answer.get("error", {}).get("kind", "")
        if kind in ("limit", "unsupported"):
            continue
        if kind in ("syntax", "unknown-key") and sentences.start != "Format" and names_unknown_entity(sentences.grammar, text):
            continue
        asked += 1
        if derives != (kind != "syntax"):
            differing += 1
            print(f"{'derives' if derives else 'does not derive'}, the implementation says {kind or 'that it is one'}: {text!r}")
    print(f"{count} sentences and as many damaged ones: {asked} compared, {differing} differ" + (f", {skipped} skipped" if skipped else ""))
    return 1 if differing else 0 if asked else 2


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("action", choices=["make", "check"])
    options.add_argument("--adapter")
    kinds = options.add_mutually_exclusive_group()
    kinds.add_argument("--statements", dest="start", action="store_const", const="Statement")
    kinds.add_argument("--changes", dest="start", action="store_const", const="Change")
    options.set_defaults(start="Format")
    options.add_argument("--count", type=int, default=1000)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--timeout", type=float, default=5, help="seconds for an answer")
    options = options.parse_args()
    if options.action == "check" and not options.adapter:
        print("sentences.py: check needs --adapter", file=sys.stderr)
        return 2
    try:
        grammar = grammar_of(options.start)
    except (derive.GrammarError, OSError, ValueError) as error:
        print(f"sentences.py: {error}", file=sys.stderr)
        return 2
    sentences = Sentences(grammar, options.seed, options.start)
    if options.action == "make":
        for text, derives in sentences.texts(options.count):
            if derives:
                print(json.dumps(text, ensure_ascii=False))
        return 0
    adapter = Adapter(options.adapter, options.timeout)
    try:
        return check(sentences, options.count, adapter)
    finally:
        adapter.stop()


if __name__ == "__main__":
    sys.exit(main())
