#if SQLite
  import Foundation
  import PredicateDatabases
  import PredicateDemo
  import PredicateSQLite

  /// A database that requests name, as long as nobody changes it.
  struct AdapterFixture {
    let name: String
    let database: PredicateDatabase
    /// All its rows, once memory has been asked.
    var graph: ObjectGraph?
    private let file: FileMark?
    private let version: DatabaseVersion

    /// What tells a file from another one of its name, and from itself before somebody wrote to it.
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

    /// Opens `movies`, which is the demo database, or a file. Throws ``DatabaseIssue``.
    init(name: String) throws {
      self.name = name
      if name == "movies" {
        database = try PredicateDatabase.demo()
        file = nil
      } else {
        database = try PredicateDatabase.open(path: name)
        file = try FileMark(path: name)
      }
      version = try database.version()
    }

    /// Whether the file is the one that was opened, and has what it had. A look at it costs some microseconds.
    var isCurrent: Bool {
      guard let file else { return true }
      // What cannot be looked at is opened again, which tells why.
      guard let now = try? FileMark(path: name), let version = try? database.version() else { return false }
      return now == file && version == self.version
    }
  }
#endif
