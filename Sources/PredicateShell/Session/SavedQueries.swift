import Foundation
import PredicateSyntax

/// Statements under names, kept in a file: a line each, the name, a tab, and the statement in one line.
struct SavedQueries {
  /// Names and statements, in the order in which they were saved first.
  private(set) var entries: [(name: String, statement: String)] = []
  /// Where they are kept; nil to keep them in memory only.
  let path: String?

  /// The statements of a file, which need not exist. Throws where it cannot be read.
  init(reading path: String?) throws {
    self.path = path
    guard let path, FileManager.default.fileExists(atPath: path) else { return }
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    for line in String(decoding: data, as: UTF8.self).split(separator: "\n") {
      guard let tab = line.firstIndex(of: "\t") else { continue }
      set(String(line[..<tab]), StatementLine.decoded(String(line[line.index(after: tab)...])))
    }
  }

  /// None, kept in memory until there is a path.
  init(path: String?) {
    self.path = path
  }

  /// The statement of a name, compared by scalars.
  func statement(named name: String) -> String? {
    entries.first { $0.name.hasSameScalars(as: name) }?.statement
  }

  /// Keeps a statement; an older one of the name goes. Throws where the file cannot be written.
  mutating func save(_ statement: String, as name: String) throws {
    set(name, statement)
    try write()
  }

  /// Forgets a statement; false where there is none of the name. Throws where the file cannot be written.
  mutating func remove(_ name: String) throws -> Bool {
    guard let position = entries.firstIndex(where: { $0.name.hasSameScalars(as: name) }) else { return false }
    entries.remove(at: position)
    try write()
    return true
  }

  private func write() throws {
    guard let path else { return }
    let text = entries.map { "\($0.name)\t\(StatementLine.encoded($0.statement))\n" }.joined()
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
  }

  private mutating func set(_ name: String, _ statement: String) {
    if let position = entries.firstIndex(where: { $0.name.hasSameScalars(as: name) }) {
      entries[position].statement = statement
    } else {
      entries.append((name, statement))
    }
  }
}
