import Foundation
import PredicateSyntax

/// Why a file could not be migrated to another version of its model: the list of all problems. The file is unchanged.
///
///     Movie.title: it is new and needs a value, “name” is gone: write renaming("Movie.name", to: "title") or removing("Movie.name")
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
    /// A property or an entity was removed and a similar one was added. It could be a new name, or two changes.
    case ambiguous
    /// An attribute has another type, and the migration does not convert its values.
    case typeChange = "type-change"
    /// An attribute or relationship is required, and some objects lack a value for it.
    case missingValue = "missing-value"
    /// A relationship is to-one now, but an object has several objects in it.
    case tooMany = "too-many"
    /// A value does not have the attribute's type.
    case wrongType = "wrong-type"
    /// Entities of several former tables share one table in the new model. Their keys would collide.
    case sharedTable = "shared-table"
    /// The file has other tables than its former model.
    case otherTables = "other-tables"
    /// The tables of the new model refuse rows of the file.
    case refused
    /// The migration contains a name that neither model has.
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

extension MigrationProblem {
  /// The problem as a sentence, for people.
  public var localizedDescription: String { description.asSentence }
}

extension MigrationFailure: LocalizedError {
  /// The only problem, or the number of problems.
  public var errorDescription: String? {
    problems.count == 1
      ? problems[0].description.asSentence : "The file cannot be migrated because of \(problems.count) problems."
  }

  /// Every problem, one per line.
  public var failureReason: String? { description }
}
