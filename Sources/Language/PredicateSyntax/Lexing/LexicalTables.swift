/// The lexer's look-up tables, made once from ``OperatorTable`` and ``ReservedWords``.
struct LexicalTables: Sendable {
  static let shared = LexicalTables()

  private let words = WordIndex()
  private let operators = OperatorIndex()

  @inline(__always)
  func withPointers<Result>(
    _ body: (UnsafePointer<WordIndex.Slot>, UnsafePointer<UInt8>) -> Result
  ) -> Result {
    words.withPointer { words in operators.withPointer { body(words, $0) } }
  }
}

/// The operators as bytes: the kinds by the first two bytes of a sign, and the binding powers by kind. Made from ``OperatorTable``.
struct OperatorIndex: Sendable {
  /// Four tables in one array. First, a code for each of the 256 byte values: 0 if no operator contains the byte, otherwise 1 to 15. Second, 256
  /// kinds, indexed by the code of the first byte × 16 + the code of the second byte (0 for an operator of one byte). Third, the binding power of
  /// each kind. Fourth, for each byte, whether it may continue a name.
  private var table: [UInt8]

  private static let pairs = 256
  private static let powers = 512
  private static let wordBytes = 768

  init() {
    table = [UInt8](repeating: 0, count: Self.wordBytes + 256)
    for byte in UInt8.min...UInt8.max where ByteClass.isWord(byte) { table[Self.wordBytes + Int(byte)] = 1 }
    var codes: UInt8 = 0
    for entry in OperatorTable.entries where entry.class != .sign {
      table[Self.powers + Int(entry.kind.rawValue)] = entry.bindingPower
      for spelling in entry.spellings {
        let bytes = Array(spelling.utf8)
        guard bytes.count <= 2, let first = bytes.first, !ByteClass.isLetter(first) else { continue }
        for byte in bytes where table[Int(byte)] == 0 {
          codes += 1
          table[Int(byte)] = codes
        }
        let second = bytes.count == 2 ? table[Int(bytes[1])] : 0
        table[Self.pairs + Int(table[Int(first)]) * 16 + Int(second)] = entry.kind.rawValue
      }
    }
  }

  func withPointer<Result>(_ body: (UnsafePointer<UInt8>) throws -> Result) rethrows -> Result {
    try table.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return try withUnsafePointer(to: 0, body) }
      return try body(base)
    }
  }

  /// The longest operator at two bytes; nil if they begin no operator.
  @inline(__always)
  static func kind(_ table: UnsafePointer<UInt8>, _ first: UInt8, _ second: UInt8) -> (TokenKind, length: Int)? {
    let row = pairs + Int(table[Int(first)]) << 4
    guard row != pairs else { return nil }
    let code = Int(table[Int(second)])
    if code != 0, table[row + code] != 0 {
      return TokenKind(rawValue: table[row + code]).map { ($0, 2) }
    }
    return table[row] == 0 ? nil : TokenKind(rawValue: table[row]).map { ($0, 1) }
  }

  /// How tightly an operator between two values binds.
  @inline(__always)
  static func power(_ table: UnsafePointer<UInt8>, _ kind: TokenKind) -> UInt8 {
    table[powers + Int(kind.rawValue)]
  }

  /// Whether a byte is a letter, a digit or an underscore.
  @inline(__always)
  static func isWord(_ table: UnsafePointer<UInt8>, _ byte: UInt8) -> Bool {
    table[wordBytes + Int(byte)] != 0
  }
}

/// Finds the kind of a word in constant time without allocating: an open hash table, keyed by up to sixteen bytes in lower case.
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

  func withPointer<Result>(_ body: (UnsafePointer<Slot>) throws -> Result) rethrows -> Result {
    try slots.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return try withUnsafePointer(to: Slot(), body) }
      return try body(base)
    }
  }

  /// The kind of the word at `base`; `word` if the word is not reserved.
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

  /// Up to sixteen bytes as two numbers, with letters in lower case. Overlapping loads are used, so only `count` bytes are read.
  @inline(__always)
  private static func pack(_ base: UnsafePointer<UInt8>, _ count: Int) -> (UInt64, UInt64) {
    let raw = UnsafeRawPointer(base)
    var low: UInt64
    var high: UInt64 = 0
    if count >= 8 {
      low = UInt64(littleEndian: raw.loadUnaligned(as: UInt64.self))
      if count > 8 {
        // The last eight bytes, shifted so that the bytes that are already in `low` are dropped.
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
