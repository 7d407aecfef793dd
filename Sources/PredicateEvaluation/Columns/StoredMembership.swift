/// Whether a value of a row equals an element of a collection of the row.
struct StoredMembership: Sendable {
  let value: ValuePlace
  /// The way to the row that has the collection.
  let path: RowPath
  /// From there to the collection.
  let offset: Int
  /// Looks for the one in the other, for one run.
  let members: @Sendable () -> CollectionMembers
  /// Which of the run's it is.
  let identity: Int
}
