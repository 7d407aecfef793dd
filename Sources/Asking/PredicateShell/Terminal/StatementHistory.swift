import Foundation
import PredicateStatements
import PredicateSyntax

/// The statements that the user typed, oldest first, each of them once. They are kept in a file.
///
/// A line of the file is a statement, with `\n` for line ends and `\\` for backslashes. Each statement is appended when it is typed, so that several
/// running shells do not overwrite one another's statements.
struct StatementHistory {
  private(set) var entries: [String] = []
  /// The path of the file; nil to keep the statements only in memory.
  let path: String?
  let capacity: Int
  /// The reason for the first failure to read or write the file; nil if there was none.
  private(set) var problem: String?

  /// The history in a file. A missing file is an empty history. If the file cannot be read, ``problem`` contains the reason.
  init(path: String?, capacity: Int = 2_000) {
    self.path = path
    self.capacity = capacity
    guard let path, FileManager.default.fileExists(atPath: path) else { return }
    do {
      let data = try Data(contentsOf: URL(fileURLWithPath: path))
      let lines = data.split(separator: UInt8(ascii: "\n"))
      let read = lines.map { StatementLine.decoded(String(decoding: $0, as: UTF8.self)) }
      entries = Self.distinct(read, capacity: capacity)
      // The file contains repetitions, because statements are only appended. With more than twice `capacity` lines, it is rewritten without them.
      if lines.count > 2 * capacity { try rewrite(to: path) }
    } catch {
      problem = "The history cannot be read: \(error.localizedDescription)"
    }
  }

  /// Adds a statement as the newest one, and removes an older one with the same text. Returns false for a statement that is empty or begins with a
  /// space, which is not kept.
  @discardableResult
  mutating func add(_ statement: String) -> Bool {
    guard let first = statement.utf8.first, !StatementText.isSpace(first) else { return false }
    entries.removeAll { $0.hasSameScalars(as: statement) }
    entries.append(statement)
    if entries.count > capacity { entries.removeFirst(entries.count - capacity) }
    if let path, problem == nil {
      do { try Self.append(StatementLine.encoded(statement) + "\n", to: path) } catch {
        problem = "The history cannot be kept: \(error.localizedDescription)"
      }
    }
    return true
  }

  private static func distinct(_ statements: [String], capacity: Int) -> [String] {
    var seen: Set<[UInt8]> = []
    var newestFirst: [String] = []
    for statement in statements.reversed() where newestFirst.count < capacity {
      if seen.insert(Array(statement.utf8)).inserted { newestFirst.append(statement) }
    }
    return newestFirst.reversed()
  }

  private func rewrite(to path: String) throws {
    let text = entries.map { StatementLine.encoded($0) + "\n" }.joined()
    try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
  }

  private static func append(_ text: String, to path: String) throws {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    // The permissions make the folder and the file private to the user.
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    // A statement is written by one call, so that the statements of two shells do not mix.
    guard write(descriptor, bytes, bytes.count) == bytes.count else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
  }
}

/// A statement in one line of a file: `\n` for its line ends, `\\` for backslashes.
enum StatementLine {
  /// The line for a statement.
  static func encoded(_ statement: String) -> String {
    statement.replacingScalars { $0 == "\\" ? "\\\\" : $0 == "\n" ? "\\n" : nil }
  }

  /// The statement in a line.
  static func decoded(_ line: String) -> String {
    var result = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in line.unicodeScalars {
      if isEscaped {
        result.append(scalar == "n" ? "\n" : scalar)
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }
}

/// The paths of the files for a database's history and saved statements.
enum HistoryLocation {
  /// The path in `OPENPREDICATE_HISTORY`; nil if the variable is empty, so that no history is kept. Without the variable, each database has a file in
  /// `$XDG_STATE_HOME/openpredicate` or `~/.local/state/openpredicate`.
  ///
  /// - Parameter identity: The identity of the database: its absolute path.
  static func path(for identity: String, environment: [String: String]) -> String? {
    if let named = environment["OPENPREDICATE_HISTORY"] { return named.isEmpty ? nil : named }
    guard let folder = folder(environment, "XDG_STATE_HOME", ".local/state") else { return nil }
    return "\(folder)/openpredicate/\(fileName(for: identity)).history"
  }

  /// The file for the saved statements of a database, in `$XDG_DATA_HOME/openpredicate` or `~/.local/share/openpredicate`.
  static func savedQueries(for identity: String, environment: [String: String]) -> String? {
    guard let folder = folder(environment, "XDG_DATA_HOME", ".local/share") else { return nil }
    return "\(folder)/openpredicate/\(fileName(for: identity)).queries"
  }

  /// The file for the user's settings, in `$XDG_CONFIG_HOME/openpredicate` or `~/.config/openpredicate`.
  static func configuration(environment: [String: String]) -> String? {
    folder(environment, "XDG_CONFIG_HOME", ".config").map { "\($0)/openpredicate/shell.conf" }
  }

  private static func folder(_ environment: [String: String], _ variable: String, _ standard: String) -> String? {
    // A relative path is ignored, as the XDG base directory specification requires.
    if let chosen = environment[variable], chosen.hasPrefix("/") { return chosen }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return "\(home)/\(standard)"
  }

  /// A file name that people recognise, with a checksum that distinguishes databases of the same name.
  private static func fileName(for identity: String) -> String {
    let last = identity.split(separator: "/").last ?? "database"
    let readable = last.unicodeScalars.prefix(40).map { scalar in
      scalar.isASCII && scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == "-" || scalar == "_"
        ? String(scalar) : "_"
    }
    // FNV-1a with 64 bits is used, because Swift's own hashes differ from run to run.
    let checksum = identity.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return "\(readable.joined())-\(String(checksum, radix: 16))"
  }
}
