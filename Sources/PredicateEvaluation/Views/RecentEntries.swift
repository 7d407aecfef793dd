/// What belongs to the few keys that turn up in the rows of a chunk, made once for each of them.
struct RecentEntries<Key: Equatable, Value> {
  private var entries: [(key: Key, value: Value)] = []
  /// The entry of the row before.
  private var last = 0
  /// So many keys are compared before the first ones are forgotten.
  private static var capacity: Int { 16 }

  @inline(__always)
  mutating func value(of key: Key, _ make: () -> Value) -> Value {
    if last < entries.count, entries[last].key == key { return entries[last].value }
    return search(key, make)
  }

  @inline(never)
  private mutating func search(_ key: Key, _ make: () -> Value) -> Value {
    if let index = entries.firstIndex(where: { $0.key == key }) {
      last = index
    } else {
      if entries.count == Self.capacity { entries.removeAll(keepingCapacity: true) }
      entries.append((key, make()))
      last = entries.count - 1
    }
    return entries[last].value
  }
}
