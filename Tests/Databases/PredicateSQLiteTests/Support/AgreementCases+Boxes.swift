import PredicateBinding
import PredicateTestSupport
import PredicateValues

/// Predicates over values without a form in SQL.
extension AgreementCases {
  static let variables = QueryVariables(values)

  private static let values: [(String, QueryValue)] = [
    ("friend", row("Friend", 3)), ("friends", .array([row("Friend", 3), .null, row("Friend", 99_999)])),
    ("tag", row("Tag", 1)), ("nothing", .null), ("decimal", decimal),
    ("decimals", .array([decimal, .integer(1994), .null])),
    ("words", .set([.string("Drama"), .string("noir"), .null])), ("dates", .array([.date(0), .null])), ("pair", pair),
  ]

  private static func row(_ entity: String, _ key: Int64) -> QueryValue {
    .reference(ObjectReference(entity: entity, key: key))
  }

  private static let decimal: QueryValue = QueryDecimal("7.1").map { .decimal($0) } ?? .null
  private static let pair = QueryValue.dictionary(
    QueryDictionary([("low", .integer(7)), ("words", .array([.string("Drama")]))]))

  static let movieBoxes = [
    // Decimal numbers.
    "rating == $decimal", "rating != $decimal", "rating > $decimal", "NOT (rating > $decimal)",
    "year < 99999999999999999999", "rating IN $decimals", "NOT (year IN $decimals)",
    "rating BETWEEN {$decimal, 99999999999999999999}", "year + $decimal > 2000", "year / 99999999999999999999 == 0",
    "CAST(rating, 'NSDecimalNumber') * 10 == 75", "CAST(title, 'NSDecimalNumber') == nil",
    "CAST(CAST(rating, 'NSDecimalNumber'), 'NSString') == '8.1'", "abs($decimal - rating) < 1",
    // If both numbers are doubles by type but may be integers by value, they divide as integers.
    "min(year, 2.5) / 2 == 1", "({3, 2.5})[0] / 2 == 1", "TERNARY(lent == YES, 7, 7.5) / 2 == 3",
    // The root collation.
    "title <[l] 'm'", "NOT (title <=[l] movieDescription)", "title ==[cl] 'AMÉLIE'", "title ==[cdl] 'amelie'",
    "genre IN[l] {'Drama', 'Noir'}", "ANY tags.name >[l] 'm'", "title BETWEEN[l] {'a', 'm'}",
    // Collections as values.
    "tags.@distinctUnionOfObjects.name == {'classic'}", "{year, rating} == {1994, 8.1}", "{} == {}", "{} != {year}",
    "year IN loans.@distinctUnionOfObjects.movie.year", "genre IN $words", "lentOn IN $dates",
    "'classic' IN (tags.name UNION {'family'})", "'classic' IN (tags.name MINUS {'classic'})",
    "ANY (tags.name INTERSECT {'classic', nil}) == 'classic'", "(tags.name UNION $words).@count > 3",
    "loans.friend.@distinctUnionOfObjects.friendName.@count > 1", "CAST(tags.name, 'NSSet')[SIZE] > 1",
    "distinct(tags.name)[SIZE] == 1", "mode(tags.movies.genre) CONTAINS genre", "sum(tags.movies.year) > 10000",
    "average(loans.movie.rating) == rating", "median(lentToFriend.lentMovies.year) > 1980",
    "max(lentToFriend.lentMovies.rating) == rating", "count(tags) == 2", "count:(tags.name) == 2",
    "groupConcat:separator:(tags.name, ',') CONTAINS 'classic'", "stddev(lentToFriend.lentMovies.rating) > 0.5",
    "lentToFriend.lentMovies.@unionOfObjects.year == nil", "lentToFriend.friends.@distinctUnionOfObjects.email != nil",
    "ALL {title, genre} CONTAINS 'a'", "ANY {movieDescription, title} == nil", "NONE {lentOn, now()} < '2020-01-01'",
    "ANY {1, rating, year} > 8", "ANY {$decimal, rating} > 8", "ALL (tags.name UNION {}) != 'classic'",
    "ANY loans.@unionOfObjects.note == nil", "SUBQUERY({1, 2, rating}, $x, $x > 7).@count == 1",
    "SUBQUERY({tags.@count, loans.@count}, $x, $x > 2).@count == 1",
    // Elements at a place.
    "(tags)[FIRST] == $tag", "(tags)[0].name == 'classic'", "(tags)[LAST].name BEGINSWITH 'c'", "(tags)[5] == nil",
    "(tags.name)[1] == nil", "(tags)[-1] == nil", "(loans)[SIZE] > 2", "(loans)[LAST].friend == lentToFriend",
    "(loans)[0].friend.friendName == 'Anna'", "(loans)[0].friend.friends.@count > 2", "(tags)[0].movies.@count > 20",
    "ANY (tags)[0].movies == SELF", "(loans)[FIRST].lentOn < lentOn", "({1, 2, 3})[1] == 2",
    "({title, genre})[1] == 'Drama'", "(loans)[tags.@count].note == nil", "(lentToFriend.lentMovies)[0] == SELF",
    "(lentToFriend.lentMovies)[0].title == nil", "(lentToFriend.lentMovies)[0].tags == nil",
    "((loans)[0].movie.tags)[0].name == 'classic'", "$dates[0] < lentOn", "objectFrom:withIndex:({year, 2}, 0) > 1990",
    // Objects as values.
    "lentToFriend == $friend", "lentToFriend != $friend", "lentToFriend IN $friends", "NOT (lentToFriend IN $friends)",
    "$tag IN tags", "tags CONTAINS $tag", "NOT (tags CONTAINS $tag)", "ANY tags == $tag", "$nothing IN tags",
    "ANY {lentToFriend, loans[0].friend}.friendName == 'Anna'",
    "lentToFriend IN {$friend, nil}", "SELF IN {SELF, nil}",
    "TERNARY(lent == YES, lentToFriend, $friend) == $friend", "ANY {lentToFriend}.friends.email == nil",
    "TERNARY(lent == YES, lentToFriend, (loans)[0].friend).friendName BEGINSWITH 'A'",
    "TERNARY(year > 1980, lentToFriend, nil).friends.@count > 1", "noindex(lentToFriend) == $friend",
    "$pair.low < rating", "genre IN $pair.words", "$pair['low'] < year", "$pair.missing == nil",
    // Chance.
    "random() >= 0 AND random() < 1", "randomn(3) < 3", "random() > 2",
    // A condition that can fail is evaluated only if memory would evaluate it.
    "({1, 2} UNION {3})[0] == 1", "year > 0 OR ({1, 2} UNION {3})[0] == 1",
    "year < 0 AND ({1, year} UNION {3})[0] == 1",
    "NOT (year > 0 OR ({1, year} UNION {3})[0] == 1)", "title MATCHES movieDescription OR title MATCHES '('",
    "lent == YES AND (title == nil OR ({1, year} MINUS {3})[0] == 1)", "title == '(' AND genre MATCHES title",
    // A database evaluates conditions over other tables last, unless the condition's failure is declared.
    "SUBQUERY(tags, $t, $t.name == title).@count > 0 AND CAST({title}, 'NSDictionary') != nil",
    "SUBQUERY(tags, $t, $t.name == title).@count == 0 OR CAST({title, year, genre}, 'NSDictionary') == nil",
    "SUBQUERY(tags, $t, $t.name == title).@count > 0 AND FUNCTION(year, 'objectFrom:withIndex:', 0) == 1",
    // Chains.
    "ANY loans.friend.loans.movie.loans.friend.friendName == 'Anna'",
    "NONE loans.friend.friends.friends.loans.note != nil",
    "ANY tags.movies.loans.friend == lentToFriend", "ALL loans.friend.loans.movie.year > 1950",
    "SUBQUERY(loans.friend.loans, $l, $l.movie.year > year).@count > 0",
    "SUBQUERY(loans, $l, SUBQUERY($l.friend.loans, $m, $m.movie.year == $l.movie.year + 1).@count > 0).@count > 0",
    "SELF IN loans.friend.loans.movie.loans.movie",
  ]
}
