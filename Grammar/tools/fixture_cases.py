#!/usr/bin/env python3
"""Makes suite/fixture/*.json: predicates over fixtures/movies.json and the ids of the rows that match.

    fixture_cases.py

Every predicate stands beside a plain Python condition that says the same, written from semantics.md; the ids come from that. No
implementation of the language is asked. Standard library only.
"""
import json
import re
import unicodedata
from pathlib import Path

from casefile import Cases

DATA = json.loads((Path(__file__).resolve().parent.parent / "fixtures" / "movies.json").read_text(encoding="utf-8"))["entities"]
ROWS = {}


class Row:
    """A row: its attributes, a to-one relationship as a row or None, a to-many one as a list of rows."""

    def __init__(self, entity, values):
        self.entity, self.values = entity, values

    def __getattr__(self, name):
        entity = DATA[self.entity]
        if name in entity["relationships"]:
            relationship = entity["relationships"][name]
            target, inverse = relationship["destination"], relationship["inverse"]
            if name in self.values:
                keys = self.values[name]
                rows = ROWS[target]
                return [rows[key] for key in keys] if relationship["many"] else rows.get(keys)
            # An attribute from now on: the search is over as many rows as there are.
            rows = [row for row in ROWS[target].values() if self.id in of(row.values[inverse])]
            setattr(self, name, rows)
            return rows
        return self.values[name]


def of(keys):
    return keys if isinstance(keys, list) else [keys]


for name, entity in DATA.items():
    ROWS[name] = {values["id"]: Row(name, values) for values in entity["rows"]}


def get(row, *names):
    """A path through to-one relationships: None through None."""
    for name in names:
        row = None if row is None else getattr(row, name)
    return row


def less(a, b):
    """`<`: false beside a nil. Strings by their scalars."""
    return a is not None and b is not None and a < b


def fold(text, options):
    """What [c] and [d] make of a string."""
    text = unicodedata.normalize("NFD", text)
    if "d" in options:
        text = "".join(character for character in text if unicodedata.category(character) != "Mn")
    if "c" in options:
        text = text.casefold()
    return unicodedata.normalize("NFC", text)


def has(text, part, options=""):
    return text is not None and part != "" and fold(part, options) in fold(text, options) if options else \
        text is not None and part != "" and part in text


def like(text, pattern):
    expression = "".join(".*" if c == "*" else "." if c == "?" else re.escape(c) for c in pattern)
    return text is not None and re.fullmatch(expression, text, re.DOTALL) is not None


def names(rows):
    return [row.name for row in rows]


class FixtureCases(Cases):
    def q(self, id, entity, format, condition, **rest):
        """A predicate and the Python condition that says the same."""
        self.ids(id, entity, format, [key for key, row in ROWS[entity].items() if condition(row)], **rest)

    def both(self, id, entity, format, condition, **rest):
        """The predicate and its NOT, which together are all rows."""
        self.q(id, entity, format, condition, **rest)
        self.q(id + "-not", entity, f"NOT ({format})", lambda row: not condition(row), **rest)


TP = "this project"


def attributes():
    t = FixtureCases("fixture", "attributes", "Attributes of one row.")
    t.rule("fixture.filter", "this project")
    t.q("all", "Movie", "TRUEPREDICATE", lambda m: True)
    t.q("none", "Movie", "FALSEPREDICATE", lambda m: False)
    t.both("year", "Movie", "year > 1990", lambda m: m.year > 1990)
    t.q("q1", "Movie", "year > 1990 AND rating >= 7.5", lambda m: m.year > 1990 and not less(m.rating, 7.5) and m.rating is not None)
    t.q("q2", "Movie", "title BEGINSWITH[c] \"the \"", lambda m: fold(m.title, "c").startswith("the "))
    t.q("q3", "Movie", "title CONTAINS[cd] \"cafe\"", lambda m: has(m.title, "cafe", "cd"))
    t.q("q4", "Movie", "title LIKE[c] \"*star*\"", lambda m: "star" in fold(m.title, "c"))
    t.q("q5", "Movie", "title MATCHES \".*[0-9]{2}.*\"", lambda m: re.fullmatch(r".*[0-9]{2}.*", m.title))
    t.q("q6", "Movie", "genre IN {\"Drama\",\"Comedy\",\"Noir\"}", lambda m: m.genre in ("Drama", "Comedy", "Noir"))
    t.both("q7", "Movie", "year BETWEEN {1980, 1989}", lambda m: 1980 <= m.year <= 1989)
    t.q("q11", "Movie", "(year > 1990 AND rating >= 7.5) OR (genre == \"Noir\" AND NOT lent == YES)",
        lambda m: (m.year > 1990 and m.rating is not None and m.rating >= 7.5) or (m.genre == "Noir" and not m.lent))
    t.q("year-double", "Movie", "year > 1990.5", lambda m: m.year > 1990.5)
    t.q("year-never", "Movie", "year == 1990.5", lambda m: False)
    t.q("year-arithmetic", "Movie", "year / 10 == 199", lambda m: m.year // 10 == 199)
    t.q("year-decade", "Movie", "year - year / 10 * 10 == 4", lambda m: m.year % 10 == 4)
    t.q("modulus", "Movie", "modulus:by:(year, 4) == 0", lambda m: m.year % 4 == 0)
    t.q("bits", "Movie", "year & 1 == 1", lambda m: m.year & 1 == 1)
    t.q("rating-arithmetic", "Movie", "rating * 2 > year - 1990", lambda m: m.rating is not None and m.rating * 2 > m.year - 1990)
    t.q("mixed-arithmetic", "Movie", "(year + rating) / 2 > 1003.8 AND year < 2001", lambda m: m.rating is not None and (m.year + m.rating) / 2 > 1003.8 and m.year < 2001)
    t.q("lent", "Movie", "lent == YES", lambda m: m.lent)
    t.q("lent-no", "Movie", "lent == NO", lambda m: not m.lent)
    t.q("lent-one", "Movie", "lent == 1", lambda m: m.lent)
    t.q("lent-not-no", "Movie", "lent != NO", lambda m: m.lent)
    t.q("title", "Movie", "title == 'Alien'", lambda m: m.title == "Alien")
    t.q("title-argument", "Movie", "%K == %@", lambda m: m.title == "Metropolis", a=["title", "Metropolis"])
    t.q("title-quotes", "Movie", "title == %@", lambda m: m.title == '"Crocodile" Dundee', a=['"Crocodile" Dundee'])
    t.q("title-apostrophe", "Movie", "title CONTAINS \"'\"", lambda m: "'" in m.title)
    t.q("title-percent-pattern", "Movie", "title LIKE 'The%'", lambda m: False)
    t.q("title-underscore", "Movie", "title LIKE '_'", lambda m: False)
    t.q("title-star-literal", "Movie", r"title LIKE 'M\\*A*'", lambda m: m.title.startswith("M*A"), l="choice")
    t.q("title-question", "Movie", "title LIKE '?'", lambda m: len(m.title) == 1)
    t.q("title-three", "Movie", "title LIKE '???'", lambda m: like(m.title, "???"))
    t.q("title-first-letter", "Movie", "title LIKE 'M*'", lambda m: like(m.title, "M*"))
    t.q("title-in", "Movie", "title IN %@", lambda m: m.title in ("Alien", "Jaws"), a=[["Alien", "Jaws", "Nothing"]])
    t.q("title-in-empty", "Movie", "title IN {}", lambda m: False)
    t.both("title-order", "Movie", "title < 'B'", lambda m: m.title < "B")
    t.q("title-order-upper", "Movie", "title >= '\u0391'", lambda m: m.title >= "\u0391")
    t.q("title-between", "Movie", "title BETWEEN {'A', 'D'}", lambda m: "A" <= m.title <= "D")
    t.q("title-ends", "Movie", "title ENDSWITH 's'", lambda m: m.title.endswith("s"))
    t.q("title-ends-c", "Movie", "title ENDSWITH[c] 'S'", lambda m: fold(m.title, "c").endswith("s"))
    t.q("title-contains-kana", "Movie", "title CONTAINS '\u306e'", lambda m: "\u306e" in m.title)
    t.q("title-contains-emoji", "Movie", "title CONTAINS '\u2764'", lambda m: "\u2764" in m.title)
    t.q("title-equal-cd", "Movie", "title ==[cd] 'AMELIE'", lambda m: fold(m.title, "cd") == "amelie")
    t.q("title-equal-d-case", "Movie", "title ==[d] 'amelie'", lambda m: False)
    t.q("title-decomposed", "Movie", "title == 'Ame\u0301lie'", lambda m: False, l="choice")
    t.q("title-in-c", "Movie", "title IN[c] {'ALIEN', 'jaws'}", lambda m: m.title.lower() in ("alien", "jaws"), l="choice")
    t.q("title-length", "Movie", "title.length < 4", lambda m: len(m.title.encode("utf-16-le")) // 2 < 4)
    t.q("title-empty", "Movie", "title CONTAINS ''", lambda m: False)
    t.q("title-begins-empty", "Movie", "title BEGINSWITH ''", lambda m: False)
    t.q("title-starts-genre", "Movie", "title < genre", lambda m: m.title < m.genre)
    t.q("genre-unlike", "Movie", "genre != 'Drama'", lambda m: m.genre != "Drama")
    t.q("text-contains-key", "Movie", "'Drama Comedy Noir' CONTAINS genre", lambda m: m.genre in "Drama Comedy Noir")
    t.q("constant-left", "Movie", "1990 < year", lambda m: m.year > 1990)
    t.q("constant-between", "Movie", "1950 BETWEEN {year, year + 10}", lambda m: m.year <= 1950 <= m.year + 10)
    t.q("variable", "Movie", "year == $y", lambda m: m.year == 1994, v={"y": 1994})
    t.q("date-less", "Loan", "lentOn < %@", lambda r: r.lentOn < 500000000, a=[{"$date": 500000000}])
    t.q("date-cast", "Loan", "lentOn >= CAST(700000000, 'NSDate')", lambda r: r.lentOn >= 700000000)
    t.q("date-iso", "Loan", "lentOn > CAST('2020-01-01', 'NSDate')", lambda r: r.lentOn > 599529600)
    t.q("date-literal", "Loan", "lentOn > '2020-01-01'", lambda r: r.lentOn > 599529600, l="optional")
    t.q("date-between", "Loan", "lentOn BETWEEN {%@, %@}", lambda r: 450000000 <= r.lentOn <= 500000000, a=[{"$date": 450000000}, {"$date": 500000000}])
    t.q("date-two-keys", "Loan", "returnedOn < lentOn", lambda r: less(r.returnedOn, r.lentOn))
    t.q("date-number", "Loan", "CAST(returnedOn, 'NSNumber') - CAST(lentOn, 'NSNumber') > 8640000", lambda r: r.returnedOn is not None and r.returnedOn - r.lentOn > 8640000)
    t.q("note-newline", "Loan", "note LIKE 'two*lines'", lambda r: like(r.note, "two*lines"), l="choice")
    t.q("note-newline-literal", "Loan", "note == 'two\\nlines'", lambda r: r.note == "two\nlines")
    t.q("note-backslash", "Loan", "note CONTAINS '\\\\'", lambda r: r.note is not None and "\\" in r.note)
    t.q("note-percent", "Loan", "note CONTAINS '%'", lambda r: has(r.note, "%"))
    t.q("note-empty", "Loan", "note == ''", lambda r: r.note == "")
    t.q("note-emoji", "Loan", "note BEGINSWITH '\U0001F37F'", lambda r: r.note is not None and r.note.startswith("\U0001F37F"))
    t.q("note-fold", "Loan", "note CONTAINS[cd] 'NOEL'", lambda r: r.note is not None and "noel" in fold(r.note, "cd"))
    t.q("note-dot", "Loan", "note MATCHES 'two.lines'", lambda r: False, l="choice")
    t.q("note-dotall", "Loan", "note MATCHES '(?s)two.lines'", lambda r: r.note == "two\nlines")
    t.q("friend-yildiz", "Friend", "friendName CONTAINS[c] 'YILDIZ'", lambda f: "yildiz" in fold(f.friendName, "c"))
    t.q("friend-ring", "Friend", "friendName BEGINSWITH[cd] 'asa'", lambda f: fold(f.friendName, "cd").startswith("asa"))
    t.q("friend-case", "Friend", "friendName BEGINSWITH 'A'", lambda f: f.friendName.startswith("A"))
    t.q("friend-case-c", "Friend", "friendName BEGINSWITH[c] 'A'", lambda f: fold(f.friendName, "c").startswith("a"))
    t.q("email-upper", "Friend", "email LIKE[c] '*@example.com'", lambda f: f.email is not None and f.email.lower().endswith("@example.com"))
    t.q("email-case", "Friend", "email LIKE '*@example.com'", lambda f: like(f.email, "*@example.com"))
    t.q("email-matches", "Friend", "email MATCHES %@", lambda f: f.email is not None and re.fullmatch(r"[a-z.]+@example\.(org|net)", f.email), a=["[a-z.]+@example\\.(org|net)"])
    t.q("uppercase", "Friend", "uppercase(email) == email", lambda f: f.email is None or f.email.upper() == f.email)
    t.q("ternary", "Movie", "TERNARY(rating == nil, 0, rating) < 7", lambda m: (m.rating or 0) < 7)
    t.q("abs", "Movie", "abs(year - 1960) < 2", lambda m: abs(m.year - 1960) < 2)
    t.q("max-of-two", "Movie", "max(year, 2010) == year", lambda m: m.year >= 2010)
    t.q("tag-name", "Tag", "name IN {'war', 'Caf\u00e9'}", lambda x: x.name in ("war", "Caf\u00e9"))
    return t


def nils():
    t = FixtureCases("fixture", "nils", "nil and NOT: what SQL's logic would get wrong.")
    t.rule("fixture.two-valued", "A (a public report on in-memory filtering)")
    t.both("rating-less", "Movie", "rating < 7", lambda m: less(m.rating, 7))
    t.both("rating-unlike", "Movie", "rating != 8", lambda m: m.rating != 8)
    t.both("rating-equal", "Movie", "rating == 8", lambda m: m.rating == 8)
    t.both("rating-nil", "Movie", "rating == nil", lambda m: m.rating is None)
    t.both("rating-not-nil", "Movie", "rating != nil", lambda m: m.rating is not None)
    t.both("rating-between", "Movie", "rating BETWEEN {7, 8}", lambda m: m.rating is not None and 7 <= m.rating <= 8)
    t.both("rating-in", "Movie", "rating IN {7, 8, 8.5}", lambda m: m.rating in (7, 8, 8.5))
    t.both("rating-in-nil", "Movie", "rating IN {8, nil}", lambda m: m.rating == 8, l="choice", s="this project, open question 31")
    t.both("rating-sum", "Movie", "rating + 1 > 9", lambda m: m.rating is not None and m.rating + 1 > 9, s="this project (deviation nil-arithmetic)")
    t.both("rating-or", "Movie", "rating < 7 OR year < 1950", lambda m: less(m.rating, 7) or m.year < 1950)
    t.both("rating-and", "Movie", "rating > 7 AND rating < 8", lambda m: m.rating is not None and 7 < m.rating < 8)
    t.both("description-like", "Movie", "movieDescription LIKE '*the*'", lambda m: like(m.movieDescription, "*the*"))
    t.both("description-contains", "Movie", "movieDescription CONTAINS[cd] 'THE'", lambda m: m.movieDescription is not None and has(m.movieDescription, "THE", "cd"))
    t.both("description-unlike", "Movie", "movieDescription != ''", lambda m: m.movieDescription != "")
    t.both("note-equal", "Loan", "note == 'fell asleep'", lambda r: r.note == "fell asleep")
    t.both("note-unlike", "Loan", "note != 'fell asleep'", lambda r: r.note != "fell asleep")
    t.both("note-begins", "Loan", "note BEGINSWITH 'w'", lambda r: r.note is not None and r.note.startswith("w"))
    t.both("note-matches", "Loan", "note MATCHES 'w.*'", lambda r: r.note is not None and r.note.startswith("w"))
    t.both("note-in", "Loan", "note IN {'fell asleep', 'watched it twice'}", lambda r: r.note in ("fell asleep", "watched it twice"))
    t.both("note-in-c", "Loan", "note IN[c] {'FELL ASLEEP'}", lambda r: r.note == "fell asleep", l="choice")
    t.both("note-empty", "Loan", "note == ''", lambda r: r.note == "")
    t.both("returned-nil", "Loan", "returnedOn == nil", lambda r: r.returnedOn is None)
    t.both("returned-order", "Loan", "returnedOn > lentOn", lambda r: less(r.lentOn, r.returnedOn))
    t.both("returned-unlike", "Loan", "returnedOn != lentOn", lambda r: r.returnedOn != r.lentOn)
    t.both("returned-year", "Loan", "returnedOn < CAST('2018-01-01', 'NSDate')", lambda r: less(r.returnedOn, 536457600))
    t.both("email-nil", "Friend", "email == nil", lambda f: f.email is None)
    t.both("birthday-less", "Friend", "birthday < CAST(0, 'NSDate')", lambda f: less(f.birthday, 0))
    t.both("lent-on-less", "Movie", "lentOn < CAST('2025-01-01', 'NSDate')", lambda m: less(m.lentOn, 757382400))
    t.q("nil-literal-order", "Movie", "rating < nil", lambda m: False)
    t.q("nil-literal-in", "Movie", "nil IN {1}", lambda m: False)
    t.q("two-keys-equal", "Friend", "email == birthday", lambda f: False, l="choice") if False else None
    t.q("at-most-two-nils", "Movie", "lentOn <= lentOn", lambda m: True, l="choice", s="this project, open question 12")
    t.q("at-least-two-nils-not", "Movie", "NOT lentOn >= lentOn", lambda m: False, l="choice", s="this project, open question 12")
    t.q("less-itself", "Movie", "rating < rating", lambda m: False)
    t.q("equal-itself", "Movie", "rating == rating", lambda m: True)
    t.q("nil-argument", "Movie", "rating == %@", lambda m: m.rating is None, a=[None])
    t.q("nil-variable", "Movie", "rating != $x", lambda m: m.rating is not None, v={"x": None})
    t.q("not-not", "Movie", "NOT NOT rating < 7", lambda m: less(m.rating, 7))
    return t


def relationships():
    t = FixtureCases("fixture", "relationships", "To-one and to-many relationships.")
    t.rule("fixture.to-one", "D [KVC]")
    t.both("name", "Movie", "lentToFriend.friendName == 'Anna Castelli'", lambda m: get(m.lentToFriend, "friendName") == "Anna Castelli")
    t.both("begins", "Movie", "lentToFriend.friendName BEGINSWITH \"A\"", lambda m: (get(m.lentToFriend, "friendName") or "").startswith("A"))
    t.both("unlike", "Movie", "lentToFriend.friendName != 'Anna Castelli'", lambda m: get(m.lentToFriend, "friendName") != "Anna Castelli")
    t.both("nil", "Movie", "lentToFriend == nil", lambda m: m.lentToFriend is None)
    t.both("attribute-nil", "Movie", "lentToFriend.email == nil", lambda m: get(m.lentToFriend, "email") is None)
    t.both("date", "Movie", "lentToFriend.birthday < CAST(0, 'NSDate')", lambda m: less(get(m.lentToFriend, "birthday"), 0))
    t.both("required", "Loan", "movie.year > 1990", lambda r: r.movie.year > 1990)
    t.both("two-steps", "Loan", "movie.lentToFriend.friendName == friend.friendName", lambda r: get(r.movie, "lentToFriend", "friendName") == r.friend.friendName)
    t.q("genre", "Loan", "movie.genre IN {'Noir', 'War'}", lambda r: r.movie.genre in ("Noir", "War"))
    t.q("ends", "Movie", "lentToFriend.friendName ENDSWITH \"son\"", lambda m: (get(m.lentToFriend, "friendName") or "").endswith("son"))
    t.q("or", "Movie", "lentToFriend.friendName LIKE 'Z*' OR year < 1925", lambda m: like(get(m.lentToFriend, "friendName"), "Z*") or m.year < 1925)
    t.rule("fixture.row", TP)
    t.q("equal", "Movie", "lentToFriend == %@", lambda m: get(m.lentToFriend, "id") == 3, a=[{"$row": {"entity": "Friend", "id": 3}}])
    t.q("unlike", "Movie", "lentToFriend != %@", lambda m: get(m.lentToFriend, "id") != 3, a=[{"$row": {"entity": "Friend", "id": 3}}])
    t.q("in", "Movie", "lentToFriend IN %@", lambda m: get(m.lentToFriend, "id") in (1, 3), a=[[{"$row": {"entity": "Friend", "id": 1}}, {"$row": {"entity": "Friend", "id": 3}}]])
    t.q("self", "Movie", "SELF == %@", lambda m: m.id == 7, a=[{"$row": {"entity": "Movie", "id": 7}}])
    t.q("self-unlike", "Tag", "SELF != %@", lambda x: x.id != 7, a=[{"$row": {"entity": "Tag", "id": 7}}])
    t.q("self-in", "Movie", "SELF IN %@", lambda m: m.id in (7, 9), a=[[{"$row": {"entity": "Movie", "id": 7}}, {"$row": {"entity": "Movie", "id": 9}}]])
    t.q("in-to-many", "Movie", "%@ IN tags", lambda m: any(x.id == 4 for x in m.tags), a=[{"$row": {"entity": "Tag", "id": 4}}], s="A [T-RLM]")
    t.q("contains", "Movie", "tags CONTAINS %@", lambda m: any(x.id == 4 for x in m.tags), a=[{"$row": {"entity": "Tag", "id": 4}}], s="A [T-RLM]")
    t.q("any", "Movie", "ANY tags == %@", lambda m: any(x.id == 4 for x in m.tags), a=[{"$row": {"entity": "Tag", "id": 4}}], s="A [T-RLM]")
    t.q("none", "Movie", "NONE tags == %@", lambda m: all(x.id != 4 for x in m.tags), a=[{"$row": {"entity": "Tag", "id": 4}}])
    t.q("variable", "Movie", "lentToFriend == $f", lambda m: get(m.lentToFriend, "id") == 1, v={"f": {"$row": {"entity": "Friend", "id": 1}}})
    t.q("two-paths", "Loan", "movie.lentToFriend == friend", lambda r: get(r.movie, "lentToFriend", "id") == r.friend.id)
    t.q("two-paths-unlike", "Loan", "movie.lentToFriend != friend", lambda r: get(r.movie, "lentToFriend", "id") != r.friend.id)
    t.q("nowhere", "Movie", "SELF == %@", lambda m: False, a=[{"$row": {"entity": "Movie", "id": 99999}}])
    t.q("self-nil", "Movie", "SELF == nil", lambda m: False)
    t.rule("fixture.to-many", "D [SYN]")
    t.both("any-name", "Movie", "ANY tags.name == 'classic'", lambda m: "classic" in names(m.tags))
    t.both("any-begins", "Movie", "ANY tags.name BEGINSWITH 'c'", lambda m: any(n.startswith("c") for n in names(m.tags)))
    t.both("any-fold", "Movie", "ANY tags.name ==[cd] 'CAFE'", lambda m: any(fold(n, "cd") == "cafe" for n in names(m.tags)))
    t.both("all-name", "Movie", "ALL tags.name BEGINSWITH 'c'", lambda m: all(n.startswith("c") for n in names(m.tags)))
    t.both("none-name", "Movie", "NONE tags.name == 'classic'", lambda m: "classic" not in names(m.tags))
    t.both("any-unlike", "Movie", "ANY tags.name != 'classic'", lambda m: any(n != "classic" for n in names(m.tags)))
    t.both("any-in", "Movie", "ANY tags.name IN {'war', 'space'}", lambda m: any(n in ("war", "space") for n in names(m.tags)))
    t.both("any-note-nil", "Movie", "ANY loans.note == nil", lambda m: any(r.note is None for r in m.loans))
    t.both("all-note-nil", "Movie", "ALL loans.note == nil", lambda m: all(r.note is None for r in m.loans))
    t.both("any-note-like", "Movie", "ANY loans.note LIKE '*twice*'", lambda m: any(like(r.note, "*twice*") for r in m.loans))
    t.both("all-returned", "Movie", "ALL loans.returnedOn != nil", lambda m: all(r.returnedOn is not None for r in m.loans))
    t.both("any-friend", "Movie", "ANY loans.friend.friendName == 'George Johnson'", lambda m: any(r.friend.friendName == "George Johnson" for r in m.loans))
    t.both("count", "Movie", "tags.@count > 2", lambda m: len(m.tags) > 2)
    t.both("count-zero", "Movie", "loans.@count == 0", lambda m: not m.loans)
    t.both("two-anys", "Movie", "ANY tags.name == 'classic' AND ANY tags.name == 'war'", lambda m: {"classic", "war"} <= set(names(m.tags)))
    t.both("friends", "Friend", "ANY friends.friendName BEGINSWITH 'A'", lambda f: any(x.friendName.startswith("A") for x in f.friends))
    t.both("nested", "Tag", "ANY movies.loans.note == 'fell asleep'", lambda x: any(r.note == "fell asleep" for m in x.movies for r in m.loans), l="choice", s="this project, open question 14")
    t.both("nested-all", "Friend", "ALL lentMovies.tags.name != 'war'", lambda f: all(n != "war" for m in f.lentMovies for n in names(m.tags)), l="choice", s="this project, open question 14")
    t.both("through-to-one", "Movie", "ANY lentToFriend.friends.friendName == 'Anna Castelli'", lambda m: m.lentToFriend is not None and any(x.friendName == "Anna Castelli" for x in m.lentToFriend.friends))
    t.q("count-through-nil", "Movie", "lentToFriend.friends.@count == 0", lambda m: m.lentToFriend is not None and not m.lentToFriend.friends, s=TP + " (deviation count-of-nil)")
    t.q("count-through-nil-is-nil", "Movie", "lentToFriend.friends.@count == nil", lambda m: m.lentToFriend is None, s=TP + " (deviation count-of-nil)")
    t.q("counts", "Movie", "tags.@count == loans.@count", lambda m: len(m.tags) == len(m.loans))
    t.q("max", "Friend", "lentMovies.@max.year > 2000", lambda f: bool(f.lentMovies) and max(m.year for m in f.lentMovies) > 2000)
    t.q("min", "Friend", "lentMovies.@min.year < 1950", lambda f: bool(f.lentMovies) and min(m.year for m in f.lentMovies) < 1950)
    t.q("sum", "Tag", "movies.@sum.year > 50000", lambda x: sum(m.year for m in x.movies) > 50000)
    t.q("sum-nothing", "Friend", "lentMovies.@sum.year == 0", lambda f: not f.lentMovies)
    t.q("avg", "Tag", "movies.@avg.year > 1975", lambda x: bool(x.movies) and sum(m.year for m in x.movies) / len(x.movies) > 1975)
    t.q("avg-nils", "Tag", "movies.@avg.rating < 7", lambda x: (sum(m.rating or 0 for m in x.movies) / len(x.movies) if x.movies else 0) < 7, s="A (a public gist)")
    t.q("any-between", "Tag", "ANY movies.year BETWEEN {1900, 1925}", lambda x: any(1900 <= m.year <= 1925 for m in x.movies))
    t.q("any-right-key", "Movie", "ANY loans.lentOn == lentOn", lambda m: m.lentOn is not None and any(r.lentOn == m.lentOn for r in m.loans))
    t.q("some", "Movie", "SOME tags.name == 'space'", lambda m: "space" in names(m.tags))
    t.q("not-any", "Movie", "NOT ANY tags.name == 'space'", lambda m: "space" not in names(m.tags))
    t.q("in-path", "Movie", "'space' IN tags.name", lambda m: "space" in names(m.tags))
    t.q("contains-path", "Movie", "tags.name CONTAINS 'space'", lambda m: "space" in names(m.tags))
    t.q("contains-path-c", "Movie", "tags.name CONTAINS[cd] 'CAFE'", lambda m: any(fold(n, "cd") == "cafe" for n in names(m.tags)), l="choice")
    t.q("subquery-and", "Movie", "SUBQUERY(loans, $l, $l.note != nil AND $l.friend.friendName BEGINSWITH 'C').@count > 0", lambda m: any(r.note is not None and r.friend.friendName.startswith("C") for r in m.loans))
    t.q("subquery-outer", "Movie", "SUBQUERY(loans, $l, $l.friend == lentToFriend).@count > 1", lambda m: sum(r.friend.id == get(m.lentToFriend, "id") for r in m.loans) > 1)
    t.q("subquery-none", "Movie", "SUBQUERY(tags, $t, $t.name BEGINSWITH 'c').@count == 0", lambda m: not any(n.startswith("c") for n in names(m.tags)))
    t.q("subquery-q12", "Movie", "SUBQUERY(tags, $t, $t.name BEGINSWITH \"c\").@count > 1", lambda m: sum(n.startswith("c") for n in names(m.tags)) > 1)
    t.q("subquery-nil", "Movie", "SUBQUERY(lentToFriend.friends, $f, $f.email == nil).@count == 0", lambda m: m.lentToFriend is not None and all(f.email is not None for f in m.lentToFriend.friends), s="R [R-APP]")
    t.q("subquery-nested", "Friend", "SUBQUERY(lentMovies, $m, SUBQUERY($m.tags, $t, $t.name == 'classic').@count == 1).@count > 0", lambda f: any("classic" in names(m.tags) for m in f.lentMovies))
    t.q("subquery-any", "Friend", "SUBQUERY(loans, $l, ANY $l.movie.tags.name == 'war').@count >= 3", lambda f: sum("war" in names(r.movie.tags) for r in f.loans) >= 3)
    t.q("subquery-not", "Friend", "SUBQUERY(loans, $l, NOT $l.returnedOn == nil).@count < 20", lambda f: sum(r.returnedOn is not None for r in f.loans) < 20)
    t.q("subquery-size", "Movie", "SUBQUERY(loans, $l, $l.note != nil)[SIZE] == 2", lambda m: sum(r.note is not None for r in m.loans) == 2)
    t.q("nil-to-many", "Movie", "tags == nil", lambda m: False)
    t.q("q9", "Movie", "ANY tags.name == \"classic\" AND NOT lent == YES", lambda m: "classic" in names(m.tags) and not m.lent)
    return t


def errors():
    t = FixtureCases("fixture", "errors", "What a model knows to be wrong before anything runs.")
    t.rule("fixture.unknown-key", "A (public error texts)")
    for id, entity, format in [("key", "Movie", "yaer > 1990"), ("case", "Movie", "Title == 'x'"), ("through", "Movie", "lentToFriend.name == 'x'"), ("any", "Movie", "ANY tags.title == 'x'"),
                               ("column", "Movie", "lentToFriend_id == 1"), ("subquery", "Movie", "SUBQUERY(tags, $t, $t.title == 'x').@count > 0"), ("other-entity", "Tag", "title == 'x'"), ("unquoted", "Movie", "genre == Drama"),
                               ("string-property", "Movie", "title.foo == 'x'"), ("of-number", "Movie", "year.foo == 1"), ("operator", "Movie", "tags.@foo == 1"), ("in-list", "Movie", "1 IN {foo}"), ("behind-or", "Movie", "year > 0 OR foo == 1"),
                               ("specifier", "Movie", "%K == 1"), ("sum", "Movie", "tags.@sum.foo == 1"), ("injection", "Movie", "%K == 1")]:
        t.bad_ids(id, entity, format, "unknown-key", a={"specifier": ["foo"], "injection": ["year\" == 1 OR \"1"]}.get(id))
    t.rule("compare.bound-families", TP + " (deviation bound-families)")
    for id, entity, format in [("text-number", "Movie", "title == 5"), ("number-text", "Movie", "year == '1990'"), ("unlike", "Movie", "year != 'x'"), ("in", "Movie", "year IN {1990, '1991'}"), ("less", "Movie", "title < 5"), ("bool-text", "Movie", "lent == 'YES'"),
                               ("date-number", "Movie", "lentOn > 5"), ("date-text", "Movie", "lentOn == 'tomorrow'"), ("begins-number", "Movie", "year BEGINSWITH '19'"), ("like-number", "Movie", "year LIKE '19*'"), ("matches-date", "Loan", "lentOn MATCHES '.*'"), ("contains-number", "Movie", "year CONTAINS 1"),
                               ("between-texts", "Movie", "year BETWEEN {'a', 'b'}"), ("between-one", "Movie", "year BETWEEN {1990}"), ("between-number", "Movie", "year BETWEEN 1990"), ("sum-text", "Movie", "title + 1 == 2"), ("any-scalar", "Movie", "ANY year == 1990"), ("any-to-one", "Movie", "ANY lentToFriend.friendName == 'x'"),
                               ("row-text", "Movie", "lentToFriend == 'Anna'"), ("row-order", "Movie", "lentToFriend < SELF"), ("two-entities", "Loan", "movie == friend"), ("function-text", "Movie", "sqrt(title) == 1"), ("function-number", "Movie", "uppercase(year) == 'X'"), ("cast", "Movie", "CAST(tags, 'NSNumber') == 1"),
                               ("two-keys", "Movie", "title == year"), ("pattern-number", "Movie", "title LIKE 5"), ("count-scalar", "Movie", "title.@count == 1"), ("sum-texts", "Movie", "tags.@sum.name == 1"), ("subquery-scalar", "Movie", "SUBQUERY(title, $t, TRUEPREDICATE).@count == 0"), ("in-number", "Movie", "1 IN year"),
                               ("minus-text", "Movie", "-title == 1"), ("in-date", "Loan", "lentOn IN {1, 2}")]:
        t.bad_ids(id, entity, format, "type")
    t.rule("fixture.to-many", "A (public error texts)")
    for id, entity, format in [("bare", "Movie", "tags.name == 'classic'"), ("bare-less", "Movie", "loans.lentOn < CAST(0, 'NSDate')"), ("bare-begins", "Movie", "tags.name BEGINSWITH 'c'"), ("arithmetic", "Movie", "loans.lentOn + 1 == 2"), ("bare-row", "Movie", "tags == %@"), ("between", "Tag", "movies.year BETWEEN {1, 2}"), ("left-in", "Movie", "tags.name IN {'war'}")]:
        t.bad_ids(id, entity, format, "type", a=[{"$row": {"entity": "Tag", "id": 1}}] if "%@" in format else None)
    t.rule("fixture.to-many", TP)
    for id, format in [("nil-less", "loans < nil"), ("nil-at-most", "loans <= nil"), ("nil-at-least", "nil >= loans"), ("nil-at-least-variable", "loans >= $none"), ("nil-like", "loans LIKE nil"), ("nil-begins", "tags.name BEGINSWITH nil"),
                       ("nil-between", "loans BETWEEN nil"), ("nil-left-in", "loans IN nil"), ("nil-matches", "nil MATCHES tags.name")]:
        t.bad_ids(id, "Movie", format, "type", v={"none": None} if "$none" in format else None)
    t.ids("nil-member", "Movie", "nil IN loans", [])
    t.ids("nil-equal-variable", "Movie", "loans == $none", [], v={"none": None})
    t.rule("variable.value", TP)
    t.bad_ids("fixture-unbound", "Movie", "year == $y", "unbound-variable")
    t.bad_ids("fixture-family", "Movie", "year == $y", "argument-type", v={"y": "1990"})
    t.bad_ids("fixture-family-text", "Movie", "title BEGINSWITH $y", "argument-type", v={"y": 5})
    t.rule("error.unsupported", TP)
    for id, format in [("fixture-custom", "title foo: 'x'"), ("fixture-tokens", "title TOKENMATCHES 'x'"), ("fixture-uti", "title UTI-EQUALS 'x'"), ("fixture-fetch", "FETCH(title, title, NO) == 1"), ("fixture-anykey", "ANYKEY == 1")]:
        t.bad_ids(id, "Movie", format, "unsupported")
    t.rule("error.kind", TP)
    for id, format, kind in [("fixture-syntax", "year >", "syntax"), ("fixture-bare", "year", "syntax"), ("fixture-argument", "year == %@", "argument-missing"), ("fixture-function", "foo(year) == 1", "unknown-function"),
                             ("fixture-cast", "CAST(title, 'Class') == 1", "unknown-function"), ("fixture-domain", "title MATCHES '('", "domain")]:
        t.bad_ids(id, "Movie", format, kind)
    t.add("fixture-many-steps", {"anyOf": [{"error": "limit"}, {"ids": []}]}, "'" + "a" * 40 + "' MATCHES '(a+)+(?=b)b' AND year > 0", fixture="movies", entity="Movie")
    return t


def columns():
    """What an engine may read in columns: lists of every length, parts of texts of every length, elements of to-many relationships."""
    t = FixtureCases("fixture", "columns", "Lists and parts of every length, numbers beside numbers, elements in one step and in several.")
    t.rule("fixture.filter", TP)
    titles, years = [m.title for m in ROWS["Movie"].values()], sorted({m.year for m in ROWS["Movie"].values()})
    short, long = [text for text in titles if len(text) < 12], [text for text in titles if len(text) > 18]
    for count in (1, 2, 3, 4, 5, 8, 9, 17, 40):
        for name, key, list in [("years", "year", years[1::3][:count]), ("gaps", "year", [year + 0.5 for year in years[:count - 1]] + years[7:8]), ("short", "title", short[:count]),
                                ("long", "title", long[:count]), ("mixed", "title", titles[3::4][:count] + ["", "zzz"])]:
            if len(list) >= count:
                t.q(f"list-{name}-{count}", "Movie", f"{key} IN %@", lambda m: getattr(m, key) in list, a=[list])
    for count in (1, 3, 5, 9):
        ratings = sorted({m.rating for m in ROWS["Movie"].values() if m.rating is not None})[2::3][:count]
        t.q(f"list-ratings-{count}", "Movie", "rating IN %@", lambda m: m.rating in ratings, a=[ratings])
        dates = [r.lentOn for r in ROWS["Loan"].values()][4::7][:count]
        t.q(f"list-dates-{count}", "Loan", "lentOn IN %@", lambda r: r.lentOn in dates, a=[[{"$date": date} for date in dates]])
    for length in (1, 4, 7, 8, 9, 15, 17):
        for name, text in [("a", titles[0]), ("c", long[3])]:
            start, end = text[:length], text[-length:]
            for options in ("", "c", "cd"):
                bracket, suffix = (f"[{options}]", "-" + options) if options else ("", "")
                given = [part.swapcase() if options else part for part in (start, end)]
                t.q(f"begins-{name}-{length}{suffix}", "Movie", f"title BEGINSWITH{bracket} %@", lambda m: fold(m.title, options).startswith(fold(given[0], options)), a=given[:1])
                t.q(f"ends-{name}-{length}{suffix}", "Movie", f"title ENDSWITH{bracket} %@", lambda m: fold(m.title, options).endswith(fold(given[1], options)), a=given[1:])
            t.q(f"contains-{name}-{length}", "Movie", "title CONTAINS %@", lambda m: text[2:2 + length] in m.title, a=[text[2:2 + length]])
            t.q(f"less-{name}-{length}", "Movie", "title < %@", lambda m: m.title < text[:length], a=[text[:length]])
            t.q(f"at-least-{name}-{length}", "Movie", "title >= %@", lambda m: m.title >= text[:length], a=[text[:length]])
    for name, operator, holds in [("less", "<", lambda a, b: a < b), ("at-most", "<=", lambda a, b: a <= b), ("equal", "==", lambda a, b: a == b), ("greater", ">", lambda a, b: a > b),
                                  ("at-least", ">=", lambda a, b: a >= b)]:
        t.q(f"year-{name}", "Movie", f"year {operator} 1954", lambda m: holds(m.year, 1954))
        t.q(f"rating-{name}", "Movie", f"rating {operator} 7.5", lambda m: m.rating is not None and holds(m.rating, 7.5))
        t.q(f"two-numbers-{name}", "Movie", f"rating * 250 {operator} year", lambda m: m.rating is not None and holds(m.rating * 250, m.year))
        t.q(f"two-texts-{name}", "Movie", f"title {operator} genre", lambda m: holds(m.title, m.genre))
        t.q(f"two-dates-{name}", "Loan", f"returnedOn {operator} lentOn", lambda r: r.returnedOn is not None and holds(r.returnedOn, r.lentOn))
        t.q(f"years-of-rows-{name}", "Loan", f"movie.year {operator} 1950", lambda r: holds(r.movie.year, 1950))
        for count in (0, 1, 3):
            t.q(f"count-{name}-{count}", "Movie", f"tags.@count {operator} {count}", lambda m: holds(len(m.tags), count))
            t.q(f"count-of-some-{name}-{count}", "Movie", f"SUBQUERY(loans, $l, $l.note != nil).@count {operator} {count}", lambda m: holds(sum(r.note is not None for r in m.loans), count))
    t.q("between-own", "Movie", "year BETWEEN {1950, rating * 300}", lambda m: m.rating is not None and 1950 <= m.year <= m.rating * 300)
    for name, low, high in [("nil-below", "nil", "2000"), ("nil-above", "1900", "nil"), ("nils", "nil", "nil")]:
        t.q(f"between-{name}", "Movie", f"year BETWEEN {{{low}, {high}}}", lambda m: False)
    t.rule("nil.order-equal", TP)
    for name, format, v in [("variable", "rating <= $none", {"none": None}), ("left", "$none >= rating", {"none": None}), ("literal", "rating >= nil", None)]:
        t.q("rating-" + name, "Movie", format, lambda m: m.rating is None, v=v)
    t.q("year-variable", "Movie", "year <= $none", lambda m: False, v={"none": None})
    t.q("two-descriptions", "Loan", "note <= movie.movieDescription", lambda r: (r.note is None and r.movie.movieDescription is None) or less(r.note, r.movie.movieDescription) or (r.note is not None and r.note == r.movie.movieDescription))
    t.rule("nil.before-types", TP)
    for name, format in [("between-value", "nil BETWEEN {1, title}"), ("between-lower", "year BETWEEN {nil, 'a'}"), ("between-upper", "title BETWEEN {1, nil}"), ("begins", "year BEGINSWITH nil"),
                         ("ends", "nil ENDSWITH rating"), ("like", "lentOn LIKE nil"), ("matches", "nil MATCHES year"), ("less", "nil < lentToFriend"), ("in", "nil IN tags"), ("contains", "title CONTAINS nil")]:
        t.q("fixture-" + name, "Movie", format, lambda m: False)
    t.rule("fixture.row", TP)
    t.q("same", "Movie", "lentToFriend == lentToFriend", lambda m: True)
    t.q("same-path", "Loan", "movie.lentToFriend == friend", lambda r: get(r, "movie", "lentToFriend", "id") == r.friend.id)
    t.q("same-optional", "Loan", "movie.lentToFriend != friend.lentMovies[0].lentToFriend", lambda r: get(r, "movie", "lentToFriend", "id") != (r.friend.id if r.friend.lentMovies else None))
    t.q("two-optional-texts", "Loan", "note == movie.movieDescription", lambda r: r.note == r.movie.movieDescription)
    t.q("two-optional-dates", "Loan", "returnedOn == movie.lentOn", lambda r: r.returnedOn == r.movie.lentOn)
    t.rule("fixture.to-many", TP)

    def values(rows, name):
        return [getattr(row, name) for row in rows if getattr(row, name) is not None]

    for name, entity, path, key in [("years", "Friend", "lentMovies", "year"), ("ratings", "Friend", "lentMovies", "rating"), ("tagged-years", "Tag", "movies", "year"), ("tagged-ratings", "Tag", "movies", "rating")]:
        rows = lambda row: getattr(row, path)
        t.q(f"{name}-sum", entity, f"{path}.@sum.{key} > 20000", lambda row: sum(values(rows(row), key)) > 20000)
        t.q(f"{name}-mean", entity, f"{path}.@avg.{key} > 5", lambda row: bool(rows(row)) and sum(values(rows(row), key)) / len(rows(row)) > 5)
        t.q(f"{name}-no-mean", entity, f"{path}.@avg.{key} == 0", lambda row: sum(values(rows(row), key)) == 0)
        t.q(f"{name}-no-sum", entity, f"{path}.@sum.{key} <= 0", lambda row: sum(values(rows(row), key)) == 0)
        t.q(f"{name}-greatest", entity, f"{path}.@max.{key} >= 8.5", lambda row: any(value >= 8.5 for value in values(rows(row), key)))
        t.q(f"{name}-no-least", entity, f"{path}.@min.{key} == nil", lambda row: not values(rows(row), key))
    steps = lambda f: [n for m in f.lentMovies for tag in m.tags for n in tag.movies]
    t.q("steps-count", "Friend", "lentMovies.tags.movies.@count > 100", lambda f: len(steps(f)) > 100)
    t.q("steps-sum", "Friend", "lentMovies.tags.movies.@sum.year > 200000", lambda f: sum(m.year for m in steps(f)) > 200000)
    t.q("steps-greatest", "Friend", "lentMovies.loans.movie.@max.year > 2010", lambda f: any(r.movie.year > 2010 for m in f.lentMovies for r in m.loans))
    t.q("steps-subquery", "Friend", "SUBQUERY(lentMovies.tags, $t, $t.name == 'classic').@count > 1", lambda f: sum(tag.name == "classic" for m in f.lentMovies for tag in m.tags) > 1)
    t.q("steps-any", "Movie", "ANY tags.movies.loans.note != nil", lambda m: any(r.note is not None for tag in m.tags for n in tag.movies for r in n.loans))
    t.q("steps-any-text", "Movie", "ANY lentToFriend.friends.lentMovies.genre == 'Noir'", lambda m: m.lentToFriend is not None and any(n.genre == "Noir" for f in m.lentToFriend.friends for n in f.lentMovies))
    t.q("steps-all", "Friend", "ALL friends.loans.movie.year > 1905", lambda f: all(r.movie.year > 1905 for other in f.friends for r in other.loans))
    t.q("steps-in", "Movie", "title IN tags.movies.title", lambda m: bool(m.tags))
    t.q("distinct-names", "Friend", "(lentMovies.@distinctUnionOfObjects.genre).@count > 3", lambda f: len({m.genre for m in f.lentMovies}) > 3)
    t.q("all-names", "Friend", "(lentMovies.@unionOfObjects.genre).@count > 3", lambda f: len(f.lentMovies) > 3)
    t.q("first-of-all", "Movie", "loans[0].friend == lentToFriend OR loans[SIZE] == 1", lambda m: (get(m.loans[0], "friend", "id") if m.loans else None) == get(m.lentToFriend, "id") or len(m.loans) == 1)
    return t


MAKERS = (attributes, nils, relationships, errors, columns)

if __name__ == "__main__":
    print(sum(make().write() for make in MAKERS))
