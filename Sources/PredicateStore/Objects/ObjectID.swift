import PredicateSyntax

/// What names an object outside of its context: its entity and its key.
///
///     let id = movie.id
///     let same = try otherContext.object(for: id)
public struct ObjectID: Sendable, Hashable {
  /// The row.
  public let reference: ObjectReference
  /// Whether the object was never saved. Saving gives it another, permanent id.
  public let isTemporary: Bool

  /// The id of a row of the database.
  public init(_ reference: ObjectReference) {
    self.init(reference, isTemporary: false)
  }

  init(_ reference: ObjectReference, isTemporary: Bool) {
    self.reference = reference
    self.isTemporary = isTemporary
  }
}

extension ObjectID: CustomStringConvertible {
  /// `Movie/3`; of an object that was never saved `new Movie`.
  public var description: String { isTemporary ? "new \(reference.entity)" : reference.description }
}
