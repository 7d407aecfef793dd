import PredicateValues

/// A statement that can be prepared, in pieces: its words, its parameters, and the columns of the root's table.
///
/// The pieces and the other properties contain every fact about a statement, so its text is never parsed:
///
/// ```swift
/// let statement = try database.statement(for: fetch).statement
/// statement.text { "«\(statement.value(ofParameter: $0))»" }  // SELECT t0."id" FROM "Movie" t0 WHERE t0."year" > «1990»
/// statement.tables                                            // ["t0": "Movie"]
/// ```
///
/// The text depends only on the model and on the structure of the predicate. Constants are never part of it.
public struct SQLStatement: Sendable {
  /// A part of a statement.
  public enum Piece: Sendable, Hashable {
    /// Words of the statement.
    case text(String)
    /// The parameter with this number, counted from 1. A statement may use a number more than once.
    case parameter(Int)
    /// A column of the evaluated object's table, by its own name.
    case rootColumn(String)
  }

  /// The pieces in their order.
  public let pieces: [Piece]
  /// The values of the parameters, in the order of their numbers: nil, integers, doubles, strings and data, as columns hold them.
  public let bindings: [QueryValue]
  /// The tables and views that the statement reads, by the names that it gives them: `["t0": "Movie", "t1": "Friend"]`.
  public let tables: [String: String]
  /// The names of the functions that a connection has only if it has registered them.
  public let functions: Set<String>
  /// The text that the database prepares. Parameters are numbered from 1.
  public private(set) var text = ""
  private let dialect: any SQLDialect

  /// A statement rendered in a dialect.
  package init(
    _ pieces: [Piece], bindings: [QueryValue] = [], tables: [String: String] = [:],
    functions: Set<String> = [], dialect: any SQLDialect
  ) {
    self.pieces = pieces
    self.bindings = bindings
    self.tables = tables
    self.functions = functions
    self.dialect = dialect
    text = text(parameter: dialect.parameter)
  }

  /// The text with a replacement for each parameter.
  public func text(parameter: (Int) -> String) -> String {
    var text = ""
    for piece in pieces {
      switch piece {
      case .text(let words): text += words
      case .parameter(let number): text += parameter(number)
      case .rootColumn(let name): text += rootColumn(name)
      }
    }
    return text
  }

  /// A column of the evaluated object's table, in the same spelling as in ``text``.
  public func rootColumn(_ name: String) -> String {
    SQLRenderer.name(of: SQLSource.root) + "." + dialect.quoted(name)
  }

  /// The value of a parameter, counted from 1; `.null` for a number without a parameter.
  public func value(ofParameter number: Int) -> QueryValue {
    bindings.indices.contains(number - 1) ? bindings[number - 1] : .null
  }

  /// The text with constants in place of the parameters, for people who copy it. It is never run.
  package var textWithConstants: String { text { dialect.literal(value(ofParameter: $0)) } }

  /// How a caller gives a connection the ``functions``; empty if the database needs none.
  package var registration: String { dialect.registration }

  /// A parameter as the database writes it: `?1`, `$1`.
  package func name(ofParameter number: Int) -> String { dialect.parameter(number) }

  /// The statement with text in front of it, such as `EXPLAIN QUERY PLAN `.
  public func preceded(by words: String) -> SQLStatement { surrounded(by: words, and: "") }

  /// The statement with text in front of it and after it.
  package func surrounded(by first: String, and last: String) -> SQLStatement {
    SQLStatement(
      [.text(first)] + pieces + [.text(last)], bindings: bindings, tables: tables, functions: functions,
      dialect: dialect)
  }
}

extension SQLStatement: CustomStringConvertible {
  /// The text with its constants in place, for people. A database runs ``text`` with ``bindings``.
  public var description: String { textWithConstants }
}
