/// How much of a document is read. What is beyond is an error, so that no file takes all of the memory or the time.
package enum DocumentLimits {
  /// How deep values stand inside one another.
  static let depth = 100
  /// How many values are visited, with those that stand at several places counted each time.
  static let values = 1_000_000
  /// How many bytes a document has that is read as a whole.
  package static let size = 64 << 20

  /// - Throws: ``DocumentIssue`` where a document has more bytes than that.
  package static func require(_ bytes: [UInt8]) throws(DocumentIssue) {
    guard bytes.count > size else { return }
    throw DocumentIssue("the file is larger than \(size) bytes", at: 0)
  }
}
