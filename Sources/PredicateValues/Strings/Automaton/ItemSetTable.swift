/// Different sets of items, each with a number in the order in which they came. A set is some words of bits.
struct ItemSetTable {
  private let words: Int
  private var bits: [UInt64] = []
  private var slots: [Int32] = [Int32](repeating: -1, count: 64)

  /// A table of sets of so many words.
  init(words: Int) { self.words = words }

  /// How many sets there are.
  var count: Int { bits.count / words }

  /// Copies a set.
  func read(_ number: Int, into set: inout [UInt64]) {
    for word in 0..<words { set[word] = bits[number * words + word] }
  }

  /// Appends a set that is never found again.
  mutating func append(_ set: [UInt64]) { bits += set }

  /// The number of a set, which is the next one if the set is new.
  mutating func number(of set: [UInt64]) -> Int {
    var slot = Self.hash(set) & (slots.count - 1)
    while slots[slot] >= 0 {
      let number = Int(slots[slot])
      if isEqual(number, set) { return number }
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = Int32(truncatingIfNeeded: count)
    bits += set
    if count * 2 > slots.count { grow() }
    return count - 1
  }

  private func isEqual(_ number: Int, _ set: [UInt64]) -> Bool {
    for word in 0..<words where bits[number * words + word] != set[word] { return false }
    return true
  }

  private mutating func grow() {
    let old = slots
    slots = [Int32](repeating: -1, count: old.count * 2)
    var set = [UInt64](repeating: 0, count: words)
    for number in old where number >= 0 {
      read(Int(number), into: &set)
      var slot = Self.hash(set) & (slots.count - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = number
    }
  }

  private static func hash(_ set: [UInt64]) -> Int {
    var hash: UInt64 = 0
    for word in set { hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15 ^ hash &>> 29 }
    return Int(truncatingIfNeeded: hash &>> 32)
  }
}
