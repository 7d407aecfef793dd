import PredicateModel

/// Stored values by integer keys, as bytes in which a key is found without reading the others.
///
/// The bytes are the number of entries; the entries in the order of their keys; the bytes of texts and blobs. An entry is four words: the
/// key, the kind of the value, then the number, or where the bytes begin and how many there are.
struct KeyedValues {
  private var entries: [(key: Int64, value: StoredValue)] = []

  private static let wordSize = 8
  private static let entrySize = 4 * wordSize

  private enum Kind: Int64 {
    case null
    case integer
    case real
    case text
    case blob
  }

  /// Adds the value of a key that has none yet.
  mutating func add(_ value: StoredValue, key: Int64) { entries.append((key, value)) }

  /// The values in the order of their keys.
  var bytes: [UInt8] {
    var words: [Int64] = [Int64(entries.count)]
    words.reserveCapacity(1 + entries.count * Self.entrySize / Self.wordSize)
    var tail: [UInt8] = []
    for (key, value) in entries.sorted(by: { $0.key < $1.key }) {
      let start = Int64(tail.count)
      switch value {
      case .null: words += [key, Kind.null.rawValue, 0, 0]
      case .integer(let number): words += [key, Kind.integer.rawValue, number, 0]
      case .real(let number): words += [key, Kind.real.rawValue, Int64(bitPattern: number.bitPattern), 0]
      case .text(let text):
        tail += text.utf8
        words += [key, Kind.text.rawValue, start, Int64(tail.count) - start]
      case .blob(let bytes):
        tail += bytes
        words += [key, Kind.blob.rawValue, start, Int64(bytes.count)]
      }
    }
    return words.withUnsafeBytes { Array($0) } + tail
  }

  /// The value of a key, in what ``bytes`` gave; nil where it has none. Takes time with the logarithm of the number of keys.
  static func value(of key: Int64, in bytes: UnsafeRawBufferPointer) -> StoredValue? {
    func word(_ offset: Int) -> Int64 { bytes.loadUnaligned(fromByteOffset: offset, as: Int64.self) }
    // Whoever writes SQL may hand over any bytes.
    guard bytes.count >= wordSize, let count = Int(exactly: word(0)), count >= 0,
      count <= (bytes.count - wordSize) / entrySize
    else { return nil }
    var (low, high) = (0, count)
    while low < high {
      let middle = low + (high - low) / 2
      if word(wordSize + middle * entrySize) < key { low = middle + 1 } else { high = middle }
    }
    let entry = wordSize + low * entrySize
    guard low < count, word(entry) == key else { return nil }
    let number = word(entry + 2 * wordSize)
    let tail = bytes[(wordSize + count * entrySize)...].dropFirst(Int(clamping: max(0, number)))
      .prefix(Int(clamping: max(0, word(entry + 3 * wordSize))))
    return switch Kind(rawValue: word(entry + wordSize)) {
    case .integer: .integer(number)
    case .real: .real(Double(bitPattern: UInt64(bitPattern: number)))
    case .text: .text(String(decoding: tail, as: UTF8.self))
    case .blob: .blob(Array(tail))
    case .null, nil: .null
    }
  }
}
