import Foundation
import PredicateStatements
import PredicateSyntax

/// The statements that were typed, oldest first, each once, kept in a file.
///
/// A line of the file is a statement, with `\n` for its line ends and `\\` for backslashes. Statements are appended as they are
/// typed, so that shells that run side by side do not overwrite one another.
struct StatementHistory {
  private(set) var entries: [String] = []
  /// The file that keeps them; nil to keep them in memory only.
  let path: String?
  let capacity: Int
  /// Why the file could not be read or written, the first time that it happened.
  private(set) var problem: String?

  /// The history of a file, which need not exist. ``problem`` reports a file that cannot be read.
  init(path: String?, capacity: Int = 2_000) {
    self.path = path
    self.capacity = capacity
    guard let path, FileManager.default.fileExists(atPath: path) else { return }
    do {
      let data = try Data(contentsOf: URL(fileURLWithPath: path))
      let lines = data.split(separator: UInt8(ascii: "\n"))
      let read = lines.map { StatementLine.decoded(String(decoding: $0, as: UTF8.self)) }
      entries = Self.distinct(read, capacity: capacity)
      // Appending leaves repetitions in the file: with more than twice `capacity` lines it is written anew.
      if lines.count > 2 * capacity { try rewrite(to: path) }
    } catch {
      problem = "The history cannot be read: \(error.localizedDescription)"
    }
  }

  /// Adds a statement as the newest; an older one that is the same goes. Whether it was added: a statement without text, or with a
  /// space before it, is not kept.
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
    // Statements are private to the user.
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    // One write for one statement, so that statements of two shells do not mix.
    guard write(descriptor, bytes, bytes.count) == bytes.count else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
  }
}

/// A statement in one line of a file: `\n` for its line ends, `\\` for backslashes.
enum StatementLine {
  /// The line of a statement.
  static func encoded(_ statement: String) -> String {
    statement.replacingScalars { $0 == "\\" ? "\\\\" : $0 == "\n" ? "\\n" : nil }
  }

  /// The statement of a line.
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

/// The files for the history and the saved statements of a database.
enum HistoryLocation {
  /// The file of `OPENPREDICATE_HISTORY` (nil if that is empty: nothing is kept). Without the variable, one file per database in
  /// `$XDG_STATE_HOME/openpredicate` or `~/.local/state/openpredicate`.
  ///
  /// - Parameter identity: The identity of the database: its absolute path.
  static func path(for identity: String, environment: [String: String]) -> String? {
    if let named = environment["OPENPREDICATE_HISTORY"] { return named.isEmpty ? nil : named }
    guard let folder = folder(environment, "XDG_STATE_HOME", ".local/state") else { return nil }
    return "\(folder)/openpredicate/\(fileName(for: identity)).history"
  }

  /// The file of the statements that are saved for a database: in `$XDG_DATA_HOME/openpredicate` or `~/.local/share/openpredicate`.
  static func savedQueries(for identity: String, environment: [String: String]) -> String? {
    guard let folder = folder(environment, "XDG_DATA_HOME", ".local/share") else { return nil }
    return "\(folder)/openpredicate/\(fileName(for: identity)).queries"
  }

  /// The file of the user's settings: in `$XDG_CONFIG_HOME/openpredicate` or `~/.config/openpredicate`.
  static func configuration(environment: [String: String]) -> String? {
    folder(environment, "XDG_CONFIG_HOME", ".config").map { "\($0)/openpredicate/shell.conf" }
  }

  private static func folder(_ environment: [String: String], _ variable: String, _ standard: String) -> String? {
    // The base directory specification: a path that is not absolute is to be ignored.
    if let chosen = environment[variable], chosen.hasPrefix("/") { return chosen }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return "\(home)/\(standard)"
  }

  /// A name that people recognise, and a checksum that distinguishes files of the same name.
  private static func fileName(for identity: String) -> String {
    let last = identity.split(separator: "/").last ?? "database"
    let readable = last.unicodeScalars.prefix(40).map { scalar in
      scalar.isASCII && scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == "-" || scalar == "_"
        ? String(scalar) : "_"
    }
    // FNV-1a, 64 bits: Swift's own hashes differ from run to run.
    let checksum = identity.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return "\(readable.joined())-\(String(checksum, radix: 16))"
  }
}
