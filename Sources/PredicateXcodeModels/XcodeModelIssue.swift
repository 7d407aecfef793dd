/// Something of an Xcode data model that cannot be read, or that a model does not keep, and where it stands.
public struct XcodeModelIssue: Error, Sendable, Hashable {
  /// The line in the file, from 1; 0 where the issue is about no line.
  public let line: Int
  /// The column in the line, from 1.
  public let column: Int
  /// What is wrong, or what is left out.
  public let message: String

  init(_ place: XcodeElement?, _ message: String) {
    line = place?.line ?? 0
    column = place?.column ?? 0
    self.message = message
  }
}

extension XcodeModelIssue: CustomStringConvertible {
  /// `12:9: a transient attribute is left out`.
  public var description: String { line == 0 ? message : "\(line):\(column): \(message)" }
}
