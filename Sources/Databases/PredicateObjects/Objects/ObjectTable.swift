/// The objects of one hierarchy by their keys: a hash table for integers, with linear probing. It does not retain the objects: an object removes
/// itself when it is freed (``remove(freed:)``). A `weak` reference would need additional memory for each object.
struct ObjectTable {
  private var keys: [Int64] = []
  private var objects: [Unmanaged<StoredObject>?] = []
  private var shift = 64
  /// The number of objects.
  private(set) var count = 0

  /// The number of slots, including free ones.
  var capacity: Int { objects.count }

  /// All objects in no particular order. The array retains them.
  var values: [StoredObject] { objects.compactMap { $0?.takeUnretainedValue() } }

  /// The object with a key. Setting nil removes it.
  subscript(key: Int64) -> StoredObject? {
    get {
      guard let place = place(of: key) else { return nil }
      return objects[place]?.takeUnretainedValue()
    }
    set {
      if let newValue {
        insert(Unmanaged.passUnretained(newValue), key)
      } else if let place = place(of: key) {
        remove(at: place)
      }
    }
  }

  /// Removes an object that is being freed, unless another object has its key in the table.
  mutating func remove(freed object: StoredObject) {
    guard let place = place(of: object.key),
      objects[place]?.toOpaque() == Unmanaged.passUnretained(object).toOpaque()
    else { return }
    remove(at: place)
  }

  /// The slot of a key; nil if the table does not have the key. The search does not read the objects, which may be anywhere in memory.
  private func place(of key: Int64) -> Int? {
    if objects.isEmpty { return nil }
    var place = home(of: key)
    while objects[place] != nil {
      if keys[place] == key { return place }
      place = (place + 1) & (objects.count - 1)
    }
    return nil
  }

  /// The slot at which the search for a key begins.
  ///
  /// Eight adjacent keys have adjacent slots, so looking up and freeing the objects of a table accesses memory in sequence. The groups of eight are
  /// scattered, because temporary keys and keys of rows would otherwise collide: both ascend.
  func home(of key: Int64) -> Int {
    let number = UInt64(bitPattern: key)
    let group = (number >> 3 &* 0x9E37_79B9_7F4A_7C15) >> UInt64(shift)
    return Int(truncatingIfNeeded: group & ~7 | number & 7)
  }

  private mutating func insert(_ object: Unmanaged<StoredObject>, _ key: Int64) {
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

  private mutating func remove(at place: Int) {
    objects[place] = nil
    count -= 1
    // The objects after the gap move forward, so that a search does not end at the gap.
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
    let oldObjects = objects
    keys = Array(repeating: 0, count: capacity)
    objects = Array(repeating: nil, count: capacity)
    shift = 64 - capacity.trailingZeroBitCount
    for (old, key) in oldKeys.enumerated() where oldObjects[old] != nil {
      var place = home(of: key)
      while objects[place] != nil { place = (place + 1) & (capacity - 1) }
      keys[place] = key
      objects[place] = oldObjects[old]
    }
  }
}
