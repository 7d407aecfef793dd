import PredicateValues

/// How a database spells SQL. Every difference in spelling between two databases is a requirement of this protocol.
package protocol SQLDialect: Sendable {
  /// The name of the database in the line protocol.
  var name: String { get }

  /// A name from the schema, quoted so that it means a table or a column, whatever characters it has.
  func quoted(_ identifier: String) -> String

  /// The quoted table with a name in the model.
  func quoted(table name: String) -> String

  /// A fixed word of the language as a text literal. Texts of predicates are never written so, because they are bound.
  func quotedText(_ word: String) -> String

  /// The parameter with a number, counted from 1.
  func parameter(_ number: Int) -> String

  /// The equality operator for which two NULLs are equal.
  var sameOperator: String { get }
  /// The opposite of ``sameOperator``.
  var differentOperator: String { get }

  /// The SQL that is written after a text so that it is compared by scalars.
  var scalarOrder: String { get }

  /// A condition that is always true, or always false.
  func truth(_ value: Bool) -> String

  /// The SQL that is written after a condition to test whether it is true (`isTrue`), or whether it is false or NULL.
  func truthTest(_ isTrue: Bool) -> String

  /// Whether `=` and GROUP BY treat two texts as equal only if their scalars are the same, even if a collation treats them as equal.
  var equatesTextsByScalars: Bool { get }

  /// Whether a division by zero gives NULL. Otherwise it is an error.
  var divisionByZeroIsNull: Bool { get }

  /// The SQL that is written after a table so that the database reads it without its indexes.
  var withoutIndexes: String { get }

  /// The name of a type in a CAST.
  func typeName(of type: SQLType) -> String

  /// A constant as the database accepts it in a parameter. The planner never passes constants that the database cannot represent.
  func binding(_ constant: QueryValue) -> QueryValue

  /// The result of ``binding(_:)`` as a literal, for people who copy a statement. No statement that runs contains it.
  func literal(_ constant: QueryValue) -> String

  /// How a caller adds the functions that a connection must register; empty if the database needs none.
  var registration: String { get }

  /// The SQL before and after a parameter that turns a bound list into rows; see ``boundList(of:)``.
  var boundListElements: (front: String, end: String) { get }

  /// The SQL before and after several bound lists that turns them into rows with one element of each list: `SELECT * FROM unnest($1, $2)`. Nil for a
  /// database that cannot do so.
  var boundRowElements: (front: String, end: String)? { get }

  /// A list of constants as one value; nil if it must be written out.
  func boundList(of constants: [QueryValue]) -> QueryValue?

  /// Whether a column of a subquery keeps this name, so that the statement around the subquery can use the name.
  func keepsName(ofColumn name: String) -> Bool

  /// The function that joins two texts, and gives NULL if one of them is NULL: `CONCAT`. Nil if the database has the operator `||` of standard SQL.
  var concatenationFunction: String? { get }

  /// The SQL before the brackets of a row in `(VALUES (1), (2))`: `ROW`. Empty in standard SQL.
  var valuesRow: String { get }

  /// The name of the only column of `(VALUES …)`.
  var valuesColumn: String { get }

  /// Whether texts compare by scalars, so that a prefix test can be a range, and `<` gives the same result as in the language.
  var ordersStringsByScalars: Bool { get }

  /// The limits of the database's parser.
  var limits: SQLLimits { get }

  /// The SQL that is written before a column to make it a computed value, which has no column type and uses no index. Its collation still applies.
  var unindexed: String { get }

  /// The SQL after a sort key that sorts NULL like the smallest value; empty if the database does so by default.
  func nullOrder(isAscending: Bool) -> String

  /// The SQL after LIMIT if there is an offset and no limit.
  var unlimited: String { get }
}

/// Defaults that hold in standard SQL. Facts that differ between databases have no default.
extension SQLDialect {
  /// The name in double quotes. Quotes inside are doubled.
  package func quoted(_ identifier: String) -> String { identifier.quoted(by: "\"") }
  /// The text in single quotes. Quotes inside are doubled.
  package func quotedText(_ word: String) -> String { word.quoted(by: "'") }
  /// The name quoted like any other.
  package func quoted(table name: String) -> String { quoted(name) }
  /// Empty: no functions need to be registered.
  package var registration: String { "" }
}

extension String {
  /// The text in quotes, with quotes inside doubled: names in `"`, literals in `'`. It works by scalars, because a quote followed by a combining mark
  /// is one character.
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
  /// Conditions in one chain of AND or OR. A longer chain is written as a balanced tree, because the parser counts its length as depth.
  package var chainedConditions: Int
  /// Nested SELECTs. A deeper SELECT that reads nothing of the surrounding ones is written before the statement (`WITH`).
  package var nestedStatements: Int
  /// Nested values. A deeper value is written in stages (``SQLStages``).
  package var nestedValues: Int
  /// Arguments of one function.
  package var arguments: Int
  /// Constants that are written out as a list. More constants are bound as one value if the dialect supports that.
  package var writtenConstants: Int
  /// Parameters in one list of constants.
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
