/// The names of a dictionary and their positions. Dictionaries with the same names in the same order share one instance.
package final class DictionaryKeys: Sendable {
  /// The distinct names, in order.
  package let names: [String]
  /// The position of each name. Empty if there are so few names that a scan is faster.
  private let positions: [ScalarString: Int]
  private static let scanLimit = 16

  init(_ names: [String]) {
    self.names = names
    var positions: [ScalarString: Int] = [:]
    if names.count > Self.scanLimit {
      for (position, name) in names.enumerated() { positions[ScalarString(name)] = position }
    }
    self.positions = positions
  }

  /// Keys from names; nil if a name occurs twice.
  convenience init?(checking names: [String]) {
    if names.count > Self.scanLimit {
      guard Set(names.lazy.map(ScalarString.init)).count == names.count else { return nil }
    } else {
      for (position, name) in names.enumerated() {
        for earlier in 0..<position where names[earlier].hasSameScalars(as: name) { return nil }
      }
    }
    self.init(names)
  }

  /// The position of a name; nil if it is missing.
  package func position(of name: String) -> Int? {
    if names.count > Self.scanLimit { return positions[ScalarString(name)] }
    for position in names.indices where names[position].hasSameScalars(as: name) { return position }
    return nil
  }

  /// Whether a list has the same names in the same order.
  func has(_ other: [String]) -> Bool {
    guard names.count == other.count else { return false }
    for position in names.indices where !names[position].hasSameScalars(as: other[position]) { return false }
    return true
  }
}

/// A cache of recently made keys. Dictionaries with the same names get the same keys from it.
///
/// Bounded: it evicts half of the keys together, those that were not used recently. It never keeps long lists of names. Dictionaries keep evicted
/// keys, and new dictionaries with these names share new keys. The table has several parts with separate locks, so that threads that make
/// dictionaries of different names seldom wait.
enum DictionaryKeysCache {
  private struct Part: Sendable {
    var recent: [UInt64: DictionaryKeys] = [:]
    var older: [UInt64: DictionaryKeys] = [:]

    mutating func keys(_ code: UInt64) -> DictionaryKeys? {
      if let found = recent[code] { return found }
      guard let found = older.removeValue(forKey: code) else { return nil }
      keep(found, code)
      return found
    }

    mutating func keep(_ keys: DictionaryKeys, _ code: UInt64) {
      if recent.count >= DictionaryKeysCache.generation {
        older = recent
        recent = [:]
      }
      recent[code] = keys
    }
  }

  /// The greatest number of names that are cached. A dictionary with more names is rather a table than a record.
  private static let nameLimit = 64
  /// The most bytes of the names of cached keys.
  private static let byteLimit = 4096
  private static let generation = 32
  private static let parts = (0..<16).map { _ in Locked(Part()) }
  private static let empty = DictionaryKeys([])

  /// The keys for names; nil if a name occurs twice.
  static func keys(of names: [String]) -> DictionaryKeys? {
    if names.isEmpty { return empty }
    if names.count > nameLimit { return DictionaryKeys(checking: names) }
    guard let code = code(of: names) else { return DictionaryKeys(checking: names) }
    let part = parts[Int(truncatingIfNeeded: code >> 60)]
    // If two lists of names have the same code, only the first one is in the cache.
    if let found = part.withLock({ $0.keys(code) }) {
      return found.has(names) ? found : DictionaryKeys(checking: names)
    }
    guard let keys = DictionaryKeys(checking: names) else { return nil }
    part.withLock { $0.keep(keys, code) }
    return keys
  }

  /// A hash of a list of names; nil for lists that are too long to cache.
  private static func code(of names: [String]) -> UInt64? {
    var code = UInt64(names.count)
    var length = 0
    for name in names {
      length += name.utf8.count
      if length > byteLimit { return nil }
      name.withBytes { bytes in
        let raw = UnsafeRawBufferPointer(bytes)
        // The hash covers the length, and the first and the last eight bytes. Names that differ only between these bytes have the same code, and only
        // one of their keys is cached.
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
