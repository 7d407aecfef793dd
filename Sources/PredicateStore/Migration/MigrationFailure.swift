/// Why a file was not brought to another version of its model: everything that is wrong, at once. The file is as it was.
///
///     Movie.title: it is new and needs a value, “name” is gone: say renaming("Movie.name", to: "title") or removing("Movie.name")
public struct MigrationFailure: Error, Sendable {
  /// What is wrong.
  public let problems: [MigrationProblem]
}

extension MigrationFailure: CustomStringConvertible {
  /// A problem a line.
  public var description: String { problems.map(\.description).joined(separator: "\n") }
}
