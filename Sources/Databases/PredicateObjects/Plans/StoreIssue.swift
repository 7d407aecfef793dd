import PredicateModel

/// Why an object cannot be read, changed or created.
///
///     do { try movie.set("yaer", to: .integer(1979)) } catch let issue as StoreIssue { print(issue) }
///     // Movie has no member “yaer”
public struct StoreIssue: Error, Sendable, Hashable {
  /// The closed list of reasons.
  public enum Kind: String, Sendable, CaseIterable {
    /// The model has no such entity, or the context has no such class.
    case unknownEntity = "unknown-entity"
    /// The entity is abstract: only entities that inherit from it have objects.
    case abstractEntity = "abstract-entity"
    /// The entity has no attribute or relationship of that name.
    case unknownMember = "unknown-member"
    /// The model has no fetch template of that name.
    case unknownTemplate = "unknown-template"
    /// The value is not of the attribute's type, or the object not of the relationship's entity.
    case wrongType = "wrong-type"
    /// A property of a class does not agree with the model.
    case classMismatch = "class-mismatch"
    /// Objects cannot change the entity or the relationship, because of the way in which it is stored.
    case unchangeable
    /// Objects cannot read the relationship: a column of its key is not an attribute, or refers to two tables.
    case unreadable
    /// The table computes the attribute's value itself.
    case computed
    /// An index is outside of an ordered relationship.
    case outOfBounds = "out-of-bounds"
    /// The database was opened for reading only.
    case readOnly = "read-only"
    /// The object was deleted in this context.
    case deleted
    /// The object's row was deleted from the database.
    case rowMissing = "row-missing"
    /// The object belongs to another context, or its context was freed.
    case otherContext = "other-context"
  }

  /// The reason.
  public let kind: Kind
  /// The reason as a stable, hyphenated name: `wrong-type`.
  public var code: String { kind.rawValue }
  /// The issue for people.
  public let message: String

  init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }
}

extension StoreIssue: CustomStringConvertible {
  /// The message.
  public var description: String { message }
}
