import Foundation
import GRDB
import PredicateSQLite

/// The demo database as a file, at its usual size or at any other.
public struct DemoFile: Sendable {
  /// The number of films; nil for the 200 real films of the demo.
  public var movies: Int?
  /// The seed for made-up films.
  public var seed: UInt64
  /// Whether an existing file is replaced.
  public var replaces: Bool

  /// A file with the 200 real films by default. By default it replaces no file.
  public init(movies: Int? = nil, seed: UInt64 = 1, replaces: Bool = false) {
    self.movies = movies
    self.seed = seed
    self.replaces = replaces
  }

  /// Writes the file. It appears under its name only when it is complete. Until then an existing file stays unchanged.
  ///
  /// - Parameter progress: Called now and then with the state of the work. An error that it throws ends the work, and leaves no file.
  /// - Returns: The number of rows of each entity, in the model's order.
  /// - Throws: ``DatabaseIssue``, of kind `fileExists` if a file exists and must not be replaced; and the errors of `progress`.
  public func write(
    to path: String, progress: (DemoProgress) throws -> Void = { _ in }
  ) throws -> [(entity: String, count: Int)] {
    try check(path)
    let draft = "\(path).partial-\(ProcessInfo.processInfo.processIdentifier)"
    do {
      let counts = try make(at: draft, progress: progress)
      try check(path)
      try move(draft, to: path)
      return counts
    } catch {
      for ending in ["", "-journal"] { unlink(draft + ending) }
      throw error is CancellationError ? error : DatabaseIssue(anyError: error, path: path)
    }
  }

  private func check(_ path: String) throws(DatabaseIssue) {
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else { return }
    if isDirectory.boolValue { throw .directory(path) }
    if !replaces { throw DatabaseIssue(.fileExists, "“\(path)” exists already") }
  }

  private func make(
    at path: String, progress: (DemoProgress) throws -> Void
  ) throws -> [(entity: String, count: Int)] {
    let queue = try DatabaseQueue(path: path, configuration: Self.configuration)
    let counts = try queue.writeWithoutTransaction { database in
      if let movies {
        try DemoDatabase.generate(movies: movies, seed: seed, into: database, progress: progress)
      } else {
        try DemoDatabase.create(in: database)
      }
      return try DemoDatabase.model.entities.map { entity in
        let count = try Int.fetchOne(database, sql: "SELECT count(*) FROM \(entity.table.quotedIdentifier)")
        return (entity.name, count ?? 0)
      }
    }
    try queue.close()
    return counts
  }

  /// A draft needs no protection while it is written, because it is deleted on failure. Its keys are correct by construction.
  private static var configuration: Configuration {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    configuration.prepareDatabase { database in
      try database.execute(sql: "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF")
    }
    return configuration
  }

  private func move(_ draft: String, to path: String) throws(DatabaseIssue) {
    // Journal files of an older database with this name are removed, because SQLite would apply them to the new database.
    for ending in ["-wal", "-shm", "-journal"] where replaces { unlink(path + ending) }
    guard rename(draft, path) == 0 else {
      throw DatabaseIssue(.notPermitted, "“\(path)” cannot be written: \(String(cString: strerror(errno)))")
    }
  }
}
