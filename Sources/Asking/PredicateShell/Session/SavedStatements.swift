import Foundation
import PredicateSessions
import PredicateStatements
import PredicateValues

/// Named statements that are kept in a file. Each line of the file is a name, a tab, and the statement in one line.
///
/// Statements before the line `# version 2` were saved by an earlier version. There `Friend[3]` was the friend at position 3.
struct SavedQueries {
  /// The names and statements. The name that was saved first is first.
  private(set) var entries: [(name: String, statement: String)] = []
  /// The number of entries before the line `# version 2`, which an earlier version saved.
  private var formerCount = 0
  private static let versionLine = "# version 2"
  /// The path of the file; nil to keep the statements only in memory.
  let path: String?

  /// The statements of a file. A missing file has none. Throws if the file cannot be read.
  init(reading path: String?) throws {
    self.path = path
    guard let path, FileManager.default.fileExists(atPath: path) else { return }
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
    let version = lines.firstIndex { $0 == Self.versionLine }
    for (position, line) in lines.enumerated() {
      guard let tab = line.firstIndex(of: "\t") else { continue }
      set(String(line[..<tab]), StatementLine.decoded(String(line[line.index(after: tab)...])))
      if position < version ?? .max { formerCount = entries.count }
    }
  }

  /// An empty list. The file at the path is not read, but later saved statements are written to it.
  init(path: String?) {
    self.path = path
  }

  /// Saves a statement. It replaces an older statement of the same name. Throws if the file cannot be written.
  mutating func save(_ statement: String, as name: String) throws {
    set(name, statement)
    try write()
  }

  /// Removes a statement. Returns false for an unknown name. Throws if the file cannot be written.
  mutating func remove(_ name: String) throws -> Bool {
    guard let position = entries.firstIndex(where: { $0.name.hasSameScalars(as: name) }) else { return false }
    remove(at: position)
    try write()
    return true
  }

  private func write() throws {
    guard let path else { return }
    var lines = entries.map { "\($0.name)\t\(StatementLine.encoded($0.statement))\n" }
    lines.insert(Self.versionLine + "\n", at: formerCount)
    let text = lines.joined()
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
  }

  private mutating func set(_ name: String, _ statement: String) {
    if let position = entries.firstIndex(where: { $0.name.hasSameScalars(as: name) }) {
      if position >= formerCount {
        entries[position].statement = statement
        return
      }
      remove(at: position)
    }
    entries.append((name, statement))
  }

  private mutating func remove(at position: Int) {
    entries.remove(at: position)
    if position < formerCount { formerCount -= 1 }
  }

  /// Whether a statement was saved by an earlier version. There `Friend[3]` was the friend at position 3. Now it is the friend with the key 3.
  func isFormer(_ name: String) -> Bool {
    entries.prefix(formerCount).contains { $0.name.hasSameScalars(as: name) }
  }
}

/// The variables of a saved statement, and the values that a call assigns to them.
struct SavedParameters {
  private let session: ShellSession
  /// The names of the statement's variables in their order, each of them once.
  let needed: [String]

  /// The variables of a statement; none for a text with syntax errors.
  init(of statement: String, _ session: ShellSession) {
    self.session = session
    var names: [String] = []
    // Errors are ignored here. They are reported when the statement runs.
    for tree in session.parser.parseSequence(statement) {
      let uses = tree.query?.fetch.freeVariables ?? tree.change?.freeVariables ?? []
      for use in uses where !names.contains(where: { $0.hasSameScalars(as: use.name) }) { names.append(use.name) }
    }
    needed = names
  }

  /// The values that a call assigns. Throws if a value is missing, its variable is unknown, or a variable is assigned twice.
  func values(
    _ assignments: [VariableAssignments.Assignment], name: String, at place: SourceRange
  ) throws(PredicateIssue) -> [(name: String, value: QueryValue)] {
    var values: [(name: String, value: QueryValue)] = []
    for assignment in assignments {
      guard needed.contains(where: { $0.hasSameScalars(as: assignment.name) }) else {
        throw .unknownParameter(assignment.name, of: name, known: needed, range: assignment.range)
      }
      if values.contains(where: { $0.name.hasSameScalars(as: assignment.name) }) {
        throw .repeatedClause("$" + assignment.name, range: assignment.range)
      }
      values.append((assignment.name, try assignment.value.constant(variables: session.queryVariables)))
    }
    let known = values.map(\.name) + session.variables.map(\.name)
    let missing = needed.filter { name in !known.contains { $0.hasSameScalars(as: name) } }
    guard missing.isEmpty else {
      throw .missingParameters(missing, of: name, range: place)
    }
    return values
  }
}
