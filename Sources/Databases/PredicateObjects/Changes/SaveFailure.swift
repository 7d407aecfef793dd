import Foundation
import PredicateSyntax

/// Why changes were not saved: the list of all problems. Nothing was written.
///
///     do { try context.save() } catch let failure as SaveFailure { failure.problems.forEach { print($0) } }
///     // Movie[3]: title has no value
public struct SaveFailure: Error, Sendable {
  /// The problems, in the order of the changes.
  public let problems: [ObjectProblem]
}

extension SaveFailure: CustomStringConvertible {
  /// One problem per line.
  public var description: String { problems.map(\.description).joined(separator: "\n") }
}

/// One reason why an object cannot be saved: `failure.problems.first?.code == .missingValue`.
public struct ObjectProblem: Sendable, Hashable {
  /// The closed list of reasons.
  public enum Kind: String, Sendable, CaseIterable {
    /// A required attribute or relationship has no value.
    case missingValue = "missing-value"
    /// A relationship has too few objects.
    case tooFew = "too-few"
    /// A relationship has too many objects.
    case tooMany = "too-many"
    /// A condition of the model does not hold.
    case invalid
    /// Another object has the same values, and the model requires them to be unique.
    case notUnique = "not-unique"
    /// A delete rule forbids that the object is deleted.
    case denied
    /// Another process changed or deleted the row.
    case conflict
    /// The database refused the row.
    case refused
  }

  /// Which object cannot be saved.
  public let object: ObjectID
  /// The attribute or relationship; nil if the problem concerns the object as a whole.
  public let property: String?
  /// The reason.
  public let kind: Kind
  /// The reason as a stable, hyphenated name: `missing-value`.
  public var code: String { kind.rawValue }
  /// The problem for people, without the object's name.
  public let message: String
}

extension ObjectProblem: CustomStringConvertible {
  /// `Movie[3]: title has no value`.
  public var description: String { "\(object): \(message)" }
}

extension ObjectProblem {
  /// The problem as a sentence, for the field of a form that ``property`` names: `The trip ends before it starts.`
  public var localizedDescription: String { message.asSentence }
}

/// The text that an alert shows for errors of objects: `error.localizedDescription` is a sentence.
extension StoreIssue: LocalizedError {
  /// The message as a sentence.
  public var errorDescription: String? { message.asSentence }
}

extension SaveFailure: LocalizedError {
  /// The only problem, or the number of problems.
  public var errorDescription: String? {
    problems.count == 1
      ? problems[0].message.asSentence : "The changes cannot be saved because of \(problems.count) problems."
  }

  /// Every problem, one per line.
  public var failureReason: String? { description }
}
