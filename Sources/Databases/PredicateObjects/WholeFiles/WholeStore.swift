import Foundation
import GRDB
import PredicateDatabases
import PredicateModel
import PredicateSQLite
import PredicateValues

/// A file that is written as a whole, and the database in memory with its rows.
///
/// Everything except opening and saving works on the database. If another process has replaced the file, its rows are read again before the next
/// fetch and before saving, so that saving finds conflicts as with an SQLite file.
final class WholeStore: Sendable {
  private let format: WholeFormat
  private let file: StoreFile
  private let tables: StoreTables
  /// The model that the file contains, as its text.
  private let modelText: String
  private let known: Locked<Version>

  struct Version: Sendable {
    fileprivate let signature: StoreFile.Signature
    /// A hash of the bytes. It can only be compared within this process.
    fileprivate let digest: Int

    fileprivate init(_ bytes: [UInt8], _ signature: StoreFile.Signature) {
      self.signature = signature
      var hasher = Hasher()
      hasher.combine(bytes.count)
      bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
      digest = hasher.finalize()
    }
  }

  private init(_ format: WholeFormat, _ file: StoreFile, _ model: DataModel, _ version: Version) throws {
    self.format = format
    self.file = file
    tables = StoreTables(model)
    modelText = try model.jsonText()
    known = Locked(version)
  }

  // MARK: Opening

  /// Opens a file, and migrates it to a model.
  ///
  /// - Parameters:
  ///   - model: The model of the database; nil for the one that the file contains.
  ///   - migrate: Migrates the tables to the model, and returns whether anything changed; nil opens the file unchanged.
  static func open(
    path: String, _ format: WholeFormat, _ model: DataModel?, _ migrate: ((Database) throws -> Bool)?,
    _ configuration: Configuration
  ) throws -> PredicateDatabase {
    let file = StoreFile(path)
    let (bytes, signature) = try file.read()
    let contents = try format.contents(of: bytes, path: path)
    let queue = try PredicateDatabase.memory(contents.model, configuration)
    do {
      try queue.write { try StoreTables(contents.model).replace(by: contents, in: $0) }
    } catch let damage as StoreFileDamage {
      throw DatabaseIssue(damage, path: path)
    }
    var version = Version(bytes, signature)
    var carried = contents.model
    if let model, let migrate, try queue.writeWithoutTransaction(migrate) {
      carried = model
      version = try file.whileLocked { lock in
        let now = try lock.read()
        guard Version(now.bytes, now.signature).digest == version.digest else {
          throw DatabaseIssue(
            .schemaChanged, "“\(path)” cannot be migrated, because it has changed meanwhile", hint: "try again")
        }
        let contents = try queue.read { try StoreTables(model).contents(of: $0) }
        let bytes = try format.bytes(of: contents)
        return Version(bytes, try lock.replace(by: bytes))
      }
    }
    return try register(WholeStore(format, file, carried, version), queue, path, model ?? carried)
  }

  /// Creates a file for a database in memory that has the tables of the model.
  static func make(
    path: String, _ format: WholeFormat, _ model: DataModel, _ queue: DatabaseQueue
  ) throws -> PredicateDatabase {
    let file = StoreFile(path)
    let bytes = try format.bytes(of: queue.read { try StoreTables(model).contents(of: $0) })
    let version = Version(bytes, try file.make(bytes))
    return try register(WholeStore(format, file, model, version), queue, path, model)
  }

  // MARK: The stores of databases

  private struct Registration {
    weak var queue: DatabaseQueue?
    let store: WholeStore
  }

  private static let registrations = Locked<[ObjectIdentifier: Registration]>([:])

  /// Records which store a database queue belongs to, so that every context that uses the queue saves to its file.
  private static func register(
    _ store: WholeStore, _ queue: DatabaseQueue, _ path: String, _ model: DataModel
  ) throws -> PredicateDatabase {
    let registration = Registration(queue: queue, store: store)
    registrations.withLock { all in
      all = all.filter { $0.value.queue != nil }
      all[ObjectIdentifier(queue)] = registration
    }
    return try PredicateDatabase(name: path, queue: queue, file: .whole(model))
  }

  /// The store whose rows a database in memory has; nil if the database belongs to no such file.
  static func of(_ database: PredicateDatabase) -> WholeStore? {
    guard let queue = database.reader as? DatabaseQueue else { return nil }
    let key = ObjectIdentifier(queue)
    return registrations.withLock { all in all[key].flatMap { $0.queue == nil ? nil : $0.store } }
  }

  // MARK: Reading

  /// Reads the file again if another process has replaced it. Checking an unchanged file takes a microsecond.
  ///
  /// A missing file is not an error here, because its rows are in memory. Saving reports it.
  func refresh(_ database: PredicateDatabase) throws {
    do {
      if try file.signature() == known.withLock({ $0.signature }) { return }
      let (bytes, signature) = try file.read()
      try take(bytes, signature, database)
    } catch let issue as DatabaseIssue where issue.kind == .fileMissing {
      return
    }
  }

  private func take(_ bytes: [UInt8], _ signature: StoreFile.Signature, _ database: PredicateDatabase) throws {
    let version = Version(bytes, signature)
    if version.digest != known.withLock({ $0.digest }) {
      let contents = try format.contents(of: bytes, path: database.name)
      guard try contents.model.jsonText() == modelText else {
        throw DatabaseIssue(
          .schemaChanged, "the model of “\(database.name)” has changed since the file was opened", hint: "open it again"
        )
      }
      do {
        try database.failing { try database.writer?.write { try tables.replace(by: contents, in: $0) } }
      } catch let damage as StoreFileDamage {
        throw DatabaseIssue(damage, path: database.name)
      }
    }
    note(version)
  }

  // MARK: Writing

  /// Runs a body while no other process can replace the file, and while the database has the newest version of the file.
  func whileLocked(_ database: PredicateDatabase, _ body: (StoreFile.Lock) throws -> Void) throws {
    try file.whileLocked { lock in
      let (bytes, signature) = try lock.read()
      try take(bytes, signature, database)
      try body(lock)
    }
  }

  /// Writes all rows into the file, as the transaction sees them. After the transaction is committed, pass the version to ``note(_:)``.
  ///
  /// - Throws: ``StorageRefusal`` if a foreign key refers to no row. Therefore committing cannot fail after the file is written.
  func write(_ records: any WritableRecords, _ lock: StoreFile.Lock) throws -> Version {
    let connection = try SQLiteRecords.connection(of: records)
    if let stray = try StoreTables.strayKey(in: connection) {
      throw StorageRefusal(message: "\(stray.table): \(stray.message)")
    }
    let bytes = try format.bytes(of: tables.contents(of: connection))
    return Version(bytes, try lock.replace(by: bytes))
  }

  /// Records which version of the file the database has.
  func note(_ version: Version) { known.withLock { $0 = version } }
}
