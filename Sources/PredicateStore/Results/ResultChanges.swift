/// What became of observed results: enough to bring a list that shows them up to date.
///
/// Places of ``deletes``, of ``deletedSections`` and of where moves begin are those before the changes, all others those after them. A list
/// follows when it takes away what is deleted or moved, from behind, and then puts in what is inserted or moved, from the front:
///
///     for place in (changes.deletes + changes.moves.map(\.from)).sorted(by: { $0.index > $1.index }) { rows.remove(at: place.index) }
///     for place in (changes.inserts + changes.moves.map(\.to)).sorted(by: { $0.index < $1.index }) { rows.insert(row(place), at: place.index) }
///
/// There are as few moves as possible.
public struct ResultChanges: Sendable, Hashable {
  /// The sections that are gone.
  public let deletedSections: [Int]
  /// The new sections.
  public let insertedSections: [Int]
  /// The objects that are no longer among the results, ascending.
  public let deletes: [ResultPlace]
  /// The objects that are new among them, ascending.
  public let inserts: [ResultPlace]
  /// The objects that stand in another order or in another section, ascending by where they are now.
  public let moves: [ResultMove]
  /// The other objects, and those that moved, whose own row has other values than before, ascending. Objects that were not loaded before
  /// are never among them.
  public let updates: [ResultPlace]

  /// Whether nothing changed.
  public var isEmpty: Bool {
    deletedSections.isEmpty && insertedSections.isEmpty && deletes.isEmpty && inserts.isEmpty && moves.isEmpty
      && updates.isEmpty
  }
}
