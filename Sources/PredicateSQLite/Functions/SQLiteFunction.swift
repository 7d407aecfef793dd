import GRDBSQLite
import PredicateSQL

/// A function as SQLite calls it: one that gives a value for each row, or one of a group of rows.
struct SQLiteFunction: Sendable {
  typealias Body = @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void
  typealias Final = @convention(c) (OpaquePointer?) -> Void

  /// What it is in a translated predicate.
  let function: SQLFunction
  /// How many arguments it takes; -1 for any number.
  let argumentCount: Int32
  /// What runs for each row.
  let body: Body
  /// What gives the value of a group; nil for a function that has a value for each row.
  let final: Final?

  /// Whether the same arguments always give the same, so that SQLite may call it once for all rows.
  let isDeterministic: Bool

  init(
    _ function: SQLFunction, _ argumentCount: Int32, isDeterministic: Bool = true, final: Final? = nil,
    _ body: @escaping Body
  ) {
    self.function = function
    self.argumentCount = argumentCount
    self.isDeterministic = isDeterministic
    self.body = body
    self.final = final
  }
}
