import Foundation

/// A page of the documentation, or the README.
struct DocumentPage {
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  let text: String

  init(_ path: String) throws { text = try Self.text(path) }

  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  /// The lines of the code blocks in a language.
  func blocks(_ language: String) -> [[String]] {
    var blocks: [[String]] = []
    var block: [String]?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if line == "```" + language, block == nil {
        block = []
      } else if line == "```" {
        if let block { blocks.append(block) }
        block = nil
      } else {
        block?.append(line)
      }
    }
    return blocks
  }
}
