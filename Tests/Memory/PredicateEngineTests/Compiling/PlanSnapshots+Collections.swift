extension PlanSnapshots {
  /// Collections of structs.
  static let collections = """
    ? tags.@count > 2
    match ColumnMatcher<ArrayCounts, NumberBounds<Int64>>: row @264

    ? spare.@count > 2
    match ColumnMatcher<ArrayCounts, NumberBounds<Int64>>: row @280

    ? counts.@count > year
    rows: greater(count($0.counts)?, $0.year)

    ? ANY tags == 'classic'
    rows: exists($1 in $0.tags where equal($1?, "classic"))

    ? ALL marks > 10
    not
      rows: exists($1 in $0.marks where not(greater($1?, 10)))

    ? SUBQUERY(marks, $m, $m > 50).@count > 1
    rows: greater(count($1 in $0.marks where greater($1?, 50)), 1)

    ? SUBQUERY(loans, $l, $l.days > 30 AND $l.returned == nil).@count == year
    rows: equal(count($1 in $0.loans where and(greater($1.days, 30), isNull($1.returned?))), $0.year)

    ? ANY loans.days > owner.age
    rows: exists($1 in $0.loans where greater($1.days, $0.owner?.age?))

    ? loans.@sum.days > 60
    rows: greater(sum($1 in $0.loans, $1.days), 60)

    ? friends.@avg.age > 60
    rows: greater(avg($1 in $0.friends, $1.age), 60)

    ? owner IN friends
    rows: exists($1 in $0.friends where equal($1, $0.owner??))

    ? 5 IN codes
    rows: exists($1 in $0.codes where equal($1?, 5))

    ? year IN codes
    rows: exists($1 in $0.codes where equal($1?, $0.year))

    ? title IN tags
    rows: exists($1 in $0.tags where equal($1?, $0.title))

    ? ALL codes > 10
    not
      rows: exists($1 in $0.codes where not(greater($1?, 10)))

    ? ANY gaps.days > 3
    rows: exists($1 in $0.gaps where greater($1?.days?, 3))

    ? ANY items.year > 3
    rows: exists($2 in $0.items.year? where >($2?, 3))

    ? loans.days UNION marks == {1, 2}
    rows: equal(UNION(collect($1 in $0.loans, $1.days), $0.marks), {1, 2})

    ? tags[0] == 'classic'
    match TextEqualMatcher: row @264 instance element 0 @0

    ? friends[LAST].age > 40
    match ColumnMatcher<IntegerColumn<Int>, NumberBounds<Int64>>: row @304 instance element LAST @32

    ? tags[year] == 'x'
    rows: equal($0.tags[$0.year]?, "x")
    """

  /// Dictionaries in structs.
  static let parts = """
    ? counts.red > 50
    rows: >($0.counts.red?, 50)

    ? ANY lines.n > 90
    rows: exists($2 in $0.lines.n? where >($2?, 90))
    """

  /// Properties that closures of a table compute.
  static let clubs = """
    ? size > 3
    match ColumnMatcher<IntegerColumn<Int>, NumberBounds<Int64>>: row @0 client code @0

    ? host.zip > 3
    match ColumnMatcher<IntegerColumn<Int>, NumberBounds<Int64>>: row @0 client code @0 optional @16

    ? host == nil
    not
      match ClosureMatcher: row @0 client code @0

    ? people.@count > 2
    match ColumnMatcher<ArrayCounts, NumberBounds<Int64>>: row @0 client code @0

    ? ANY people.age > 40
    rows: exists($1 in $0.people where greater($1.age, 40))
    """

  /// Dictionaries of anything.
  static let dictionaries = """
    ? year > 1990 AND name CONTAINS[c] 'a'
    and
      rows: >($0?.year?, 1990)
      rows: CONTAINS[c]($0?.name?, "a")

    ? name MATCHES 'a+'
    rows: MATCHES($0?.name?, "a+")

    ? title IN names
    rows: IN($0?.title?, $0?.names?)

    ? items.@count > 2
    rows: greater(count($0?.items?)?, 2)

    ? a.b == nil
    rows: isNull($0?.a?.b?)

    ? ANY lines.n > 3
    rows: exists($1 in $0?.lines?.n? where >($1?, 3))

    ? ANY (a UNION b) == 1
    rows: exists($1 in UNION($0?.a?, $0?.b?)? where ==($1?, 1))

    ? $missing == name
    rows: ==(failure(unbound-variable)?, $0?.name?)
    """

  static let existentials = """
    ? year > 1990
    rows: >($0?.year?, 1990)

    ? owner.age > 40
    rows: >($0?.owner?.age?, 40)
    """

  static let integers = """
    ? SELF IN {1, 3}
    match ColumnMatcher<IntegerColumn<Int>, ValueTable<Int64>>: row @0

    ? SELF * 2 == 4
    match ColumnMatcher<IntegerColumn<Int>, NumberBounds<Int64>>: row @0
    """

  /// Rows whose members a loader supplies.
  static let records = """
    ? year > 1990 AND owner.name == 'Ada'
    and
      rows: >($0?.year?, 1990)
      rows: ==($0?.owner?.name?, "Ada")
    """
}
