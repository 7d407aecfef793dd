import Foundation
import GRDB
import PredicateDatabases
import PredicateModel

/// The file of a database, before it is changed.
extension PredicateDatabase {
  /// Whether Core Data created the tables.
  package var isCoreDataStore: Bool { model.entities.contains { rules(ofTable: $0.table)?.isOfCoreData == true } }

  /// Writes a complete copy of the file next to it; the copy needs no journal. Returns the path; nil for a database in memory.
  ///
  /// The copies of `Store.sqlite` are named `Store.sqlite.backup`, then `Store.sqlite.backup-2`. A copy has the permissions of the file.
  package func copied() throws -> String? {
    guard let path, let writer else { return nil }
    var copy = path + ".backup"
    var number = 1
    while try !Self.makeFile(at: copy, readableLike: path) {
      number += 1
      copy = "\(path).backup-\(number)"
    }
    let name = copy
    do {
      try failing {
        try writer.writeWithoutTransaction { try $0.execute(sql: "VACUUM INTO ?", arguments: [name]) }
      }
    } catch {
      // The error of copying is thrown, because it matters more than an empty file that cannot be removed.
      unlink(name)
      throw error
    }
    return copy
  }

  /// Creates an empty file with the permissions of another file. Returns false if a file of that name exists.
  ///
  /// If the other file does not allow other users to read it, they cannot read the new file at any time.
  private static func makeFile(at path: String, readableLike other: String) throws -> Bool {
    var status = stat()
    guard stat(other, &status) == 0 else { throw failure(at: other) }
    let file = Foundation.open(path, O_CREAT | O_EXCL | O_WRONLY, S_IRUSR | S_IWUSR)
    guard file >= 0 else {
      if errno == EEXIST { return false }
      throw failure(at: path)
    }
    defer { close(file) }
    guard fchmod(file, status.st_mode & 0o777) == 0 else { throw failure(at: path) }
    return true
  }

  private static func failure(at path: String) -> DatabaseIssue {
    DatabaseIssue(.failed, "“\(path)” cannot be written: \(String(cString: strerror(errno)))")
  }

  /// The other processes that have the file open for writing: `firefox (4711)`. Empty if the system does not show them. Throws a ``DatabaseIssue`` if
  /// one of them is writing now.
  package func otherWriters() throws -> [String] {
    guard let path, let writer else { return [] }
    try failing {
      try writer.writeWithoutTransaction { connection in
        try connection.inTransaction(.immediate) { .rollback }
      }
    }
    #if os(Linux)
      return OpenFiles.writers(of: path)
    #else
      return []
    #endif
  }
}

#if os(Linux)
  /// The open files of other processes, which Linux shows in `/proc`.
  private enum OpenFiles {
    static func writers(of path: String) -> [String] {
      let wanted = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
      let own = "\(ProcessInfo.processInfo.processIdentifier)"
      let processes = names(in: "/proc").filter { $0 != own && $0.allSatisfy(\.isNumber) }
      return processes.sorted().compactMap { process in
        let folder = "/proc/\(process)"
        let isWriter = names(in: "\(folder)/fd").contains { file in
          (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/fd/\(file)")) == wanted
            && isOpenForWriting("\(folder)/fdinfo/\(file)")
        }
        guard isWriter else { return nil }
        let name = text(at: "\(folder)/comm").split(separator: "\n").first.map(String.init) ?? "a process"
        return "\(name) (\(process))"
      }
    }

    /// The names in a folder; empty if the system does not show them.
    private static func names(in folder: String) -> [String] {
      (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }

    private static func text(at path: String) -> String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }

    /// Whether the flags allow writing. They are an octal number whose last two bits are then not 0.
    private static func isOpenForWriting(_ path: String) -> Bool {
      let flags = text(at: path).split(separator: "\n").first { $0.hasPrefix("flags:") }?.split(separator: "\t").last
      return (flags.flatMap { Int($0, radix: 8) } ?? 0) & 3 != 0
    }
  }
#endif

/// While it exists, reports each commit on a connection that changed rows, whichever code made the change.
package final class CommitObserver: TransactionObserver {
  private let report: @Sendable () -> Void
  /// The number of rows that the connection had written at the last commit. A commit of a read transaction does not change it.
  private var written: Int?

  /// Observes the connection that writes to a database. Does nothing for a database that is open for reading only.
  package init(_ database: PredicateDatabase, _ report: @escaping @Sendable () -> Void) {
    self.report = report
    database.writer?.unsafeReentrantWrite { $0.add(transactionObserver: self) }
  }

  package func observes(eventsOfKind _: DatabaseEventKind) -> Bool { false }
  package func databaseDidChange(with _: DatabaseEvent) {}
  package func databaseDidRollback(_: Database) {}

  package func databaseDidCommit(_ database: Database) {
    if written == database.totalChangesCount { return }
    written = database.totalChangesCount
    report()
  }
}

extension PredicateDatabase {
  /// The path of the file, without symbolic links; nil for a database in memory.
  package var filePath: String? {
    FileManager.default.fileExists(atPath: reader.path)
      ? URL(filePath: reader.path).resolvingSymlinksInPath().path : nil
  }
}
