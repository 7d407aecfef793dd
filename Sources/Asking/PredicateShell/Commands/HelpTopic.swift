import PredicateSyntax

/// A help topic about statements: a clause, or a construct that is neither an operator nor a function.
struct HelpTopic {
  /// The names of the topic, in lower case.
  let names: [String]
  /// The syntax, as help shows it.
  let form: String
  /// The purpose, with an example.
  let meaning: String
  /// Whether the topic is a clause of a statement and not a value.
  let isClause: Bool

  /// The topic with a name, in upper or lower case; nil if there is none.
  static func named(_ name: String) -> HelpTopic? {
    let wanted = QueryKeyPath.relationship(ofLevels: name) == nil ? name.lowercased() : "levels"
    return all.first { $0.names.contains { $0.hasSameScalars(as: wanted) } }
  }

  /// All topics. Clauses are in the order in which statements usually have them.
  static let all: [HelpTopic] = [
    clause("PREDICATE", "finds objects of the current entity: year > 1990 AND rating >= 8", "predicate", "statements"),
    clause(
      "ENTITY where PREDICATE",
      "finds objects of any entity: Movie where lent == YES; ENTITY alone finds all of its objects", "where"),
    clause("count …", "counts the objects: count Movie where lent == YES", "count"),
    clause(
      "… group by KEY", "makes groups, and computes values for each group: group by genre show genre, count() as films",
      "group by",
      "group"),
    clause(
      "… group by each COLLECTION as NAME",
      "groups by the elements of a collection, so an object is in one group per element: group by each tags as t show t.name, "
        + "count(); two collections make a group for each pair: group by each tags.name as a, each tags.name as b having a < b",
      "each"),
    clause("… having PREDICATE", "shows only groups that meet a condition: having count() > 3", "having"),
    clause(
      "… show VALUE as NAME",
      "shows other columns: show title, lentToFriend.friendName as borrower; show distinct leaves out equal rows",
      "show",
      "distinct", "as"),
    clause(
      "… sort by KEY desc, KEY", "sorts the rows: sort by year desc, title; sort by title[c] ignores case", "sort by",
      "sort", "order by", "order"),
    clause(
      "… first NUMBER of each KEY, KEY",
      "shows the first rows of each group, as sorted by “sort by”: sort by rating desc first 3 of each genre", "first"),
    clause("… limit NUMBER", "shows at most this number of rows: limit 3", "limit"),
    clause("… offset NUMBER", "leaves out this number of rows at the beginning: limit 3 offset 6", "offset"),
    clause(
      "insert ENTITY NAME = VALUE, …",
      "creates an object: insert Movie title = \"Alien\", year = 1979, tags = {Tag[2]}; Tag[2] is the tag with the primary key 2",
      "insert"
    ),
    clause(
      "update ENTITY set NAME = VALUE, … where PREDICATE",
      "changes values of objects: update Movie set lent = YES, lentToFriend = (Friend where friendName == \"Anna Castelli\"), lentOn = now() "
        + "where title == \"Alien\"; all values on the right are read before the change", "update", "set"),
    clause(
      "delete ENTITY where PREDICATE",
      "deletes objects, and applies the delete rules of their relationships: delete Tag where movies.@count == 0",
      "delete"),
    value(
      "SUBQUERY(COLLECTION, $x, PREDICATE)",
      "the elements for which a predicate is true: SUBQUERY(loans, $l, $l.returnedOn == nil).@count > 0", "subquery"),
    value(
      "ENTITY[KEY]",
      "the object with a primary key: lentToFriend == Friend[3]; Customer[\"ALFKI\"], OrderLine[10248, 11]; Friend[FIRST] is the first object",
      "key", "keys", "[]"),
    value(
      "CAST(VALUE, \"TYPE\")", "a value that is converted to another type: CAST(\"2024-05-01\", \"NSDate\")", "cast"),
    value(
      "TERNARY(PREDICATE, VALUE, VALUE)", "the first value if the predicate is true, otherwise the second value",
      "ternary"),
    value(
      "COLLECTION.@count",
      "the number of elements: tags.@count > 2; @sum, @avg, @min and @max need a key: loans.@max.lentOn",
      "@count", "@sum", "@min", "@max"),
    value(
      "COLLECTION.@avg.KEY",
      "the mean of a key: loans.@avg.days. As on Apple's systems, nil counts as 0, and the mean of no elements is 0. average(loans.days) ignores nil, "
        + "and is nil if there are no elements", "@avg"),
    value(
      "VALUE IN {VALUE, VALUE}", "a list of values: genre IN {\"Noir\", \"Drama\"}; year BETWEEN {1950, 1959}", "lists",
      "list", "{}"),
    value(
      "\"2024-05-01\"",
      "a date in UTC, in a comparison with a date: lentOn >= \"2024-05-01\"; now() is the current moment",
      "dates", "date"),
    value(
      "previous VALUE",
      "the value in the previous row, in the order of “sort by”: show lentOn - previous lentOn sort by lentOn; "
        + "next VALUE is the value in the next row; of each KEY at the end uses only rows with an equal key",
      "previous",
      "next"),
    value(
      "running sum(VALUE)",
      "a sum, count, avg, min or max of all rows up to this row: Loan group by lentOn.year as y show y, running count()",
      "running"),
    value(
      "total(VALUE)", "the sum over all rows: group by genre show genre, 100.0 * count() / total(count()) as percent",
      "total"),
    value(
      "rank", "the position of the row in the order: show title, rank as place sort by rating desc; rank of each genre",
      "rank"),
    value("VALUE == nil", "no value: movieDescription == nil, lentOn != nil", "nil", "null"),
    value(
      "OPERATOR[cd]",
      "options of an operator for texts: c ignores case, d ignores accents: title CONTAINS[cd] \"cafe\"",
      "[cd]", "[c]", "[d]", "options"),
    value(
      "RELATIONSHIP.PROPERTY",
      "a path follows relationships, like a join in SQL: Movie show title, lentToFriend.friendName; ANY loans.note != nil tests many objects",
      "paths", "path", "join"),
    value(
      "RELATIONSHIP*",
      "follows a relationship from an entity to itself over all levels, and contains each object once: Friend show friendName, friends*.@count; "
        + "ANY friends*.email == nil; it contains the object itself only if the relationships form a circle", "levels"),
  ]

  /// The aggregates over a group, or over all objects of a statement.
  static let aggregates: [HelpTopic] = [
    value("count()", "the number of objects: Movie group by genre show genre, count()", "count"),
    value(
      "count(VALUE)",
      "the number of objects that have a value: count(rating); count(distinct VALUE) counts equal values only once",
      "count(distinct)", "distinct"),
    value(
      "sum(VALUE)", "the sum of the values, or 0 if there are none: Movie group by genre show genre, sum(loans.@count)",
      "sum"),
    value(
      "avg(VALUE)",
      "the mean of the values, also written average(VALUE). It ignores objects without a value, and is nil if there are no values. @avg.KEY "
        + "counts objects without a value as 0, and is 0 if there are no values, as on Apple's systems", "avg",
      "average"),
    value("min(VALUE)", "the least value: show genre, min(year)", "min"),
    value("max(VALUE)", "the greatest value: show genre, max(year) having max(year) > 2000", "max"),
    value(
      "median(VALUE)", "the middle value, or the mean of the two middle values: show genre, median(year)", "median"
    ),
    value(
      "percentile(VALUE, FRACTION)",
      "the number below which a fraction (from 0 to 1) of the values is, interpolated: show genre, percentile(year, 0.9)",
      "percentile"),
    value(
      "mode(VALUE)",
      "the most frequent value. Of several, it is the least: Movie group by genre show genre, mode(year)",
      "mode"),
    value(
      "stddev(VALUE)", "the standard deviation of the values, as of a whole population: show genre, stddev(rating)",
      "stddev"),
    value("variance(VALUE)", "the variance, which is the square of stddev: show genre, variance(rating)", "variance"),
    value(
      "groupConcat(VALUE, SEPARATOR)",
      "joins the texts, with \", \" or another separator between them: show genre, groupConcat(title, \" / \"); "
        + "groupConcat(distinct(VALUE), SEPARATOR) has each text once", "groupconcat"),
  ]

  /// Whether one of the names of the topic is `name`, in upper or lower case.
  func isCalled(_ name: String) -> Bool {
    let wanted = name.lowercased()
    return names.contains { $0.hasSameScalars(as: wanted) }
  }

  private static func clause(_ form: String, _ meaning: String, _ names: String...) -> HelpTopic {
    HelpTopic(names: names, form: form, meaning: meaning, isClause: true)
  }

  private static func value(_ form: String, _ meaning: String, _ names: String...) -> HelpTopic {
    HelpTopic(names: names, form: form, meaning: meaning, isClause: false)
  }
}
