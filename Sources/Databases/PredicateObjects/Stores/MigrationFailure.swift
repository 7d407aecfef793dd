/// Why a file was not brought to another version of its model: all problems at once. The file is unchanged.
///
///     Movie.title: it is new and needs a value, “name” is gone: say renaming("Movie.name", to: "title") or removing("Movie.name")
public struct MigrationFailure: Error, Sendable {
  /// The problems that were found.
  public let problems: [MigrationProblem]
}

extension MigrationFailure: CustomStringConvertible {
  /// One problem per line.
  public var description: String { problems.map(\.description).joined(separator: "\n") }
}

/// Something that keeps a file from being brought to another version of its model.
public struct MigrationProblem: Sendable, Hashable {
  /// The closed list of reasons.
  public enum Kind: String, Sendable, CaseIterable {
    /// A property or an entity is gone and a similar one is new: a change of name, or two changes.
    case ambiguous
    /// An attribute has another type, and the migration does not convert its values.
    case typeChange = "type-change"
    /// An attribute or relationship is required, and there are objects without it.
    case missingValue = "missing-value"
    /// A relationship leads to one object now, and led to several.
    case tooMany = "too-many"
    /// A value is none of the attribute's type.
    case wrongType = "wrong-type"
    /// Entities of several former tables share one table in the new model. Their keys would collide.
    case sharedTable = "shared-table"
    /// The file has other tables than its former model.
    case otherTables = "other-tables"
    /// The tables of the new model refuse rows of the file.
    case refused
    /// The migration names something that no model has.
    case unknownName = "unknown-name"
  }

  /// The entity or the property, as `Movie.title`.
  public let place: String
  /// The reason.
  public let kind: Kind
  /// The reason as a stable, hyphenated name: `type-change`.
  public var code: String { kind.rawValue }
  /// The difference, for people.
  public let message: String
}

extension MigrationProblem: CustomStringConvertible {
  /// `Movie.rating: 3 objects have no value, and there is no default`.
  public var description: String { "\(place): \(message)" }
}
