/// The shapes that were made lately, so that dictionaries that look alike find the same one.
///
/// Bounded: of the shapes that were not asked for lately, half are forgotten at a time, and long lists of names are not
/// kept. What was forgotten lives on in its dictionaries; new ones of the kind share another shape. The table is in
/// parts with a lock each, so that threads that make dictionaries of different kinds do not meet.
enum DictionaryShapes {
  private struct Part: Sendable {
    var recent: [UInt64: DictionaryShape] = [:]
    var older: [UInt64: DictionaryShape] = [:]

    mutating func shape(_ code: UInt64) -> DictionaryShape? {
      if let found = recent[code] { return found }
      guard let found = older.removeValue(forKey: code) else { return nil }
      keep(found, code)
      return found
    }

    mutating func keep(_ shape: DictionaryShape, _ code: UInt64) {
      if recent.count >= DictionaryShapes.generation {
        older = recent
        recent = [:]
      }
      recent[code] = shape
    }
  }

  /// More names than that are rather a table of their own than a record.
  private static let nameLimit = 64
  /// How many bytes the names of a kept shape have at most.
  private static let byteLimit = 4096
  private static let generation = 32
  private static let parts = (0..<16).map { _ in Locked(Part()) }
  private static let empty = DictionaryShape([])

  /// The shape of names; nil where some name is there twice.
  static func shape(of names: [String]) -> DictionaryShape? {
    if names.isEmpty { return empty }
    if names.count > nameLimit { return DictionaryShape(checking: names) }
    guard let code = code(of: names) else { return DictionaryShape(checking: names) }
    let part = parts[Int(truncatingIfNeeded: code >> 60)]
    // Of two lists of names with one code the first is kept.
    if let found = part.withLock({ $0.shape(code) }) {
      return found.has(names) ? found : DictionaryShape(checking: names)
    }
    guard let shape = DictionaryShape(checking: names) else { return nil }
    part.withLock { $0.keep(shape, code) }
    return shape
  }

  /// A number that tells most lists of names apart; nil for those that are too long to be kept.
  private static func code(of names: [String]) -> UInt64? {
    var code = UInt64(names.count)
    var length = 0
    for name in names {
      length += name.utf8.count
      if length > byteLimit { return nil }
      name.withBytes { bytes in
        let raw = UnsafeRawBufferPointer(bytes)
        // The beginning, the end and the length: names that differ only between share a code, and only one of their
        // shapes is kept.
        var word = UInt64(raw.count)
        if raw.count >= 8 {
          word ^= raw.loadUnaligned(as: UInt64.self) &* 0x9E37_79B9_7F4A_7C15
          word ^= raw.loadUnaligned(fromByteOffset: raw.count - 8, as: UInt64.self)
        } else {
          for byte in raw { word = word << 8 | UInt64(byte) }
        }
        code = (code ^ word) &* 0xD6E8_FEB8_6659_FD93
        code ^= code >> 32
      }
    }
    return code &* 0x9E37_79B9_7F4A_7C15
  }
}
