import PredicateDemo
import PredicateSQLite

@testable import PredicateConformance

extension DatabaseEngine {
  /// The database engine that the command uses, but without a time limit.
  static var sqlite: DatabaseEngine {
    DatabaseEngine("sqlite", maximumSeconds: PythonRunner.enoughSeconds) {
      try $0 == "movies" ? PredicateDatabase.demo() : PredicateDatabase.open(path: $0)
    }
  }
}
