import PredicateValues

/// How a database writes what translations need. Everything that differs between databases is asked here.
package protocol SQLDialect: Sendable {
  /// Its name, as the line protocol knows it.
  var name: String { get }

  /// A name from the schema, so that it can stand for a table or a column whatever it is.
  func quoted(_ identifier: String) -> String

  /// A table by the name that the model has for it.
  func quoted(table name: String) -> String

  /// A word of the language as a text literal. Never text of a predicate: those are bound.
  func quotedText(_ word: String) -> String

  /// The parameter with that number, from 1 on.
  func parameter(_ number: Int) -> String

  /// The operator that takes two NULLs for the same, and its opposite.
  var sameOperator: String { get }
  /// The opposite of ``sameOperator``.
  var differentOperator: String { get }

  /// What stands behind a string to compare it by its scalars.
  var binaryCollation: String { get }

  /// A condition that is always true, or never.
  func truth(_ value: Bool) -> String

  /// The SQL after a condition that tests for true, or for false or NULL.
  func truthTest(_ isTrue: Bool) -> String

  /// Whether `=` and groups take two texts for one only if their scalars are the same, whatever collation they have.
  var equatesTextsByScalars: Bool { get }

  /// Whether a division by zero gives NULL. Otherwise it is an error.
  var divisionByZeroIsNull: Bool { get }

  /// The SQL after a table that keeps the database from using its indexes.
  var withoutIndexes: String { get }

  /// The name of a type in a CAST.
  func typeName(of type: SQLType) -> String

  /// A constant in the form that the database takes. Constants without a form were refused before.
  func binding(_ constant: QueryValue) -> QueryValue

  /// The SQL before and after a parameter that gives the elements of a bound list as rows; see ``boundList(of:)``.
  var boundListElements: (front: String, end: String) { get }

  /// A list of constants as one value; nil where it has to be written out.
  func boundList(of constants: [QueryValue]) -> QueryValue?

  /// The name of the only column of `(VALUES …)`.
  var valuesColumn: String { get }

  /// Whether comparing strings goes by scalars, so that a prefix is a range and `<` is the language's.
  var ordersStringsByScalars: Bool { get }

  /// How much its parser takes.
  var limits: SQLLimits { get }

  /// What stands before a column to compare it as a value: without its type, and without an index. Its collation stays.
  var unindexed: String { get }

  /// What stands behind a line of ORDER BY so that NULL comes first where small values do; empty where it does so anyway.
  func nullOrder(isAscending: Bool) -> String

  /// What stands behind LIMIT when there is an offset and no limit.
  var unlimited: String { get }
}

extension SQLDialect {
  /// Double quotes, doubled inside.
  package func quoted(_ identifier: String) -> String { identifier.quoted(by: "\"") }
  /// Single quotes, doubled inside.
  package func quotedText(_ word: String) -> String { word.quoted(by: "'") }
  /// The name is the table's own.
  package func quoted(table name: String) -> String { quoted(name) }
  /// A collation may take `a` and `A` for one.
  package var equatesTextsByScalars: Bool { false }
  /// It does.
  package var divisionByZeroIsNull: Bool { true }
}

extension String {
  /// The text in quotes, those inside doubled: names in `"`, literals in `'`. By scalars: a quote may be followed by a combining mark, and the two are one character.
  package func quoted(by quote: Unicode.Scalar) -> String {
    if !utf8.contains(where: { $0 == quote.value }) {
      var result = String(quote)
      result += self
      result.unicodeScalars.append(quote)
      return result
    }
    var scalars = String.UnicodeScalarView([quote])
    for scalar in unicodeScalars {
      if scalar == quote { scalars.append(quote) }
      scalars.append(scalar)
    }
    scalars.append(quote)
    return String(scalars)
  }
}

/// How much a database's parser and its functions take. Translations stay below each limit, or are an issue of kind `limit`.
package struct SQLLimits: Sendable {
  /// Tables that one SELECT can join.
  package var joinedTables: Int
  /// Conditions in one chain of AND or OR. More are written as a balanced tree, where a chain counts as deep as it is long.
  package var chainedConditions: Int
  /// SELECTs inside one another. A deeper one that reads nothing of those around it stands in front of the statement (`WITH`).
  package var nestedStatements: Int
  /// Values inside one another. A deeper one is written in stages.
  package var nestedValues: Int
  /// Arguments of one function.
  package var arguments: Int
  /// Constants that are written out as a list. More are bound as one value where the dialect has a form for that.
  package var writtenConstants: Int
  /// Parameters of one list.
  package var parameters: Int

  /// Limits.
  package init(
    joinedTables: Int, chainedConditions: Int, nestedStatements: Int, nestedValues: Int, arguments: Int,
    writtenConstants: Int, parameters: Int
  ) {
    self.joinedTables = joinedTables
    self.chainedConditions = chainedConditions
    self.nestedStatements = nestedStatements
    self.nestedValues = nestedValues
    self.arguments = arguments
    self.writtenConstants = writtenConstants
    self.parameters = parameters
  }
}
