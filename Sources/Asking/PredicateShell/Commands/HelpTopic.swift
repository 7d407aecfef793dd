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
    clause("PREDICATE", "objects of the current entity: year > 1990 AND rating >= 8", "predicate", "statements"),
    clause("ENTITY where PREDICATE", "objects of any entity: Movie where lent == YES; ENTITY alone gives all", "where"),
    clause("count …", "counts the objects: count Movie where lent == YES", "count"),
    clause(
      "… group by KEY", "makes groups, and computes values for each group: group by genre show genre, count() as films",
      "group by",
      "group"),
    clause(
      "… group by each COLLECTION as NAME",
      "groups by the elements of a collection; an object is in a group for each of its elements: group by each tags as t show t.name, "
        + "count(); two keys make pairs: group by each tags.name as a, each tags.name as b having a < b", "each"),
    clause("… having PREDICATE", "shows only groups that meet a condition: having count() > 3", "having"),
    clause(
      "… show VALUE as NAME",
      "shows other columns: show title, lentToFriend.friendName as borrower; show distinct gives each row once", "show",
      "distinct", "as"),
    clause(
      "… sort by KEY desc, KEY", "sorts the rows: sort by year desc, title; sort by title[c] ignores case", "sort by",
      "sort", "order by", "order"),
    clause(
      "… first NUMBER of each KEY, KEY",
      "shows the first rows of each group, in the order of sort by: sort by rating desc first 3 of each genre", "first"),
    clause("… limit NUMBER", "shows at most this number of rows: limit 3", "limit"),
    clause("… offset NUMBER", "leaves out the first rows: limit 3 offset 6", "offset"),
    clause(
      "insert ENTITY NAME = VALUE, …",
      "makes a new object: insert Movie title = \"Alien\", year = 1979, tags = {Tag[2]}; Tag[2] is the tag with the key 2",
      "insert"
    ),
    clause(
      "update ENTITY set NAME = VALUE, … where PREDICATE",
      "gives objects other values: update Movie set lent = YES, lentToFriend = (Friend where friendName == \"Anna Castelli\"), lentOn = now() "
        + "where title == \"Alien\"; a value in the statement is the value before the change", "update", "set"),
    clause(
      "delete ENTITY where PREDICATE",
      "deletes objects and applies the delete rules: delete Tag where movies.@count == 0", "delete"),
    value(
      "SUBQUERY(COLLECTION, $x, PREDICATE)",
      "the elements that meet a predicate: SUBQUERY(loans, $l, $l.returnedOn == nil).@count > 0", "subquery"),
    value(
      "ENTITY[KEY]",
      "the object with a key: lentToFriend == Friend[3]; Customer[\"ALFKI\"], OrderLine[10248, 11]; Friend[FIRST] is the first of all",
      "key", "keys", "[]"),
    value("CAST(VALUE, \"TYPE\")", "a value of another type: CAST(\"2024-05-01\", \"NSDate\")", "cast"),
    value(
      "TERNARY(PREDICATE, VALUE, VALUE)", "the first value if the predicate is true, otherwise the second", "ternary"),
    value(
      "COLLECTION.@count",
      "the number of elements: tags.@count > 2; @sum, @avg, @min and @max take a key: loans.@max.lentOn",
      "@count", "@sum", "@min", "@max"),
    value(
      "COLLECTION.@avg.KEY",
      "the mean of a key. As on Apple's systems, nil counts as 0, and the mean of no elements is 0: loans.@avg.days; average(loans.days) leaves nil "
        + "out, and is nil for no elements", "@avg"),
    value(
      "VALUE IN {VALUE, VALUE}", "a list of values: genre IN {\"Noir\", \"Drama\"}; year BETWEEN {1950, 1959}", "lists",
      "list", "{}"),
    value(
      "\"2024-05-01\"", "a date in UTC, compared with a date: lentOn >= \"2024-05-01\"; now() is this moment",
      "dates", "date"),
    value(
      "previous VALUE",
      "the value of the row before, in the order of sort by: show lentOn - previous lentOn sort by lentOn; "
        + "next VALUE is that of the row after; of each KEY at the end restricts it to rows with an equal key",
      "previous",
      "next"),
    value(
      "running sum(VALUE)",
      "a sum, count, avg, min or max up to this row: Loan group by lentOn.year as y show y, running count()",
      "running"),
    value(
      "total(VALUE)", "the sum of all rows: group by genre show genre, 100.0 * count() / total(count()) as percent",
      "total"),
    value("rank", "the place in the order: show title, rank as place sort by rating desc; rank of each genre", "rank"),
    value("VALUE == nil", "no value: movieDescription == nil, lentOn != nil", "nil", "null"),
    value(
      "OPERATOR[cd]",
      "options of an operator on texts: c ignores case, d ignores accents: title CONTAINS[cd] \"cafe\"",
      "[cd]", "[c]", "[d]", "options"),
    value(
      "RELATIONSHIP.PROPERTY",
      "a path leads to other objects, as a join does in SQL: Movie show title, lentToFriend.friendName; ANY loans.note != nil tests many objects",
      "paths", "path", "join"),
    value(
      "RELATIONSHIP*",
      "all levels of a relationship from an entity to itself, each object once: Friend show friendName, friends*.@count; "
        + "ANY friends*.email == nil; the object itself is among them only if a circle leads back to it", "levels"),
  ]

  /// The aggregates over a group, or over all objects of a statement.
  static let aggregates: [HelpTopic] = [
    value("count()", "the number of objects: Movie group by genre show genre, count()", "count"),
    value(
      "count(VALUE)",
      "the number of objects that have a value: count(rating); count(distinct VALUE) counts equal values once",
      "count(distinct)", "distinct"),
    value(
      "sum(VALUE)", "the sum of the values, or 0 if there are none: Movie group by genre show genre, sum(loans.@count)",
      "sum"),
    value(
      "avg(VALUE)",
      "the mean of the values, also average(VALUE). Objects without a value are left out, and the mean of no values is nil. @avg.KEY "
        + "counts them as 0, and is 0 for no values, as on Apple's systems", "avg", "average"),
    value("min(VALUE)", "the least value: show genre, min(year)", "min"),
    value("max(VALUE)", "the greatest value: show genre, max(year) having max(year) > 2000", "max"),
    value(
      "median(VALUE)", "the middle value, or the mean of the two in the middle: show genre, median(year)", "median"
    ),
    value(
      "percentile(VALUE, FRACTION)",
      "the number below which a fraction of them is, from 0 to 1, interpolated: show genre, percentile(year, 0.9)",
      "percentile"),
    value(
      "mode(VALUE)", "the most frequent value, or the least of several: Movie group by genre show genre, mode(year)",
      "mode"),
    value(
      "stddev(VALUE)", "the standard deviation of the values as a whole population: show genre, stddev(rating)",
      "stddev"),
    value("variance(VALUE)", "the square of stddev: show genre, variance(rating)", "variance"),
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
