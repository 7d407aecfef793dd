/// The operators as bytes: the signs by their first two bytes, and the binding powers by kind. Made from ``OperatorTable``.
struct OperatorIndex: Sendable {
  /// 256 codes of bytes (0: in no operator; at most fifteen others); behind them 256 kinds, by code of the first byte × 16 + code of
  /// the second (0: one byte alone); behind them the binding power of each kind; behind them whether a byte goes on with a name.
  private var table: [UInt8]

  private static let pairs = 256
  private static let powers = 512
  private static let wordBytes = 768

  /// The index of every sign and every power in the table.
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

  /// Lends the table as a pointer.
  func withPointer<Result>(_ body: (UnsafePointer<UInt8>) throws -> Result) rethrows -> Result {
    try table.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return try withUnsafePointer(to: 0, body) }
      return try body(base)
    }
  }

  /// The longest operator that two bytes begin with; nil for none.
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
