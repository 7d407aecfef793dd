import PredicateValues

/// The changes of observed results. They suffice to update a list that shows the results.
///
/// Positions in ``deletes``, in ``deletedSections`` and at the starts of moves are those before the changes. All other positions are those after the
/// changes. To update a list, remove the deleted and moved objects from the end to the beginning, then insert the inserted and moved objects from the
/// beginning:
///
///     for place in (changes.deletes + changes.moves.map(\.from)).sorted(by: { $0.index > $1.index }) { rows.remove(at: place.index) }
///     for place in (changes.inserts + changes.moves.map(\.to)).sorted(by: { $0.index < $1.index }) { rows.insert(row(place), at: place.index) }
///
/// There are as few moves as possible.
public struct ResultChanges: Sendable, Hashable {
  /// The removed sections.
  public let deletedSections: [Int]
  /// The new sections.
  public let insertedSections: [Int]
  /// The objects that left the results, ascending.
  public let deletes: [ResultPlace]
  /// The objects that are new in the results, ascending.
  public let inserts: [ResultPlace]
  /// The objects whose position in the order or whose section changed, ascending by their new positions.
  public let moves: [ResultMove]
  /// The objects that stayed or moved, and whose own row has other values than before, ascending. An object that was not loaded before is never
  /// included.
  public let updates: [ResultPlace]

  /// Whether nothing changed.
  public var isEmpty: Bool {
    deletedSections.isEmpty && insertedSections.isEmpty && deletes.isEmpty && inserts.isEmpty && moves.isEmpty
      && updates.isEmpty
  }
}

extension ResultChanges: CustomStringConvertible {
  /// How much changed: `2 inserted, 1 deleted`.
  public var description: String {
    let counts = [
      (inserts.count, "inserted"), (deletes.count, "deleted"), (moves.count, "moved"), (updates.count, "updated"),
      (insertedSections.count, "new sections"), (deletedSections.count, "sections gone"),
    ]
    return isEmpty ? "no changes" : counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
  }
}

/// An object of observed results that moved.
public struct ResultMove: Sendable, Hashable {
  /// The object's position before the changes.
  public let from: ResultPlace
  /// The object's position after the changes.
  public let to: ResultPlace
}

/// The position of an object among observed results.
public struct ResultPlace: Sendable, Hashable {
  /// The object's index among all objects.
  public let index: Int
  /// The index of the object's section; 0 if the results have no sections.
  public let section: Int
  /// The object's index within its section.
  public let item: Int
}

/// Adjacent objects of observed results with the same value at the key path of the sections: `for section in results.sections {
/// show(results[section]) }`.
public struct ResultSection: Sendable {
  /// The common value of the section's objects.
  public let name: QueryValue
  /// The indexes of the section's objects.
  public let range: Range<Int>

  /// Whether two sections have the same value; nil counts as a value.
  func hasSameName(as other: ResultSection) -> Bool {
    name.isNull && other.name.isNull || name.equals(other.name)
  }
}
