/// Why a file cannot be read.
public struct DocumentIssue: Error, Sendable, Hashable {
  /// What is wrong.
  public let message: String
  /// Where in the file, in bytes.
  public let offset: Int

  /// An issue at a byte.
  package init(_ message: String, at offset: Int) {
    self.message = message
    self.offset = offset
  }
}
