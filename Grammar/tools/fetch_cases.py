#!/usr/bin/env python3
"""Makes fetch/answers.json: statements over fixtures/movies.json and the rows that they give.

    fetch_cases.py

Every statement stands beside plain Python that makes the same rows, written from fetch.ebnf. No implementation is asked. Standard
library only.
"""
import json
import math
from datetime import datetime, timedelta
from pathlib import Path

GRAMMAR = Path(__file__).resolve().parent.parent
DATA = json.loads((GRAMMAR / "fixtures" / "movies.json").read_text(encoding="utf-8"))["entities"]
MOVIES, FRIENDS, LOANS, TAGS = ({row["id"]: row for row in DATA[name]["rows"]} for name in ("Movie", "Friend", "Loan", "Tag"))


def order(value):
    """nil first; strings by their scalars."""
    return (value is not None, value.encode() if isinstance(value, str) else value if value is not None else 0)


def by(rows, *keys):
    """Sorted by keys, the first deciding first; a key (place, True) goes down."""
    for key in reversed(keys):
        place, down = key if isinstance(key, tuple) else (key, False)
        rows = sorted(rows, key=lambda row: order(row[place]), reverse=down)
    return rows


def group(rows, *keys):
    """[(keys, objects)], by the keys. True and 1 would be one key of a dictionary: keys go by their text."""
    groups = {}
    for row in rows:
        values = tuple(key(row) for key in keys)
        groups.setdefault(repr(values), (values, []))[1].append(row)
    return sorted(groups.values(), key=lambda pair: [order(value) for value in pair[0]])


def total(values):
    """The sum, rounded once where there is a double among them."""
    values = present(values)
    return math.fsum(values) if any(isinstance(value, float) for value in values) else sum(values)


def mean(values):
    present = [value for value in values if value is not None]
    return total(present) / len(present) if present else None


def mean_with_nil(values):
    return total(values) / len(values) if values else 0.0


def present(values):
    return [value for value in values if value is not None]


def date(seconds):
    return None if seconds is None else (datetime(2001, 1, 1) + timedelta(seconds=seconds)).strftime("%Y-%m-%dT%H:%M:%SZ")


def year_of(loan):
    return (datetime(2001, 1, 1) + timedelta(seconds=loan["lentOn"])).year


def month_of(loan):
    """The first moment of the month in which a loan begins, in seconds since 2001."""
    day = datetime(2001, 1, 1) + timedelta(seconds=loan["lentOn"])
    return (datetime(day.year, day.month, 1) - datetime(2001, 1, 1)).total_seconds()


def first_of_each(count, rows, key):
    """Of the rows with equal keys the first ones; True and 1 would be one key of a dictionary."""
    seen = {}
    kept = []
    for row in rows:
        place = repr(key(row))
        seen[place] = seen.get(place, 0) + 1
        if seen[place] <= count:
            kept.append(row)
    return kept


def friend(movie, key):
    return FRIENDS[movie["lentToFriend"]][key] if movie["lentToFriend"] else None


def get(key):
    return lambda row: row[key]


def values(key, rows):
    return [row[key] for row in rows]


ALL = list(MOVIES.values())
GENRES = group(ALL, get("genre"))
LATE = group([m for m in ALL if m["year"] > 1990], get("genre"))
CASES = []


def case(name, rule, statement, columns, rows, variables=None):
    expect = {"count": rows} if columns is None else {"columns": columns, "rows": [list(row) for row in rows]}
    CASES.append({"name": name, "rule": rule, "statement": statement, **({"variables": variables} if variables else {}), "expect": expect})


case("keys-and-count", "fetch.group", "Movie group by genre", ["genre", "count"], [(k[0], len(g)) for k, g in GENRES])
case("the-whole-form", "fetch.group",
     "Movie where year > 1990 group by genre show genre, count() as films, avg(rating) as mean having films > 3 sort by films desc limit 5",
     ["genre", "films", "mean"],
     by([(k[0], len(g), mean(values("rating", g))) for k, g in LATE if len(g) > 3], (1, True), 0)[:5])
case("clauses-in-another-order", "Clause",
     "Movie where year > 1990 limit 5 sort by films desc having films > 3 show genre, count() as films, avg(rating) as mean group by genre",
     ["genre", "films", "mean"], CASES[-1]["expect"]["rows"])
case("nil-is-one-group", "fetch.group", "Movie group by lentToFriend show lentToFriend, count(), max(lentOn) as last",
     ["lentToFriend", "count()", "last"],
     [(k[0], len(g), date(max(present(values("lentOn", g)), default=None))) for k, g in group(ALL, get("lentToFriend"))])
case("a-path-goes-on-from-a-key", "fetch.names", "Movie where lentToFriend != nil group by lentToFriend show lentToFriend.friendName as who, count()",
     ["who", "count()"], [(FRIENDS[k[0]]["friendName"], len(g)) for k, g in group([m for m in ALL if m["lentToFriend"]], get("lentToFriend"))])
case("two-keys", "fetch.order", "Movie group by genre, lent show genre, lent, @count as n", ["genre", "lent", "n"],
     [(*k, len(g)) for k, g in group(ALL, get("genre"), get("lent"))])
case("a-key-is-an-expression", "fetch.names",
     "Movie group by year / 10 * 10 as decade show decade, decade + 9 as last, count() as n having decade >= 1950 sort by n desc, decade",
     ["decade", "last", "n"],
     by([(k[0], k[0] + 9, len(g)) for k, g in group(ALL, lambda m: m["year"] // 10 * 10) if k[0] >= 1950], (2, True), 0))
case("all-objects-are-a-group", "fetch.group", "Movie show count() as n, sum(year) as s, min(title) as a, max(rating) as r",
     ["n", "s", "a", "r"],
     [(len(ALL), total(values("year", ALL)), min(values("title", ALL), key=str.encode), max(present(values("rating", ALL))))])
case("nothing-is-a-group", "fetch.aggregates",
     "Movie where year > 3000 show count() as n, count(rating) as c, sum(year) as s, avg(rating) as a, average(rating) as b, @avg.rating as z, min(title) as t, @max.year as y",
     ["n", "c", "s", "a", "b", "z", "t", "y"], [(0, 0, 0, None, None, 0.0, None, None)])
case("nothing-makes-no-groups", "fetch.group", "Movie where year > 3000 group by genre", ["genre", "count"], [])
case("nil-in-aggregates", "fetch.aggregates",
     "Movie group by lent show lent, count() as n, count(rating) as c, avg(rating) as a, @avg.rating as z, sum(rating) as s",
     ["lent", "n", "c", "a", "z", "s"],
     [(k[0], len(g), len(present(values("rating", g))), mean(values("rating", g)), mean_with_nil(values("rating", g)), total(values("rating", g)))
      for k, g in group(ALL, get("lent"))])
case("aggregates-of-paths-and-counts", "fetch.aggregates",
     "Movie group by genre show genre, sum(tags.@count) as t, count(lentToFriend.email) as e, max(lentToFriend.friendName) as f",
     ["genre", "t", "e", "f"],
     [(k[0], total(len(m["tags"]) for m in g), len(present(friend(m, "email") for m in g)),
       max(present(friend(m, "friendName") for m in g), key=str.encode, default=None)) for k, g in GENRES])
case("distinct-values-are-counted", "fetch.aggregates", "Loan group by friend show friend.friendName as who, count() as n, count(distinct movie) as films, count(distinct returnedOn) as days",
     ["who", "n", "films", "days"],
     [(FRIENDS[k[0]]["friendName"], len(g), len(set(values("movie", g))), len(set(present(values("returnedOn", g))))) for k, g in group(LOANS.values(), get("friend"))])
case("distinct-values-of-all", "fetch.aggregates", "Movie show count(distinct genre) as g, count(distinct lentToFriend.email) as e, count(distinct rating) as r having g > 1",
     ["g", "e", "r"],
     [(len(set(values("genre", ALL))), len(set(present(friend(m, "email") for m in ALL))), len(set(present(values("rating", ALL)))))])
case("totals-beside-groups", "fetch.names", "Movie group by lent show lent, count() as n, Movie.@count as total, count() * 100 / Movie.@count as percent",
     ["lent", "n", "total", "percent"], [(k[0], len(g), len(ALL), len(g) * 100 // len(ALL)) for k, g in group(ALL, get("lent"))])
case("groups-by-a-date", "fetch.group", "Loan group by lentOn.year as year show year, count() as n, max(lentOn.startOfMonth) as last sort by year desc limit 4",
     ["year", "n", "last"],
     [(k[0], len(g), date(max(month_of(r) for r in g)))
      for k, g in group(LOANS.values(), year_of)][::-1][:4])
case("having-is-a-whole-condition", "fetch.having",
     "Movie group by genre having count() BETWEEN {5, 20} AND NOT (max(year) < 2000 OR genre BEGINSWITH 'A')",
     ["genre", "count"], [(k[0], len(g)) for k, g in GENRES if 5 <= len(g) <= 20 and not (max(values("year", g)) < 2000 or k[0].startswith("A"))])
case("having-names-columns-and-keys", "fetch.names", "Loan group by friend show friend.friendName as who, count() as n having n > 20 AND friend.email != nil",
     ["who", "n"],
     [(FRIENDS[k[0]]["friendName"], len(g)) for k, g in group(LOANS.values(), get("friend")) if len(g) > 20 and FRIENDS[k[0]]["email"] is not None])
case("bounds-of-groups", "fetch.bounds", "Movie group by genre sort by count() desc limit 3 offset 2", ["genre", "count"],
     by([(k[0], len(g)) for k, g in GENRES], (1, True), 0)[2:5])
BEST = sorted(ALL, key=lambda m: (-(m["rating"] if m["rating"] is not None else -1), m["title"].encode()))
case("first-of-each-in-an-order", "fetch.first", "Movie show genre, title, rating sort by rating desc, title first 2 of each genre", ["genre", "title", "rating"],
     [(m["genre"], m["title"], m["rating"]) for m in first_of_each(2, BEST, get("genre"))])
case("first-of-each-in-the-order-of-keys", "fetch.first", "Movie first 1 of each year / 10 show title limit 4 offset 1", ["title"],
     [(m["title"],) for m in first_of_each(1, ALL, lambda m: m["year"] // 10)[1:5]])
case("first-of-each-with-nil", "fetch.first", "Movie first 1 of each lentToFriend, lent show title, lentToFriend.friendName as who", ["title", "who"],
     [(m["title"], friend(m, "friendName")) for m in first_of_each(1, ALL, lambda m: (m["lentToFriend"], m["lent"]))])
case("first-of-groups", "fetch.first",
     "Movie group by genre, lent show genre, lent, count() as n sort by n desc, genre first 1 of each genre limit 6", ["genre", "lent", "n"],
     first_of_each(1, by([(*k, len(g)) for k, g in group(ALL, get("genre"), get("lent"))], (2, True), 0), lambda row: row[0])[:6])
case("first-of-groups-by-a-column", "fetch.first", "Movie group by genre show genre, count() as n first 1 of each n", ["genre", "n"],
     first_of_each(1, [(k[0], len(g)) for k, g in GENRES], lambda row: row[1]))
case("first-of-distinct-rows", "fetch.first", "Movie show distinct genre, year / 25 as q sort by q desc, genre first 1 of each genre limit 9", ["genre", "q"],
     first_of_each(1, by([k for k, _ in group(ALL, get("genre"), lambda m: m["year"] // 25)], (1, True), 0), lambda row: row[0])[:9])
case("first-none-of-each", "fetch.first", "count Movie first 0 of each genre", None, 0)
case("count-of-first-of-each", "fetch.count", "count Movie where year > 1990 first 2 of each genre", None, sum(min(2, len(g)) for _, g in LATE))
case("distinct", "fetch.distinct", "Movie show distinct genre", ["genre"], [(k[0],) for k, _ in GENRES])
case("distinct-with-nil", "fetch.distinct", "Movie show distinct lentToFriend.email as mail sort by mail desc limit 4", ["mail"],
     by([(k[0],) for k, _ in group(ALL, lambda m: friend(m, "email"))], (0, True))[:4])
case("distinct-expressions", "fetch.distinct", "Movie show distinct year / 25 as q, lent", ["q", "lent"],
     [k for k, _ in group(ALL, lambda m: m["year"] // 25, get("lent"))])
case("distinct-groups", "fetch.distinct", "Movie group by genre show distinct count() as n sort by n desc", ["n"],
     [(n,) for n in sorted({len(g) for _, g in GENRES}, reverse=True)])
case("columns", "fetch.columns", "Movie where year > 2010 show title, lentToFriend.friendName as who, year * 2 as twice sort by who desc, title limit 6",
     ["title", "who", "twice"],
     by([(m["title"], friend(m, "friendName"), m["year"] * 2) for m in ALL if m["year"] > 2010], (1, True), 0)[:6])
case("an-object-by-its-key", "fetch.columns", "Movie where lentToFriend == Friend[3] show title, Friend[1].friendName as other, Friend[99] as none sort by title limit 2",
     ["title", "other", "none"],
     [(m["title"], friend({"lentToFriend": 1}, "friendName"), None) for m in by([m for m in ALL if m["lentToFriend"] == 3], "title")[:2]])
case("columns-of-many", "fetch.columns", "Movie where year < 1925 show title, tags, tags.@count as n", ["title", "tags", "n"],
     [(m["title"], m["tags"], len(m["tags"])) for m in ALL if m["year"] < 1925])
case("the-name-of-a-column-wins", "fetch.columns", "Movie where year > 2015 show title, 0 - year as year sort by year limit 4", ["title", "year"],
     [(m["title"], -m["year"]) for m in sorted((m for m in ALL if m["year"] > 2015), key=lambda m: (-m["year"], m["id"]))[:4]])
case("sorted-by-an-expression", "SortKey", "Movie show title sort by length(title) desc, title limit 3", ["title"],
     by([(m["title"], len(m["title"].encode("utf-16-le")) // 2) for m in ALL], (1, True), 0)[:3])
CASES[-1]["expect"]["rows"] = [row[:1] for row in CASES[-1]["expect"]["rows"]]
case("count-of-objects", "fetch.count", "count Movie where year > 1990", None, sum(m["year"] > 1990 for m in ALL))
case("count-of-groups", "fetch.count", "count Movie group by genre having count() > 5", None, sum(len(g) > 5 for _, g in GENRES))
case("count-of-distinct-rows", "fetch.count", "count Movie show distinct genre, lent", None, len(group(ALL, get("genre"), get("lent"))))
case("count-within-bounds", "fetch.count", "count Movie group by genre offset 3 limit 100", None, len(GENRES) - 3)
case("count-alone", "fetch.count", "count", None, len(ALL))
case("variables-everywhere", "fetch.variables",
     "Movie where year > $year group by year / $step as k show k * $step as y, count() + $more as n having count() > $least sort by n desc, k",
     ["y", "n"],
     by([(k[0] * 20, len(g) + 100) for k, g in group([m for m in ALL if m["year"] > 1940], lambda m: m["year"] // 20) if len(g) > 2], (1, True), 0),
     {"year": 1940, "step": 20, "more": 100, "least": 2})

def shown(movie):
    """A movie without SHOW: its key, its attributes and its to-one relationships."""
    return [movie["id"], movie["title"], movie["year"], movie["rating"], movie["genre"], movie["movieDescription"], movie["lent"], date(movie["lentOn"]),
            movie["lentToFriend"]]


SHOWN = ["id", "title", "year", "rating", "genre", "movieDescription", "lent", "lentOn", "lentToFriend"]
case("objects-as-they-are", "fetch.columns", "Movie where year < 1935", SHOWN, [shown(m) for m in ALL if m["year"] < 1935])
case("a-lent-object", "fetch.columns", "lentToFriend != nil sort by year limit 2", SHOWN,
     [shown(m) for m in sorted((m for m in ALL if m["lentToFriend"]), key=lambda m: (m["year"], m["id"]))[:2]])
case("objects-with-dates", "fetch.columns", "Loan limit 3", ["id", "lentOn", "returnedOn", "note", "movie", "friend"],
     [(r["id"], date(r["lentOn"]), date(r["returnedOn"]), r["note"], r["movie"], r["friend"]) for r in list(LOANS.values())[:3]])
case("lists-in-rows", "fetch.columns", "Movie where year < 1903 show {year, lent} as both, tags.name as names", ["both", "names"],
     [([m["year"], m["lent"]], [TAGS[tag]["name"] for tag in m["tags"]]) for m in ALL if m["year"] < 1903])
case("a-row-itself", "fetch.columns", "Movie where year < 1905 show SELF, lentToFriend", ["SELF", "lentToFriend"],
     [(m["id"], m["lentToFriend"]) for m in ALL if m["year"] < 1905])
OLD = [m for m in ALL if m["year"] in (1902, 1941)]
for name, first, second, values_of in [
        ("booleans-among-integers", "YES", "5", lambda m: 1 if m["year"] == 1902 else 5),
        ("integers-among-doubles", "1.5", "5", lambda m: 1.5 if m["year"] == 1902 else 5.0),
        ("booleans-alone", "YES", "NO", lambda m: m["year"] == 1902),
        ("booleans-and-texts", "YES", "'x'", lambda m: True if m["year"] == 1902 else "x")]:
    case(name, "fetch.types", f"Movie where year IN {{1902, 1941}} show TERNARY(year == 1902, {first}, {second}) as x", ["x"],
         [(values_of(m),) for m in OLD])
case("a-double-without-a-row", "fetch.types", "Movie where year == 1902 show TERNARY(year == 1902, 1, 2.5) as x", ["x"], [(1.0,)])
case("a-list-has-no-such-type", "fetch.types", "Movie where year == 1902 show {TERNARY(year == 1902, YES, 5)} as x", ["x"], [([True],)])
case("groups-by-an-object", "fetch.group", "Movie where lent == YES group by lentToFriend as who", ["who", "count"],
     [(k[0], len(g)) for k, g in group([m for m in ALL if m["lent"]], get("lentToFriend"))])
case("groups-by-two-keys", "fetch.group", "Movie where year < 1930 group by genre, lent", ["genre", "lent", "count"],
     [(*k, len(g)) for k, g in group([m for m in ALL if m["year"] < 1930], get("genre"), get("lent"))])
case("first-of-each-object", "fetch.first", "Movie first 1 of each lentToFriend show title limit 4", ["title"],
     [(m["title"],) for m in first_of_each(1, ALL, get("lentToFriend"))[:4]])
case("first-of-each-constant", "fetch.first", "Movie first 2 of each 5 show title", ["title"], [(m["title"],) for m in ALL[:2]])
case("first-of-each-variable", "fetch.first", "Movie first 2 of each $x show title", ["title"], [(m["title"],) for m in ALL[:2]], {"x": 5})

if __name__ == "__main__":
    lines = ",\n    ".join(json.dumps(case, ensure_ascii=False) for case in CASES)
    comment = "What statements mean. Made by tools/fetch_cases.py from the fixture; see fetch.schema.json."
    (GRAMMAR / "fetch" / "answers.json").write_text(
        '{\n  "comment": "%s",\n  "cases": [\n    %s\n  ]\n}\n' % (comment, lines), encoding="utf-8")
    print(len(CASES), "cases")
