import GRDB
import PredicateValues

extension SQLiteFunctions {
  /// What the names of the functions begin with.
  static let prefix = "predicate_"

  /// Gives a connection the functions where it has not got them. Asking costs a look into GRDB's cache of statements.
  static func ensure(on database: Database, functions: FunctionTable = .standard) throws {
    do {
      _ = try database.cachedStatement(sql: "SELECT predicate_length(NULL)")
    } catch let error as DatabaseError where isMissingFunction(error) {
      try register(on: database, functions: functions)
    }
  }

  /// Whether a statement could not be prepared because a connection has not got the functions.
  static func isMissingFunction(_ error: DatabaseError) -> Bool {
    error.message?.hasPrefix("no such function: \(prefix)") == true
  }
}
