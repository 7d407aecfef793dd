/// Finds the kind of a word in constant time without allocating: an open hash table over the first sixteen bytes in lower case.
struct WordIndex: Sendable {
  /// One reserved word. An empty slot has the kind `word`.
  struct Slot: Sendable {
    var low: UInt64 = 0
    var high: UInt64 = 0
    var kind: TokenKind = .word
  }

  static let longestWord = 16
  private static let capacity = 256

  private var slots: [Slot]

  /// The index of every operator that is a word, and of every other reserved word.
  init() {
    slots = [Slot](repeating: Slot(), count: Self.capacity)
    for entry in OperatorTable.entries {
      for spelling in entry.spellings where spelling.utf8.first.map(ByteClass.isLetter) ?? false {
        insert(spelling, entry.kind)
      }
    }
    for other in ReservedWords.others { insert(other.word, other.kind) }
  }

  private mutating func insert(_ word: String, _ kind: TokenKind) {
    var bytes = Array(word.utf8)
    let count = bytes.count
    bytes += [UInt8](repeating: 0, count: 16)
    let (low, high) = bytes.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map { Self.pack($0, count) } ?? (0, 0)
    }
    var slot = Self.hash(low, high)
    while slots[slot].kind != .word { slot = (slot + 1) & (Self.capacity - 1) }
    slots[slot] = Slot(low: low, high: high, kind: kind)
  }

  /// Lends the table as a pointer.
  func withPointer<Result>(_ body: (UnsafePointer<Slot>) throws -> Result) rethrows -> Result {
    try slots.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return try withUnsafePointer(to: Slot(), body) }
      return try body(base)
    }
  }

  /// The kind of the word at `base`; `word` for one that is not reserved.
  @inline(__always)
  static func kind(_ base: UnsafePointer<UInt8>, _ count: Int, slots: UnsafePointer<Slot>) -> TokenKind {
    if count > longestWord || count < 2 { return .word }
    let (low, high) = pack(base, count)
    var slot = hash(low, high)
    while true {
      let kind = slots[slot].kind
      if kind == .word || (slots[slot].low == low && slots[slot].high == high) { return kind }
      slot = (slot + 1) & (capacity - 1)
    }
  }

  @inline(__always)
  private static func hash(_ low: UInt64, _ high: UInt64) -> Int {
    Int(truncatingIfNeeded: ((low ^ (high &* 31)) &* 0x9E37_79B9_7F4A_7C15) >> 56)
  }

  /// Up to sixteen bytes, letters in lower case. Reads `count` bytes only: overlapping loads instead of one past the end.
  @inline(__always)
  private static func pack(_ base: UnsafePointer<UInt8>, _ count: Int) -> (UInt64, UInt64) {
    let raw = UnsafeRawPointer(base)
    var low: UInt64
    var high: UInt64 = 0
    if count >= 8 {
      low = UInt64(littleEndian: raw.loadUnaligned(as: UInt64.self))
      if count > 8 {
        // The last eight bytes, moved so that those which `low` holds fall out.
        let tail = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self))
        high = tail >> UInt64(8 * (16 - count))
      }
    } else if count >= 4 {
      let head = UInt64(UInt32(littleEndian: raw.loadUnaligned(as: UInt32.self)))
      let tail = UInt64(UInt32(littleEndian: raw.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self)))
      low = head | tail << UInt64(8 * (count - 4))
    } else {
      low = UInt64(base[0])
      if count > 1 { low |= UInt64(base[1]) << 8 }
      if count > 2 { low |= UInt64(base[2]) << 16 }
    }
    let lowerCase: UInt64 = 0x2020_2020_2020_2020
    let used = count >= 8 ? 8 : count
    low |= lowerCase & (~0 >> UInt64(64 - 8 * used))
    if count > 8 { high |= lowerCase & (~0 >> UInt64(64 - 8 * (count - 8))) }
    return (low, high)
  }
}
