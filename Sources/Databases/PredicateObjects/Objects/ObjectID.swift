import PredicateSyntax

/// What names an object outside of its context: its entity and its key.
///
///     let id = movie.id
///     let same = try otherContext.object(for: id)
public struct ObjectID: Sendable {
  /// The row. Where entities inherit, the row is one of the root: a `Manager` is the `Employee` with its key.
  public let reference: ObjectReference
  /// The object's own entity, as far as the id tells it.
  public let entity: String
  /// Whether the object was never saved. Saving gives it another, permanent id.
  public let isTemporary: Bool

  /// The id of a row of the database.
  public init(_ reference: ObjectReference) {
    self.init(reference, isTemporary: false, entity: reference.entity)
  }

  init(_ reference: ObjectReference, isTemporary: Bool, entity: String) {
    self.reference = reference
    self.isTemporary = isTemporary
    self.entity = entity
  }
}

extension ObjectID: Hashable {
  /// Whether both name the same row, whatever they say of its entity.
  public static func == (left: ObjectID, right: ObjectID) -> Bool {
    left.reference == right.reference && left.isTemporary == right.isTemporary
  }

  /// Hashes the row.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(reference)
    hasher.combine(isTemporary)
  }
}

extension ObjectID: CustomStringConvertible {
  /// `Movie/3`; of an object that was never saved `new Movie`.
  public var description: String { isTemporary ? "new \(entity)" : "\(entity)/\(reference.key)" }
}
