import PredicateSQLite

/// The database that a command line names.
public enum NamedDatabase {
  /// Opens the file at a path, for reading; without a path the demo database. Where that fails, `errors` is told why and there is
  /// none.
  public static func open(_ path: String?, errors: any ShellOutput) -> (any ShellDatabase)? {
    do {
      guard let path else { return try PredicateDatabase.demo() }
      return try PredicateDatabase.open(path: path)
    } catch {
      errors.write("predicate: \(error)\n")
      return nil
    }
  }
}
