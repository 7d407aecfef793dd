/// How many rows have each integer key: a hash table with linear probing, at most half full.
struct KeyTally {
  private var keys: [Int64]
  /// 0 where a place is free.
  private var numbers: [Int64]
  private var used = 0

  /// No rows.
  init() {
    keys = Array(repeating: 0, count: 64)
    numbers = keys
  }

  /// Adds a row.
  mutating func add(_ key: Int64) { add(key, count: 1) }

  private mutating func add(_ key: Int64, count: Int64) {
    let place = place(of: key)
    if numbers[place] == 0 {
      keys[place] = key
      used += 1
    }
    numbers[place] += count
    if used * 2 > keys.count { grow() }
  }

  /// Where a key is, or would be.
  private func place(of key: Int64) -> Int {
    let mask = keys.count - 1
    // The high bits of the product depend on all bits of the key; as many are taken as there are places.
    let product = UInt64(bitPattern: key) &* 0x9E37_79B9_7F4A_7C15
    var place = Int(truncatingIfNeeded: product >> UInt64(64 - keys.count.trailingZeroBitCount))
    while numbers[place] != 0, keys[place] != key { place = (place + 1) & mask }
    return place
  }

  private mutating func grow() {
    let old = (keys, numbers)
    keys = Array(repeating: 0, count: keys.count * 4)
    numbers = keys
    used = 0
    for place in old.0.indices where old.1[place] != 0 { add(old.0[place], count: old.1[place]) }
  }

  /// The keys, each with its count.
  var counts: [(key: Int64, count: Int64)] {
    numbers.indices.compactMap { numbers[$0] == 0 ? nil : (keys[$0], numbers[$0]) }
  }
}
