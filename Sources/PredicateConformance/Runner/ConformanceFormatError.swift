/// Why a file is no file of the suite.
public struct ConformanceFormatError: Error, Sendable, CustomStringConvertible {
  /// What is wrong, and in which file and case where that is known.
  public let description: String

  /// An error.
  init(_ description: String) {
    self.description = description
  }
}
