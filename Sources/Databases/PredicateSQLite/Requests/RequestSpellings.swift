import GRDB
import PredicateBinding
import PredicateSyntax

/// Filters without a database, which the compiler explains. Without these declarations it would suggest GRDB's `filter(key:)`, which compares the text
/// with the primary key and finds nothing.
extension TableRecord {
  /// Unavailable: the names of a predicate come from a database.
  @available(*, unavailable, message: "write try filter(matching: format, in: database)")
  @_disfavoredOverload
  public static func filter(_ format: QueryFormat) -> QueryInterfaceRequest<Self> { none() }

  /// Unavailable: the names of a predicate come from a database.
  @available(*, unavailable, message: "write try filter(matching: predicate, in: database)")
  @_disfavoredOverload
  public static func filter(_ predicate: QueryPredicate) -> QueryInterfaceRequest<Self> { none() }

  /// Unavailable: a text in a variable is not a format.
  @available(
    *, unavailable,
    message:
      "expected a string literal. For text from a user, write filter(text:policy:in:); for trusted text, write QueryFormat(raw:)"
  )
  @_disfavoredOverload
  public static func filter(matching text: String, in database: PredicateDatabase) -> QueryInterfaceRequest<Self> {
    none()
  }
}

extension DerivableRequest {
  /// Unavailable: the names of a predicate come from a database.
  @available(*, unavailable, message: "write try filter(matching: format, in: database)")
  @_disfavoredOverload
  public func filter(_ format: QueryFormat) -> Self { self }

  /// Unavailable: the names of a predicate come from a database.
  @available(*, unavailable, message: "write try filter(matching: predicate, in: database)")
  @_disfavoredOverload
  public func filter(_ predicate: QueryPredicate) -> Self { self }

  /// Unavailable: a text in a variable is not a format.
  @available(
    *, unavailable,
    message:
      "expected a string literal. For text from a user, write filter(text:policy:in:); for trusted text, write QueryFormat(raw:)"
  )
  @_disfavoredOverload
  public func filter(matching text: String, in database: PredicateDatabase) -> Self { self }
}

/// Filters with a connection in the place of the database, which the compiler explains.
@available(
  *, unavailable,
  message: "write in: database, with let database = try PredicateDatabase(queue), made before the read"
)
extension TableRecord {
  /// Unavailable: a connection has no model of the tables. The condition can be of any type, also a text in a variable.
  @_disfavoredOverload
  public static func filter(matching condition: Any, in connection: Database) throws -> QueryInterfaceRequest<Self> {
    none()
  }

  /// Unavailable: a connection has no model of the tables.
  @_disfavoredOverload
  public static func filter(
    text: String, order: String? = nil, policy: QueryPolicy, in connection: Database
  ) throws -> QueryInterfaceRequest<Self> { none() }
}

/// Filters with a connection in the place of the database, which the compiler explains.
@available(
  *, unavailable,
  message: "write in: database, with let database = try PredicateDatabase(queue), made before the read"
)
extension DerivableRequest {
  /// Unavailable: a connection has no model of the tables. The condition can be of any type, also a text in a variable.
  @_disfavoredOverload
  public func filter(matching condition: Any, in connection: Database) throws -> Self { self }

  /// Unavailable: a connection has no model of the tables.
  @_disfavoredOverload
  public func filter(
    text: String, order: String? = nil, policy: QueryPolicy, in connection: Database
  ) throws -> Self { self }
}
