import PredicateSyntax

/// What to get: the objects of an entity that a predicate is true of, in an order, so many of them.
public struct EntityFetch: Sendable, Hashable {
  /// The entity's name.
  public var entity: String
  /// What must be true; nil for all objects.
  public var predicate: QueryPredicate?
  /// The order, the first key deciding first; objects that are alike in all keys, and all where there is none, come by their
  /// primary key.
  public var sortKeys: [SortKey]
  /// At most so many; nil for all.
  public var limit: Int?
  /// How many of the first to leave out.
  public var offset: Int

  /// A fetch.
  public init(
    _ entity: String, where predicate: QueryPredicate? = nil, sortedBy sortKeys: [SortKey] = [], limit: Int? = nil,
    offset: Int = 0
  ) {
    self.entity = entity
    self.predicate = predicate
    self.sortKeys = sortKeys
    self.limit = limit
    self.offset = offset
  }

  /// Entities by their names' scalars.
  public static func == (left: EntityFetch, right: EntityFetch) -> Bool {
    left.entity.hasSameScalars(as: right.entity) && left.predicate == right.predicate && left.sortKeys == right.sortKeys
      && left.limit == right.limit && left.offset == right.offset
  }

  /// Hashes the entity's bytes and the rest.
  public func hash(into hasher: inout Hasher) {
    entity.hashScalars(into: &hasher)
    hasher.combine(predicate)
    hasher.combine(sortKeys)
    hasher.combine(limit)
    hasher.combine(offset)
  }
}
