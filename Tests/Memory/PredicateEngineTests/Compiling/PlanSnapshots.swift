/// Predicates and their printed plans, as tables of text: `?` begins the line of a predicate, and its plan follows.
enum PlanSnapshots {
  static let all = [
    numbers, texts, values, collections, parts, clubs, dictionaries, existentials, integers, records,
  ]

  /// Numbers of structs.
  static let numbers = """
    ? TRUEPREDICATE
    always true
    one element: row form

    ? year > 1990 AND rating >= 7.5
    and
      match Int in a range: row @0
      match Double in a range: row @8
    one element: row form

    ? year == 1990 OR NOT (stars > 3 AND isLent == NO)
    or
      match Int in a range: row @0
      not
        and
          match UInt8 in a range: row @17
          match UInt8 in a range: row @16
    one element: row form

    ? score > 3
    match Double? in a range: row @24
    one element: row form

    ? stars > 1000
    match no row: row @17
    one element: row form

    ? hits > 5
    match UInt64 in a range: row @40
    one element: row form

    ? bought >= $day
    match Date in a range: row @160
    one element: row form

    ? year BETWEEN {1980, 1989}
    match Int in a range: row @0
    one element: row form

    ? year IN {1990, 1991}
    match Int in a list of two: row @0
    one element: row form

    ? year IN {1990, 1991, 1992}
    match Int in a list of up to four: row @0
    one element: row form

    ? year IN {1990, 1991, 1992, 1993, 1994}
    match Int in a sorted list: row @0
    one element: row form

    ? score == nil
    not
      match Double? present: row @24
    one element: row form

    ? price > 12.5
    match value by a closure: row @114
    one element: row form

    ? price < fee
    pair two decimals: row @114, row @134
    one element: run

    ? fee == nil
    not
      match Decimal present: row @134
    one element: row form

    ? year * 2 + 1 > 3990
    numbers greater
      add of integers
        multiply of integers
          column Int: row @0
          constant 2
        constant 1
      constant 3990
    one element: run

    ? rating ** 2 > 50
    numbers greater
      power of doubles
        column Double: row @8
        constant 2.0
      constant 50.0
    one element: run

    ? year & 4 == 4
    numbers equal
      bits & of integers
        column Int: row @0
        constant 4
      constant 4
    one element: run

    ? -year < abs(stars)
    numbers less
      negate of integers
        column Int: row @0
      magnitude of integers
        column UInt8: row @17
    one element: run

    ? trunc(rating) == 3
    numbers equal
      function of doubles
        column Double: row @8
      constant 3.0
    one element: run

    ? year + rating > 3
    numbers greater
      add of doubles
        closest double
          column Int: row @0
        column Double: row @8
      constant 3.0
    one element: run

    ? rating > year
    numbers greater
      column Double: row @8
      equal double
        column Int: row @0
    one element: run

    ? due < now()
    numbers less
      column Date?: row @168
      moment of the run
    one element: run

    ? TERNARY(isLent == YES, year, stars) > 5
    numbers greater
      choose integers
        match UInt8 in a range: row @16
        column Int: row @0
        column UInt8: row @17
      constant 5
    one element: run

    ? year * 2 BETWEEN {3, stars}
    and
      numbers greaterOrEqual
        multiply of integers
          column Int: row @0
          constant 2
        constant 3
      numbers lessOrEqual
        multiply of integers
          column Int: row @0
          constant 2
        column UInt8: row @17
    one element: run
    """

  /// Strings of structs.
  static let texts = """
    ? title == 'Star Wars'
    match text equal: row @48
    one element: row form

    ? title BEGINSWITH[c] 'the '
    match text prefix: row @48
    one element: row form

    ? title ENDSWITH '.org'
    match text suffix: row @48
    one element: row form

    ? note CONTAINS[cd] 'an'
    match text search: row @64
    one element: row form

    ? note CONTAINS[cd] 'é'
    match text search: row @64
    one element: row form

    ? title < 'M'
    match text order: row @48
    one element: row form

    ? title IN {'a', 'b'}
    match text in a list of up to four: row @48
    one element: row form

    ? title IN {'a', 'b', 'c', 'd', 'e'}
    match text in a sorted list: row @48
    one element: row form

    ? title LIKE[c] 's*r'
    match text question: row @48
    one element: row form

    ? title MATCHES '[A-Z]{2}[0-9]+'
    regular expression: row @48
    one element: run

    ? uppercase(title) == 'STAR'
    match text question of a String: row @48
    one element: row form

    ? title == note
    pair text and text: row @48, row @64
    one element: run

    ? note == nil
    not
      match text present: row @64
    one element: row form

    ? length(title) > 20
    numbers greater
      column length of text: row @48
      constant 20
    one element: row form
    """

  /// Other values of structs, and paths.
  static let values = """
    ? genre == 'noir'
    once per byte: row @80
      values equal($0.genre, "noir")
        value kept per byte: row @80
        value constant "noir"
    one element: run

    ? key == $key
    match UUID equal: row @81
    one element: row form

    ? twin IN {$key, $other}
    match UUID? in a list of two: row @97
    one element: row form

    ? twin IN {$key, $other, $third}
    match UUID? in a sorted list: row @97
    one element: row form

    ? key == twin
    pair UUID and UUID?: row @81, row @97
    one element: run

    ? cover == $bytes
    match value by a closure: row @184
    one element: row form

    ? genre IN {title, 'noir'}
    or
      once per byte: row @80
        values equal($0.genre, "noir")
          value kept per byte: row @80
          value constant "noir"
      values equal($0.genre, $0.title)
        value kept per byte: row @80
        value text: row @48
    one element: run

    ? owner.name == genre
    values equal($0.owner?.name?, $0.genre)
      value text: row @248 instance @16
      value kept per byte: row @80
    one element: run

    ? home == nil
    not
      match optional present: row @224
    one element: row form

    ? owner == nil
    not
      match optional present: row @248
    one element: row form

    ? owner == maker
    pair instance and instance: row @248 instance @0, row @256 instance @0
    one element: run

    ? owner == $owner
    match same instance: row @248 instance @0
    one element: row form

    ? owner.next.age == 7
    match Int in a range: row @248 instance @40 instance @32
    one element: row form

    ? place.city == 'Oslo'
    match text equal: row @200
    one element: row form

    ? home.zip > 5000
    match Int in a range: row @224 optional @16
    one element: row form

    ? TERNARY(isLent == YES, title, note) == 'x'
    values equal(choose(equal($0.isLent, TRUE), $0.title, $0.note?)?, "x")
      value choose
        match UInt8 in a range: row @16
        value text: row @48
        value optional text: row @64
      value constant "x"
    one element: run

    ? CAST(year, 'NSString') == '1990'
    values equal(cast($0.year, string)?, "1990")
      value by the reference: cast
        value integer
          column Int: row @0
      value constant "1990"
    one element: run

    ? CAST(isLent, 'NSString') == '1'
    values equal(cast($0.isLent, string)?, "1")
      value by the reference: cast
        value boolean
          column Bool: row @16
      value constant "1"
    one element: run

    ? CAST(bought, 'NSString') == '1'
    values equal(cast($0.bought?, string)?, "1")
      value by the reference: cast
        value date
          column Date: row @160
      value constant "1"
    one element: run

    ? CAST(owner.next, 'NSString') == 'x'
    values equal(cast($0.owner?.next??, string)?, "x")
      value by the reference: cast
        value by the reference: object
          value object Person: row @248 instance @40 instance @0
      value constant "x"
    one element: run

    ? max(year, stars) > 3
    values greater(max:($0.year, $0.stars)?, 3)
      value by the reference: max:
        value integer
          column Int: row @0
        value integer
          column UInt8: row @17
      value constant 3
    one element: run

    ? item.year > 3
    values >($0.item?.year?, 3)
      value by the reference: .year
        value by a reader: row @336
      value constant 3
    one element: run
    """
}
