#if SQLite || PostgreSQL
  import Foundation
  import PredicateDatabases
  import PredicateFetching

  /// A database that requests name, for as long as its file does not change.
  struct AdapterFixture {
    let name: String
    let database: any QueryDatabase
    /// All its rows, once memory has evaluated a request.
    var graph: GraphFetch?
    private let file: FileMark?
    private let version: DatabaseVersion

    /// Distinguishes a file from another one of its name, and from itself before a write.
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

    /// Opens a database. Throws the errors of `open`.
    init(name: String, open: (String) throws -> any QueryDatabase) throws {
      self.name = name
      database = try open(name)
      file = try database.path.map { try FileMark(path: $0) }
      version = try database.version()
    }

    /// Whether the file is the one that was opened, unchanged. A check takes some microseconds.
    var isCurrent: Bool {
      guard let file, let path = database.path else { return true }
      // A file that cannot be checked is opened again, which reports the reason.
      guard let now = try? FileMark(path: path), let version = try? database.version() else { return false }
      return now == file && version == self.version
    }
  }
#endif
