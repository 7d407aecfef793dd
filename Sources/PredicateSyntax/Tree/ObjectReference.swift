/// A row of a database, named by its entity and its integer key: what `lentToFriend == %@` takes.
///
/// ```swift
/// let anna = ObjectReference(entity: "Friend", key: 3)
/// anna.description == "Friend/3"                      // true
/// try QueryPredicate("lentToFriend == %@", anna)
/// ```
public struct ObjectReference: Sendable, Hashable {
  /// The entity's name.
  public let entity: String
  /// The primary key.
  public let key: Int64

  /// A reference to a row.
  public init(entity: String, key: Int64) {
    self.entity = entity
    self.key = key
  }

  /// Reads `Friend/3`; nil for anything else.
  public init?(_ text: String) {
    // Scalars, since a slash may belong to a larger Character.
    let scalars = text.unicodeScalars
    guard let slash = scalars.lastIndex(of: "/"), let key = Int64(String(scalars[scalars.index(after: slash)...]))
    else { return nil }
    self.init(entity: String(scalars[..<slash]), key: key)
  }

  /// Whether both name the same row. Names are compared by scalars.
  public static func == (left: ObjectReference, right: ObjectReference) -> Bool {
    left.key == right.key && left.entity.hasSameScalars(as: right.entity)
  }

  /// Hashes the name's bytes and the key.
  public func hash(into hasher: inout Hasher) {
    entity.hashScalars(into: &hasher)
    hasher.combine(key)
  }
}

extension ObjectReference: CustomStringConvertible {
  /// `Friend/3`.
  public var description: String { "\(entity)/\(key)" }
}
