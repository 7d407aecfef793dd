/// The pairs of one table that are to be written or deleted, in the order of the changes.
struct PairChanges {
  /// A pair that differs from the database.
  struct Pair {
    let source: StoredObject
    let destination: StoredObject
    let isPresent: Bool
  }

  private struct Key: Hashable {
    let source: ObjectIdentifier
    let destination: ObjectIdentifier
  }

  private var pairs: [Key: (order: Int, pair: Pair)] = [:]
  private var count = 0

  var isEmpty: Bool { pairs.isEmpty }
  var all: [Pair] { pairs.values.sorted { $0.order < $1.order }.map(\.pair) }

  /// Notes that a pair comes or leaves. One that goes back to what the database has is no change.
  mutating func set(_ source: StoredObject, _ destination: StoredObject, isPresent: Bool) {
    let key = Key(source: ObjectIdentifier(source), destination: ObjectIdentifier(destination))
    if let known = pairs[key], known.pair.isPresent != isPresent {
      pairs[key] = nil
    } else {
      count += 1
      pairs[key] = (count, Pair(source: source, destination: destination, isPresent: isPresent))
    }
  }
}
