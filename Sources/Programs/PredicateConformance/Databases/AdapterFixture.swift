#if SQLite || PostgreSQL
  import Foundation
  import PredicateDatabases
  import PredicateFetching

  /// A database that requests use as a fixture. It is valid as long as its file does not change.
  struct AdapterFixture {
    let name: String
    let database: any QueryDatabase
    /// All rows of the database, after memory has evaluated a request.
    var graph: GraphFetch?
    private let file: FileMark?
    private let version: DatabaseVersion

    /// Identifies a version of a file. It differs for another file with the same name, and after a write.
    private struct FileMark: Equatable {
      let number: UInt64?
      let size: UInt64?
      let modified: Date?

      init(path: String) throws {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        number = (attributes[.systemFileNumber] as? NSNumber)?.uint64Value
        size = (attributes[.size] as? NSNumber)?.uint64Value
        modified = attributes[.modificationDate] as? Date
      }
    }

    /// Opens a database. Throws the errors of the closure `open`.
    init(name: String, open: (String) throws -> any QueryDatabase) throws {
      self.name = name
      database = try open(name)
      file = try database.path.map { try FileMark(path: $0) }
      version = try database.version()
    }

    /// Whether the database's file is still the one that was opened, without changes. A check takes some microseconds.
    var isCurrent: Bool {
      guard let file, let path = database.path else { return true }
      // If the file cannot be checked, the database is opened again, which reports the reason.
      guard let now = try? FileMark(path: path), let version = try? database.version() else { return false }
      return now == file && version == self.version
    }
  }
#endif
