/// Predicates and their printed plans, as text. A line that begins with `?` is a predicate, and its plan follows.
enum PlanSnapshots {
  static let all = [
    numbers, texts, values, collections, parts, clubs, dictionaries, existentials, integers, records,
  ]

  /// Numbers of structs.
  static let numbers = """
    ? TRUEPREDICATE
    always true

    ? year > 1990 AND rating >= 7.5
    and
      match ColumnMatcher<IntegerColumn<Int>, NumberBounds<Int64>>: row @0
      match ColumnMatcher<DoubleColumn<Double>, NumberBounds<Double>>: row @8

    ? year == 1990 OR NOT (stars > 3 AND isLent == NO)
    or
      match ColumnMatcher<IntegerColumn<Int>, NumberBounds<Int64>>: row @0
      not
        and
          match ColumnMatcher<IntegerColumn<UInt8>, NumberBounds<Int64>>: row @17
          match ColumnMatcher<BooleanColumn, NumberBounds<Int64>>: row @16

    ? score > 3
    match ColumnMatcher<OptionalColumn<DoubleColumn<Double>>, NumberBounds<Double>>: row @24

    ? stars > 1000
    match ColumnMatcher<IntegerColumn<UInt8>, NumberBounds<Int64>>: row @17

    ? hits > 5
    match ColumnMatcher<IntegerColumn<UInt64>, NumberBounds<Int64>>: row @40

    ? bought >= $day
    match ColumnMatcher<DateColumn, NumberBounds<Double>>: row @160

    ? year BETWEEN {1980, 1989}
    match ColumnMatcher<IntegerColumn<Int>, NumberBounds<Int64>>: row @0

    ? year IN {1990, 1991}
    match ColumnMatcher<IntegerColumn<Int>, ValueTable<Int64>>: row @0

    ? year IN {1990, 1991, 1992}
    match ColumnMatcher<IntegerColumn<Int>, ValueTable<Int64>>: row @0

    ? year IN {1990, 1991, 1992, 1993, 1994}
    match ColumnMatcher<IntegerColumn<Int>, ValueTable<Int64>>: row @0

    ? score == nil
    not
      match ColumnMatcher<OptionalColumn<DoubleColumn<Double>>, NumberBounds<Double>>: row @24

    ? price > 12.5
    match ClosureMatcher: row @114

    ? price < fee
    rows: less($0.price?, $0.fee?)

    ? fee == nil
    not
      match ClosureMatcher: row @134

    ? year * 2 + 1 > 3990
    match ColumnMatcher<IntegerColumn<Int>, NumberBounds<Int64>>: row @0

    ? rating ** 2 > 50
    rows: greater(**($0.rating?, 2)?, 50)

    ? year & 4 == 4
    rows: equal(&($0.year, 4)?, 4)

    ? -year < abs(stars)
    rows: less(negate($0.year), abs:($0.stars)?)

    ? trunc(rating) == 3
    rows: equal(trunc:($0.rating?)?, 3)

    ? year + rating > 3
    rows: greater(+($0.year, $0.rating?)?, 3)

    ? rating > year
    rows: greater($0.rating?, $0.year)

    ? due < now()
    rows: less($0.due?, now()?)

    ? TERNARY(isLent == YES, year, stars) > 5
    rows: greater(choose(equal($0.isLent, TRUE), $0.year, $0.stars), 5)

    ? year * 2 BETWEEN {3, stars}
    rows: between(*($0.year, 2), 3, $0.stars)
    """

  /// Strings of structs.
  static let texts = """
    ? title == 'Star Wars'
    match TextEqualMatcher: row @48

    ? title BEGINSWITH[c] 'the '
    match TextEndMatcher<TextStart>: row @48

    ? title ENDSWITH '.org'
    match TextEndMatcher<TextTail>: row @48

    ? note CONTAINS[cd] 'an'
    match TextSearchMatcher: row @64

    ? note CONTAINS[cd] 'é'
    match TextSearchMatcher: row @64

    ? title < 'M'
    match TextQuestionMatcher: row @48

    ? title BETWEEN {'A', 'M'}
    match TextQuestionMatcher: row @48

    ? title IN {'a', 'b'}
    match TextListMatcher: row @48

    ? title IN {'a', 'b', 'c', 'd', 'e'}
    match TextListMatcher: row @48

    ? title LIKE[c] 's*r'
    match TextQuestionMatcher: row @48

    ? title MATCHES '[A-Z]{2}[0-9]+'
    rows: regularExpression($0.title, "[A-Z]{2}[0-9]+")

    ? uppercase(title) == 'STAR'
    match ClosureMatcher: row @48

    ? title == note
    rows: equal($0.title, $0.note?)

    ? note == nil
    not
      match TextPresentMatcher: row @64

    ? length(title) > 20
    rows: greater(length:($0.title)?, 20)
    """

  /// Other values of structs, and paths.
  static let values = """
    ? genre == 'noir'
    once per byte: row @80: equal($0.genre, "noir")

    ? key == $key
    match ColumnMatcher<UUIDColumn, SingleValue<WordPair>>: row @81

    ? twin IN {$key, $other}
    match ColumnMatcher<OptionalColumn<UUIDColumn>, ValueTable<WordPair>>: row @97

    ? twin IN {$key, $other, $third}
    match ColumnMatcher<OptionalColumn<UUIDColumn>, ValueTable<WordPair>>: row @97

    ? key == twin
    rows: equal($0.key, $0.twin?)

    ? cover == $bytes
    match ClosureMatcher: row @184

    ? genre IN {title, 'noir'}
    or
      once per byte: row @80: equal($0.genre, "noir")
      rows: equal($0.genre, $0.title)

    ? owner.name == genre
    rows: equal($0.owner?.name?, $0.genre)

    ? home == nil
    not
      match ClosureMatcher: row @224

    ? owner == nil
    not
      match ClosureMatcher: row @248

    ? owner == maker
    rows: equal($0.owner??, $0.maker)

    ? owner == $owner
    match ClosureMatcher: row @248 instance @0

    ? owner.next.age == 7
    match ColumnMatcher<IntegerColumn<Int>, NumberBounds<Int64>>: row @248 instance @40 instance @32

    ? place.city == 'Oslo'
    match TextEqualMatcher: row @200

    ? home.zip > 5000
    match ColumnMatcher<IntegerColumn<Int>, NumberBounds<Int64>>: row @224 optional @16

    ? TERNARY(isLent == YES, title, note) == 'x'
    rows: equal(choose(equal($0.isLent, TRUE), $0.title, $0.note?)?, "x")

    ? CAST(year, 'NSString') == '1990'
    rows: equal(cast($0.year, string)?, "1990")

    ? CAST(isLent, 'NSString') == '1'
    rows: equal(cast($0.isLent, string)?, "1")

    ? CAST(bought, 'NSString') == '1'
    rows: equal(cast($0.bought?, string)?, "1")

    ? CAST(owner.next, 'NSString') == 'x'
    rows: equal(cast($0.owner?.next??, string)?, "x")

    ? max(year, stars) > 3
    rows: greater(max:($0.year, $0.stars)?, 3)

    ? item.year > 3
    rows: >($0.item?.year?, 3)
    """
}
