/// The foldings of single scalars, for ranges of scalars that can be folded one by one.
///
/// A scalar can be folded separately if its folding begins with a scalar that does not compose with the scalar before it. Then the folding of a
/// string is the concatenation of the foldings of its scalars. Combining marks, and scalars that fold to them, need the folding of the whole string,
/// unless marks are dropped.
///
/// The memory of a table is never freed or changed, so reading it changes no reference count. A shared count would slow down threads that fold at the
/// same time.
struct FoldingTable: Sendable {
  /// The scalars in the table.
  private let range: Range<UInt32>
  /// For each scalar, up to three bytes of UTF-8, beginning with the low byte, and their number in the high byte. ``long`` and ``composing`` mark
  /// other scalars.
  ///
  /// A pointer is not Sendable. This memory is written once, in the initialiser.
  nonisolated(unsafe) private let entries: UnsafePointer<UInt32>
  /// The bytes of the long entries, each after its count. This memory is written once too.
  nonisolated(unsafe) private let longBytes: UnsafePointer<UInt8>

  private static let long: UInt32 = 0xFE
  private static let composing: UInt32 = 0xFF

  /// Appends the folding of a scalar in the table. Returns false if the scalar cannot be folded separately.
  @inline(__always)
  func append(_ scalar: UInt32, to output: inout [UInt8]) -> Bool {
    precondition(range.contains(scalar))
    var entry = entries[Int(scalar &- range.lowerBound)]
    let count = entry >> 24
    if count <= 3 {
      for _ in 0..<count {
        output.append(UInt8(truncatingIfNeeded: entry))
        entry >>= 8
      }
      return true
    }
    if count == Self.composing { return false }
    let start = Int(entry & 0xFF_FFFF)
    output.append(contentsOf: UnsafeBufferPointer(start: longBytes + start + 1, count: Int(longBytes[start])))
    return true
  }

  init(_ range: Range<UInt32>, _ folding: StringFolding) {
    self.range = range
    var entries: [UInt32] = []
    var longBytes: [UInt8] = []
    entries.reserveCapacity(range.count)
    for value in range {
      guard let scalar = Unicode.Scalar(value), let bytes = Self.folding(of: scalar, folding) else {
        entries.append(Self.composing << 24)
        continue
      }
      if bytes.count <= 3 {
        entries.append(bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) } | UInt32(bytes.count) << 24)
      } else {
        entries.append(Self.long << 24 | UInt32(longBytes.count))
        longBytes.append(UInt8(bytes.count))
        longBytes += bytes
      }
    }
    self.entries = Self.forever(entries)
    self.longBytes = Self.forever(longBytes)
  }

  private static func forever<Value>(_ values: [Value]) -> UnsafePointer<Value> {
    let storage = UnsafeMutablePointer<Value>.allocate(capacity: values.count)
    storage.initialize(from: values, count: values.count)
    return UnsafePointer(storage)
  }

  /// The folding of a scalar; nil if the folding may depend on neighbours.
  private static func folding(of scalar: Unicode.Scalar, _ folding: StringFolding) -> [UInt8]? {
    let bytes = folding.foldWhole(String(scalar))
    guard let first = String(decoding: bytes, as: UTF8.self).unicodeScalars.first else { return bytes }
    return composesWithNothingBefore(first) ? bytes : nil
  }

  /// Whether a scalar never composes with the scalar before it. Marks may compose with it or be reordered, and Hangul's vowels and finals may compose
  /// with it.
  private static func composesWithNothingBefore(_ scalar: Unicode.Scalar) -> Bool {
    if (0x1100...0x11FF).contains(scalar.value) { return false }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: return false
    default: return true
    }
  }
}

/// The tables for the three foldings that change strings. Each table is built on first use.
enum FoldingTables {
  /// U+1E00 to U+33FF: more Latin and Greek, punctuation, symbols, kana.
  static let symbolRange: Range<UInt32> = 0x1E00..<0x3400
  /// U+FB00 to U+FFFF: ligatures, presentation forms, widths.
  static let formRange: Range<UInt32> = 0xFB00..<0x1_0000

  private static let twoByteTables = StringFolding.kinds.map { FoldingTable(0x80..<0x800, $0) }
  private static let symbolTables = StringFolding.kinds.map { FoldingTable(symbolRange, $0) }
  private static let formTables = StringFolding.kinds.map { FoldingTable(formRange, $0) }

  /// The table for two-byte scalars, which include Latin, Greek, Cyrillic, Hebrew and Arabic.
  static func twoBytes(_ folding: StringFolding) -> FoldingTable { twoByteTables[folding.kind] }
  /// The table for ``symbolRange``.
  static func symbols(_ folding: StringFolding) -> FoldingTable { symbolTables[folding.kind] }
  /// The table for ``formRange``.
  static func forms(_ folding: StringFolding) -> FoldingTable { formTables[folding.kind] }
}
