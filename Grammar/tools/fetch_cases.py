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


def levels(row):
    """The keys of the friends of a friend, of their friends, and so on."""
    found, new = set(), set(row["friends"])
    while new:
        found |= new
        new = {key for friend in new for key in FRIENDS[friend]["friends"]} - found
    return sorted(found)


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
case("all-levels", "fetch.columns", "Friend where friends.@count < 2 show friendName, friends*.@count as n, friends*.email as mails sort by n, friendName",
     ["friendName", "n", "mails"],
     by([(f["friendName"], len(levels(f)), [FRIENDS[key]["email"] for key in levels(f)]) for f in FRIENDS.values() if len(f["friends"]) < 2], 1, 0))
case("groups-by-each-of-all-levels", "fetch.each", "Friend group by each friends* as f show f.friendName, count() as n limit 3", ["f.friendName", "n"],
     [(FRIENDS[key]["friendName"], sum(key in levels(f) for f in FRIENDS.values())) for key in (1, 2, 3)])
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



def median(rows):
    rows = sorted(present(rows))
    return float(rows[len(rows) // 2] + rows[(len(rows) - 1) // 2]) / 2 if rows else None


def variance(rows):
    rows = present(rows)
    return math.fsum((row - mean(rows)) * (row - mean(rows)) for row in rows) / len(rows) if rows else None


def percentile(rows, fraction):
    rows = sorted(present(rows))
    if not rows:
        return None
    place = fraction * (len(rows) - 1)
    low = int(place)
    return float(rows[low]) if place == low else rows[low] + (rows[low + 1] - rows[low]) * (place - low)


def mode(rows):
    rows = present(rows)
    return min(rows, key=lambda row: (-rows.count(row), order(row)), default=None)


def joined(rows, separator):
    rows = sorted(present(rows), key=str.encode)
    return separator.join(rows) if rows else None


def names(movie):
    """The names of the tags of a movie, each once."""
    return sorted({TAGS[tag]["name"] for tag in movie["tags"]}, key=str.encode)


def running(rows, fold):
    return [fold(rows[:place + 1]) for place in range(len(rows))]


def rank(rows, key):
    return [1 + next(place for place, other in enumerate(rows) if key(other) == key(row)) for row in rows]


case("statistics", "fetch.aggregates",
     "Movie group by genre show genre, median(year) as m, variance(rating) as v, percentile(rating, 0.9) as p, mode(year / 10) as d, groupConcat(lentToFriend.friendName, ' / ') as f",
     ["genre", "m", "v", "p", "d", "f"],
     [(k[0], median(values("year", g)), variance(values("rating", g)), percentile(values("rating", g), 0.9), mode([m["year"] // 10 for m in g]),
       joined([friend(m, "friendName") for m in g], " / ")) for k, g in GENRES])
case("texts-each-once", "fetch.aggregates", "Movie where year < 1945 show groupConcat(distinct(genre)) as g, stddev(year) as s, mode(title) as t", ["g", "s", "t"],
     [(joined(set(values("genre", OLD40)), ", "), math.sqrt(variance(values("year", OLD40))), mode(values("title", OLD40)))
      for OLD40 in [[m for m in ALL if m["year"] < 1945]]])
case("statistics-of-nothing", "fetch.aggregates", "Movie where year > 3000 show median(year) as m, mode(title) as t, groupConcat(title) as g, percentile(year, 0.5) as p",
     ["m", "t", "g", "p"], [(None, None, None, None)])
case("each-element", "fetch.each", "Movie group by each tags as t show t.name as tag, count() as n, min(year) as y sort by n desc, tag", ["tag", "n", "y"],
     by([(TAGS[k]["name"], len(g), min(values("year", g))) for k in TAGS if (g := [m for m in ALL if k in m["tags"]])], (1, True), 0))
PAIRS = {}
for m in ALL:
    for one in names(m):
        for other in names(m):
            PAIRS.setdefault((one, other), []).append(m)
case("pairs-of-elements", "fetch.each",
     "Movie group by each tags.name as a, each tags.name as b having a < b show a, b, count() as n sort by n desc, a, b limit 8", ["a", "b", "n"],
     by([(*k, len(g)) for k, g in PAIRS.items() if k[0].encode() < k[1].encode()], (2, True), 0, 1)[:8])
case("elements-and-values", "fetch.each", "Movie where year > 2010 group by each tags.name, lent", ["tags.name", "lent", "count"],
     sorted(((name, lent, len(g)) for name in {name for m in ALL for name in names(m)} for lent in (False, True)
             if (g := [m for m in ALL if m["year"] > 2010 and name in names(m) and m["lent"] is lent])), key=lambda row: (row[0].encode(), row[1])))
case("names-of-columns", "fetch.aliases", "Movie where year > 2018 show title, year - 2000 as y, y * 2 as z sort by z / 4 desc, title", ["title", "y", "z"],
     [row[:3] for row in by([(m["title"], m["year"] - 2000, (m["year"] - 2000) * 2, (m["year"] - 2000) * 2 // 4) for m in ALL if m["year"] > 2018], (3, True), 0)])
case("names-of-columns-of-groups", "fetch.aliases", "Movie group by lent show lent, count() as n, sum(year) as s, s / n as mean", ["lent", "n", "s", "mean"],
     [(k[0], len(g), sum(values("year", g)), sum(values("year", g)) // len(g)) for k, g in group(ALL, get("lent"))])
NEW = sorted([m for m in ALL if m["year"] > 2010], key=lambda m: (m["year"], m["id"]))
YEARS = values("year", NEW)
case("rows-before-and-behind", "fetch.windows", "Movie where year > 2010 show year, previous year as p, next title as n, year - previous year as d sort by year",
     ["year", "p", "n", "d"],
     [(y, p, n, None if p is None else y - p)
      for y, p, n in zip(YEARS, [None] + YEARS[:-1], [m["title"] for m in NEW[1:]] + [None])])
case("running-values", "fetch.windows",
     "Movie where year > 2010 show running count() as c, running sum(rating) as s, running avg(rating) as a, running min(rating) as l, running count(rating) as n sort by year",
     ["c", "s", "a", "l", "n"],
     list(zip(range(1, len(NEW) + 1), running(values("rating", NEW), total), running(values("rating", NEW), mean),
              running(values("rating", NEW), lambda rows: min(present(rows), default=None)), running(values("rating", NEW), lambda rows: len(present(rows))))))
case("ranks-and-totals", "fetch.windows", "Movie where year > 2010 show rank as r, total(year) as t, total(year) of each genre as g sort by year limit 12", ["r", "t", "g"],
     list(zip(rank(YEARS, lambda year: year), [sum(YEARS)] * len(NEW), [sum(m["year"] for m in NEW if m["genre"] == row["genre"]) for row in NEW]))[:12])
case("bounds-come-afterwards", "fetch.windows", "Movie where year > 2010 show running count() as c, next year as n sort by year limit 2 offset 3", ["c", "n"],
     [(4, YEARS[4]), (5, YEARS[5])])
GROWTH = [(k[0], len(g)) for k, g in group(LOANS.values(), year_of)]
case("growth-of-groups", "fetch.windows",
     "Loan group by lentOn.year as y show y, count() as n, n - previous n as more, running sum(n) as s, running count() as all, n * 100 / total(n) as percent",
     ["y", "n", "more", "s", "all", "percent"],
     [(y, n, None if place == 0 else n - GROWTH[place - 1][1], sum(n for _, n in GROWTH[:place + 1]), sum(n for _, n in GROWTH[:place + 1]),
       n * 100 // len(LOANS)) for place, (y, n) in enumerate(GROWTH)])
case("shares-of-a-total", "fetch.windows",
     "Movie group by genre show genre, sum(rating) as s, round(100 * s / total(s), 1) as share, rank as r sort by s desc limit 3",
     ["genre", "s", "share", "r"],
     [(genre, s, round(100 * s / math.fsum(total(values("rating", g)) for _, g in GENRES), 1), place + 1)
      for place, (genre, s) in enumerate(sorted(((k[0], total(values("rating", g))) for k, g in GENRES), key=lambda row: -row[1])[:3])])
case("ranks-of-each", "fetch.windows", "Movie where rating != nil show genre, title, rank of each genre as r sort by rating desc, title first 1 of each genre limit 5",
     ["genre", "title", "r"], [(m["genre"], m["title"], 1) for m in first_of_each(1, [m for m in BEST if m["rating"] is not None], get("genre"))[:5]])
case("the-first-of-each-rank", "fetch.windows", "Movie where year > 2010 show year, rank as r sort by year first 1 of each r", ["year", "r"],
     [(year, 1 + YEARS.index(year)) for year in sorted(set(YEARS))])

if __name__ == "__main__":
    lines = ",\n    ".join(json.dumps(case, ensure_ascii=False) for case in CASES)
    comment = "What statements mean. Made by tools/fetch_cases.py from the fixture; see fetch.schema.json."
    (GRAMMAR / "fetch" / "answers.json").write_text(
        '{\n  "comment": "%s",\n  "cases": [\n    %s\n  ]\n}\n' % (comment, lines), encoding="utf-8")
    print(len(CASES), "cases")
