/// The objects of one hierarchy by their keys: a hash table for integers, with linear probing.
struct ObjectTable {
  private var keys: [Int64] = []
  private var objects: [StoredObject?] = []
  private var shift = 64
  /// How many objects there are.
  private(set) var count = 0

  /// How many places there are, the free ones among them.
  var capacity: Int { objects.count }

  /// All objects, in no particular order.
  var values: some Sequence<StoredObject> { objects.lazy.compactMap { $0 } }

  /// The object with a key. Setting nil removes it.
  subscript(key: Int64) -> StoredObject? {
    get {
      if objects.isEmpty { return nil }
      var place = home(of: key)
      // Only the object that is found is touched: the others may lie anywhere in memory.
      while objects[place] != nil {
        if keys[place] == key { return objects[place] }
        place = (place + 1) & (objects.count - 1)
      }
      return nil
    }
    set {
      if let newValue { insert(newValue, key) } else { remove(key) }
    }
  }

  /// The place at which the search for a key begins.
  ///
  /// Eight neighbouring keys are stored together, so that finding and freeing the objects of a table walks through memory as reading them
  /// did. Each group of eight is scattered, because temporary keys and those of rows both run upwards.
  func home(of key: Int64) -> Int {
    let number = UInt64(bitPattern: key)
    let group = (number >> 3 &* 0x9E37_79B9_7F4A_7C15) >> UInt64(shift)
    return Int(truncatingIfNeeded: group & ~7 | number & 7)
  }

  private mutating func insert(_ object: StoredObject, _ key: Int64) {
    if (count + 1) * 3 > objects.count * 2 { grow(to: max(16, objects.count * 2)) }
    var place = home(of: key)
    while objects[place] != nil {
      if keys[place] == key {
        objects[place] = object
        return
      }
      place = (place + 1) & (objects.count - 1)
    }
    keys[place] = key
    objects[place] = object
    count += 1
  }

  private mutating func remove(_ key: Int64) {
    if objects.isEmpty { return }
    var place = home(of: key)
    while objects[place] != nil, keys[place] != key { place = (place + 1) & (objects.count - 1) }
    guard objects[place] != nil else { return }
    objects[place] = nil
    count -= 1
    // The objects after it move up, so that no search ends at the gap.
    var gap = place
    var next = (gap + 1) & (objects.count - 1)
    while let object = objects[next] {
      let distance = (next - home(of: keys[next])) & (objects.count - 1)
      if distance >= (next - gap) & (objects.count - 1) {
        objects[gap] = object
        keys[gap] = keys[next]
        objects[next] = nil
        gap = next
      }
      next = (next + 1) & (objects.count - 1)
    }
  }

  private mutating func grow(to capacity: Int) {
    let oldKeys = keys
    var oldObjects = objects
    keys = Array(repeating: 0, count: capacity)
    objects = Array(repeating: nil, count: capacity)
    shift = 64 - capacity.trailingZeroBitCount
    for (old, key) in oldKeys.enumerated() where oldObjects[old] != nil {
      var place = home(of: key)
      while objects[place] != nil { place = (place + 1) & (capacity - 1) }
      keys[place] = key
      // The object moves without being touched.
      swap(&objects[place], &oldObjects[old])
    }
  }
}
