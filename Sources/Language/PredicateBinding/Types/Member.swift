import PredicateValues

/// A property of a type, as a type source describes it.
///
/// ```swift
/// Member("rating", .attribute(.double), isOptional: true)
/// Member("tags", .toMany("Tag"), isOptional: false)
/// ```
public struct Member: Sendable, Hashable {
  /// The kind of a property's value.
  public enum Kind: Sendable, Hashable {
    /// A value that is not an object. A collection of values (`[String]`) counts as to-many.
    case attribute(QueryType)
    /// One object of the named entity, or none.
    case toOne(String)
    /// Objects of the named entity.
    case toMany(String)
  }

  /// The name, as predicates write it.
  public let name: String
  /// The kind of the value.
  public let kind: Kind
  /// Whether the value may be nil. A to-many property is nil only if it is an optional array in Swift; in a database it is never nil.
  public let isOptional: Bool
  /// Whether the value is a document, such as JSON in a column of a database. A path into a document is nil if the document has no such part.
  package var isDocument = false
  /// Whether the value is a date that is kept as a text to the microsecond at most.
  package var isDateText = false

  /// A property of a type.
  public init(_ name: String, _ kind: Kind, isOptional: Bool) {
    self.name = name
    self.kind = kind
    self.isOptional = isOptional
  }
}

/// The reason why predicates cannot read a property or a type, for the message of an issue.
public struct UnreadableMember: Sendable, Hashable {
  /// The reason, as it is written after the colon in the message: `it is lazy`.
  public let reason: String
  /// A change that would make the property readable. It is the hint of the issue.
  public let remedy: String?
  package let code: DiagnosticCode

  /// A reason, and a remedy if there is one.
  public init(reason: String, remedy: String? = nil) {
    self.init(reason: reason, remedy: remedy, code: .unreadableProperty)
  }

  package init(reason: String, remedy: String?, code: DiagnosticCode) {
    self.reason = reason
    self.remedy = remedy
    self.code = code
  }
}
