import Foundation
import Testing

/// The sources of PredicateSQL contain no name of a database, and no word for a feature that only one database has.
@Suite struct NeutralWordsTests {
  private static let words = [
    "affinity", "affinities", "rowid", "typeof", "box", "boxes", "boxed", "BINARY", "NOCASE", "NOT INDEXED",
    "json_each",
    "64", "SQLite", "StorageClass",
  ]

  @Test func sourcesNameNoDatabase() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../../Sources/Databases/PredicateSQL").standardizedFileURL
    let pattern = try Regex("\\b(?:\(Self.words.joined(separator: "|")))\\b")
    let files = try #require(FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil))
    var count = 0
    for case let file as URL in files where file.pathExtension == "swift" {
      count += 1
      let text = try String(contentsOf: file, encoding: .utf8)
      let found = text.matches(of: pattern).map { String(text[$0.range]) }
      #expect(found.isEmpty, "\(file.lastPathComponent)")
    }
    #expect(count > 30)
  }
}
