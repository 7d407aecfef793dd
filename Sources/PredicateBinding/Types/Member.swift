import PredicateValues

/// A property of a type, as a type source describes it.
public struct Member: Sendable, Hashable {
  /// What a property leads to.
  public enum Kind: Sendable, Hashable {
    /// A value. A collection of values (`[String]`) counts as to-many.
    case attribute(QueryType)
    /// One object of the named entity, or none.
    case toOne(String)
    /// Objects of the named entity.
    case toMany(String)
  }

  /// The name.
  public let name: String
  /// What it leads to.
  public let kind: Kind
  /// Whether the value may be nil. A to-many property is nil only where Swift has an optional array; a database has none.
  public let isOptional: Bool

  /// A property.
  public init(_ name: String, _ kind: Kind, isOptional: Bool) {
    self.name = name
    self.kind = kind
    self.isOptional = isOptional
  }

  /// The words for it in a message: `a string`, `an object of Friend`, `a collection of objects of Tag`.
  var typeDescription: String {
    switch kind {
    case .attribute(let type): type.description
    case .toOne(let entity): QueryType.object(entity).description
    case .toMany(let entity): QueryType.collection(.object(entity)).description
    }
  }
}
