import GRDB
import PredicateSQL
import PredicateValues

extension SQLiteFunctions {
  /// Gives a connection the functions where it has not got them, and those of an application where it has others. Functions and limits
  /// that are the standard ones ask for nothing: a connection keeps those that it was opened with.
  static func ensure(
    on database: Database, functions: FunctionTable = .standard, limits: PredicateLimits = .standard
  ) throws {
    guard let connection = database.sqliteConnection, let present = RegisteredFunctions.entry(of: connection) else {
      return try register(on: database, functions: functions, limits: limits)
    }
    let wanted = functions.isSame(as: .standard) ? present.functions : functions
    let wantedLimits = limits == .standard ? present.limits : limits
    if wanted.isSame(as: present.functions), wantedLimits == present.limits { return }
    try register(on: database, functions: wanted, limits: wantedLimits)
  }

  /// Whether a statement could not be prepared because a connection has not got the functions.
  static func isMissingFunction(_ error: DatabaseError) -> Bool {
    error.message?.hasPrefix("no such function: \(SQLFunction.registeredPrefix)") == true
  }
}
