import PredicateValues

/// How a database spells SQL. Every difference in spelling between databases is a requirement here.
package protocol SQLDialect: Sendable {
  /// The name of the database in the line protocol.
  var name: String { get }

  /// A name from the schema, quoted so that it means a table or a column, whatever characters it has.
  func quoted(_ identifier: String) -> String

  /// A table, quoted, by its name in the model.
  func quoted(table name: String) -> String

  /// A word of the language as a text literal. Never text of a predicate: those are bound.
  func quotedText(_ word: String) -> String

  /// The parameter with that number, counted from 1.
  func parameter(_ number: Int) -> String

  /// The operator that treats two NULLs as equal.
  var sameOperator: String { get }
  /// The opposite of ``sameOperator``.
  var differentOperator: String { get }

  /// The SQL after a string that makes comparisons use its scalars.
  var binaryCollation: String { get }

  /// A condition that is always true, or always false.
  func truth(_ value: Bool) -> String

  /// The SQL after a condition that tests for true, or for false or NULL.
  func truthTest(_ isTrue: Bool) -> String

  /// Whether `=` and groups equate two texts only if their scalars are the same, whatever their collation.
  var equatesTextsByScalars: Bool { get }

  /// Whether a division by zero gives NULL. Otherwise it is an error.
  var divisionByZeroIsNull: Bool { get }

  /// The SQL after a table that keeps the database from using its indexes.
  var withoutIndexes: String { get }

  /// The name of a type in a CAST.
  func typeName(of type: SQLType) -> String

  /// A constant in the form that the database accepts. Constants without such a form do not reach the dialect.
  func binding(_ constant: QueryValue) -> QueryValue

  /// A constant, as ``binding(_:)`` gives it, for people who copy a statement. No statement that runs contains one.
  func literal(_ constant: QueryValue) -> String

  /// What gives a connection the functions that it has only after registering them; empty if the database has none of these.
  var registration: String { get }

  /// The SQL before and after a parameter that gives the elements of a bound list as rows; see ``boundList(of:)``.
  var boundListElements: (front: String, end: String) { get }

  /// The SQL before and after bound lists that give the rows of a list of constants, an element of each list per row: `SELECT * FROM unnest($1, $2)`. Nil for a
  /// database without such a form.
  var boundRowElements: (front: String, end: String)? { get }

  /// A list of constants as one value; nil if it must be written out.
  func boundList(of constants: [QueryValue]) -> QueryValue?

  /// Whether a subquery can have a column of that name, by which the statement around it reads it.
  func keepsName(ofColumn name: String) -> Bool

  /// The name of the only column of `(VALUES …)`.
  var valuesColumn: String { get }

  /// Whether strings compare by scalars, so that a prefix is a range and `<` is that of the language.
  var ordersStringsByScalars: Bool { get }

  /// The limits of its parser.
  var limits: SQLLimits { get }

  /// The SQL before a column that makes it a value, without its type and without an index. Its collation stays.
  var unindexed: String { get }

  /// The SQL after a line of ORDER BY that puts NULL first where small values come first; empty if that is the default.
  func nullOrder(isAscending: Bool) -> String

  /// The SQL after LIMIT if there is an offset and no limit.
  var unlimited: String { get }
}

extension SQLDialect {
  /// Double quotes, doubled inside.
  package func quoted(_ identifier: String) -> String { identifier.quoted(by: "\"") }
  /// Single quotes, doubled inside.
  package func quotedText(_ word: String) -> String { word.quoted(by: "'") }
  /// The quoted name.
  package func quoted(table name: String) -> String { quoted(name) }
  /// Nothing.
  package var registration: String { "" }
  /// True: every name is kept.
  package func keepsName(ofColumn name: String) -> Bool { true }
  /// False: a collation may equate `a` and `A`.
  package var equatesTextsByScalars: Bool { false }
  /// True: a division by zero gives NULL.
  package var divisionByZeroIsNull: Bool { true }
}

extension String {
  /// The text in quotes, with doubled quotes inside: names in `"`, literals in `'`. It works by scalars, because a quote and a combining mark after it are one
  /// character.
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

/// The limits of a database's parser and functions. A translation stays below each limit, or is an issue of kind `limit`.
package struct SQLLimits: Sendable {
  /// Tables that one SELECT can join.
  package var joinedTables: Int
  /// Conditions in one chain of AND or OR. A longer chain is written as a balanced tree, because its length counts as depth.
  package var chainedConditions: Int
  /// Nested SELECTs. A deeper one that reads nothing of the surrounding ones is written before the statement (`WITH`).
  package var nestedStatements: Int
  /// Nested values. A deeper value is written in stages.
  package var nestedValues: Int
  /// Arguments of one function.
  package var arguments: Int
  /// Constants that are written out as a list. More are bound as one value if the dialect has a form for that.
  package var writtenConstants: Int
  /// Parameters of one list.
  package var parameters: Int

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
