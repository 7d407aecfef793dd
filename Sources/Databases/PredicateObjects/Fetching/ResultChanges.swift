import PredicateValues

/// The changes of observed results: enough to bring a list that shows them up to date.
///
/// Places of ``deletes``, of ``deletedSections`` and of the starts of moves are those before the changes, all others those after them. To
/// update a list, remove the deleted and moved objects from the end to the beginning, then insert the inserted and moved ones from the beginning:
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
  /// The objects that are new among them, ascending.
  public let inserts: [ResultPlace]
  /// The objects whose order or section changed, ascending by their new places.
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
  /// Its place before the changes.
  public let from: ResultPlace
  /// Its place after them.
  public let to: ResultPlace
}

/// The position of an object among observed results.
public struct ResultPlace: Sendable, Hashable {
  /// Its index among all objects.
  public let index: Int
  /// The index of its section; 0 if the results have no sections.
  public let section: Int
  /// Its index within the section.
  public let item: Int
}

/// Neighbouring objects of observed results that have the same value at the key path of the sections:
/// `for section in results.sections { show(results[section]) }`.
public struct ResultSection: Sendable {
  /// The value.
  public let name: QueryValue
  /// The indexes of its objects.
  public let range: Range<Int>

  /// Whether a section is for the same value; nil is a value like others.
  func hasSameName(as other: ResultSection) -> Bool {
    name.isNull && other.name.isNull || name.equals(other.name)
  }
}
