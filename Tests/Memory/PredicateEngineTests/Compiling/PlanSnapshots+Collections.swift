extension PlanSnapshots {
  /// Collections of structs.
  static let collections = """
    ? tags.@count > 2
    match count of elements in a range: row @264
    one element: row form

    ? spare.@count > 2
    match count of optional elements in a range: row @280
    one element: row form

    ? counts.@count > year
    numbers greater
      column count of elements: row @320
      column Int: row @0
    one element: row form

    ? ANY tags == 'classic'
    match first element that passes: text equal: row @264
    one element: row form

    ? ALL marks > 10
    not
      exists
        walk $1 in array: row @272
        where
          not
            match Int in a range: $1 @0
    one element: row form

    ? SUBQUERY(marks, $m, $m > 50).@count > 1
    match count of elements that pass: Int in a range: row @272
    one element: row form

    ? SUBQUERY(loans, $l, $l.days > 30 AND $l.returned == nil).@count == year
    numbers equal
      count
        walk $1 in array: row @288
        where
          and
            match Int in a range: $1 @0
            not
              match Date? present: $1 @16
      column Int: row @0
    one element: row form

    ? ANY loans.days > owner.age
    exists
      walk $1 in array: row @288
      needs
        column Int: row @248 instance @32
      where
        numbers greater
          column Int: $1 @0
          once per row
            column Int: row @248 instance @32
    one element: row form

    ? loans.@sum.days > 60
    numbers greater
      sum of integers
        walk $1 in array: row @288
        column Int: $1 @0
      constant 60
    one element: run

    ? friends.@avg.age > 60
    numbers greater
      mean of doubles
        walk $1 in array of instances: row @304
        column Int: $1 @32
      constant 60.0
    one element: run

    ? owner IN friends
    exists
      walk $1 in array of instances: row @304
      where
        pair instance and instance: $1 @0, row @248 instance @0
    one element: run

    ? 5 IN codes
    match constant in a set: row @312
    one element: row form

    ? year IN codes
    look up row @0 in row @312
    one element: run

    ? title IN tags
    look up row @48 in row @264
    one element: run

    ? ALL codes > 10
    not
      exists
        walk $1 in set: row @312
        where
          not
            match Int in a range: $1 @0
    one element: run

    ? ANY gaps.days > 3
    exists
      walk $1 in array: row @296
      where
        values greater($1?.days?, 3)
          value by the reference: .days
            value by a reader: $1 @0
          value constant 3
    one element: run

    ? ANY items.year > 3
    exists
      walk $2 in values
        value by the reference: .year
          value by a reader: row @376
      where
        values >($2?, 3)
          value by a reader: $2 @0
          value constant 3
    one element: run

    ? loans.days UNION marks == {1, 2}
    values equal(UNION(collect($1 in $0.loans, $1.days), $0.marks), {1, 2})
      value by the reference: UNION
        value of elements: collect
          walk $1 in array: row @288
          value integer
            column Int: $1 @0
        value by a reader: row @272
      value constant {1, 2}
    one element: run

    ? tags[0] == 'classic'
    match text equal: row @264 element 0 @0
    one element: row form

    ? friends[LAST].age > 40
    match Int in a range: row @304 element -1 @0 instance @32
    one element: row form

    ? tags[year] == 'x'
    values equal($0.tags[$0.year]?, "x")
      value by the reference: [index]
        value by a reader: row @264
        value integer
          column Int: row @0
      value constant "x"
    one element: run
    """

  /// Dictionaries in structs.
  static let parts = """
    ? counts.red > 50
    view by matchers of integer double boolean: >($0.counts.red?, 50)
      view of a name: red
        view integerDictionary: row @320
    one element: run

    ? ANY lines.n > 90
    exists
      walk $2 in views
        view of a name: n
          view anyDictionaries: row @328
      where
        view by matchers of integer double boolean: >($2?, 90)
          view of $2
    one element: run
    """

  /// Properties that closures of a table compute.
  static let clubs = """
    ? size > 3
    match Int in a range: row @0 client code for values @0
    one element: run

    ? host.zip > 3
    match Int in a range: row @0 client code for bytes 16..<24 @16
    one element: run

    ? host == nil
    not
      match UInt8 in a range: row @0 client code for nils @0
    one element: run

    ? people.@count > 2
    numbers greater
      column count by client code: row @0 client code for counts @0
      constant 2
    one element: run

    ? ANY people.age > 40
    match first element that passes: Int in a range: row @0 client code for values @0
    one element: run
    """

  /// Dictionaries of anything.
  static let dictionaries = """
    ? year > 1990 AND name CONTAINS[c] 'a'
    and
      view by matchers of integer double boolean: >($0?.year?, 1990)
        view of a name: year
          view of row
      view contains, elements by matchers of string text, part by matchers of string text: IN[c]("a", $0?.name?)
        view of a name: name
          view of row
    one element: run

    ? name MATCHES 'a+'
    view regular expression: MATCHES($0?.name?, "a+")
      view of a name: name
        view of row
    one element: run

    ? title IN names
    view has the element: IN($0?.title?, $0?.names?)
      view of a name: names
        view of row
      value of a view
        view of a name: title
          view of row
    one element: run

    ? items.@count > 2
    view by matchers of integer double boolean: greater(count($0?.items?)?, 2)
      view count
        view of a name: items
          view of row
    one element: run

    ? a.b == nil
    view is nil
      view of a name: b
        view of a name: a
          view of row
    one element: run

    ? ANY lines.n > 3
    exists
      walk $1 in views
        view of a name: n
          view of a name: lines
            view of row
      where
        view by matchers of integer double boolean: >($1?, 3)
          view of $1
    one element: run

    ? ANY (a UNION b) == 1
    exists
      walk $1 in views
        view of a made value
          value by the reference: UNION
            value of a view
              view of a name: a
                view of row
            value of a view
              view of a name: b
                view of row
      where
        view by matchers of integer double boolean: ==($1?, 1)
          view of $1
    one element: run

    ? $missing == name
    values ==(failure(unbound-variable)?, $0?.name?)
      failure
      value of a view
        view of a name: name
          view of row
    one element: run
    """

  static let existentials = """
    ? year > 1990
    view by matchers of integer double boolean: >($0?.year?, 1990)
      view of a name: year
        view of row
    one element: run

    ? owner.age > 40
    view by matchers of integer double boolean: >($0?.owner?.age?, 40)
      view of a name: age
        view of a name: owner
          view of row
    one element: run
    """

  static let integers = """
    ? SELF IN {1, 3}
    match Int in a list of two: row @0
    one element: row form

    ? SELF * 2 == 4
    numbers equal
      multiply of integers
        column Int: row @0
        constant 2
      constant 4
    one element: run
    """

  /// Rows whose members a loader supplies.
  static let records = """
    ? year > 1990 AND owner.name == 'Ada'
    and
      view by matchers of integer double boolean: >($0?.year?, 1990)
        view of a member: year
      view by matchers of string text: ==($0?.owner?.name?, "Ada")
        view of a member: owner.name
    one element: run
    """
}
