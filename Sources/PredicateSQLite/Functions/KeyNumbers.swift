/// Integer keys, numbered from 0 in the order in which they come: a hash table with linear probing, at most half full.
///
/// ```swift
/// var numbers = KeyNumbers()
/// numbers.number(of: 7)   // 0
/// numbers.number(of: -2)  // 1
/// numbers.number(of: 7)   // 0
/// ```
struct KeyNumbers {
  /// The keys in the order of their numbers.
  private(set) var keys: [Int64] = []
  /// 0 where a place is free, else 1 more than the number of the key there.
  private var places: [Int]

  /// No keys.
  init() {
    places = Array(repeating: 0, count: 64)
  }

  /// The number of a key. A key that is not there gets the next one, which is the number of keys so far.
  mutating func number(of key: Int64) -> Int {
    let place = place(of: key)
    if places[place] != 0 { return places[place] - 1 }
    keys.append(key)
    places[place] = keys.count
    if keys.count * 2 > places.count { grow() }
    return keys.count - 1
  }

  /// Where a key is, or would be.
  private func place(of key: Int64) -> Int {
    let mask = places.count - 1
    // The high bits of the product depend on all bits of the key; as many are taken as there are places.
    let product = UInt64(bitPattern: key) &* 0x9E37_79B9_7F4A_7C15
    var place = Int(truncatingIfNeeded: product >> UInt64(64 - places.count.trailingZeroBitCount))
    while places[place] != 0, keys[places[place] - 1] != key { place = (place + 1) & mask }
    return place
  }

  private mutating func grow() {
    places = Array(repeating: 0, count: places.count * 4)
    for (number, key) in keys.enumerated() { places[place(of: key)] = number + 1 }
  }
}
