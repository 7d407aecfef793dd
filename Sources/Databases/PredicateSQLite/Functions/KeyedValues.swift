/// Stored values by integer keys, as bytes. Looking up a key reads only a few of the others.
///
/// The bytes are the number of entries, the entries in the order of their keys, and the bytes of texts and blobs. An entry is four words: the key,
/// the kind of the value, and then either the number, or the offset and the length of its bytes.
struct KeyedValues {
  private var entries: [Entry] = []
  /// The bytes of texts and blobs.
  private var tail: [UInt8] = []

  private static let wordSize = 8
  private static let entrySize = 4 * wordSize

  private struct Entry {
    let key: Int64
    let kind: Kind
    let first: Int64
    var second: Int64 = 0
  }

  private enum Kind: Int64 {
    case null
    case integer
    case real
    case text
    case blob
  }

  /// Adds a value for a key, which must not have one yet.
  mutating func add(_ value: SQLiteBytesValue, key: Int64) {
    switch value {
    case .null: entries.append(Entry(key: key, kind: .null, first: 0))
    case .integer(let number): entries.append(Entry(key: key, kind: .integer, first: number))
    case .real(let number): entries.append(Entry(key: key, kind: .real, first: Int64(bitPattern: number.bitPattern)))
    case .text(let bytes): add(bytes, .text, key)
    case .blob(let bytes): add(bytes, .blob, key)
    }
  }

  private mutating func add(_ bytes: UnsafeRawBufferPointer, _ kind: Kind, _ key: Int64) {
    entries.append(Entry(key: key, kind: kind, first: Int64(tail.count), second: Int64(bytes.count)))
    tail += bytes
  }

  /// The values in the order of their keys.
  var bytes: [UInt8] {
    var words: [Int64] = [Int64(entries.count)]
    words.reserveCapacity(1 + entries.count * Self.entrySize / Self.wordSize)
    for entry in entries.sorted(by: { $0.key < $1.key }) {
      words += [entry.key, entry.kind.rawValue, entry.first, entry.second]
    }
    return words.withUnsafeBytes { Array($0) } + tail
  }

  /// The value of a key in the result of ``bytes``; nil for a missing key. Takes time logarithmic in the number of keys.
  static func value(of key: Int64, in bytes: UnsafeRawBufferPointer) -> SQLiteBytesValue? {
    func word(_ offset: Int) -> Int64 { bytes.loadUnaligned(fromByteOffset: offset, as: Int64.self) }
    let count = count(in: bytes)
    var (low, high) = (0, count)
    while low < high {
      let middle = low + (high - low) / 2
      if word(wordSize + middle * entrySize) < key { low = middle + 1 } else { high = middle }
    }
    let entry = wordSize + low * entrySize
    guard low < count, word(entry) == key else { return nil }
    let number = word(entry + 2 * wordSize)
    let tail = UnsafeRawBufferPointer(
      rebasing: bytes[(wordSize + count * entrySize)...].dropFirst(Int(clamping: max(0, number)))
        .prefix(Int(clamping: max(0, word(entry + 3 * wordSize)))))
    return switch Kind(rawValue: word(entry + wordSize)) {
    case .integer: .integer(number)
    case .real: .real(Double(bitPattern: UInt64(bitPattern: number)))
    case .text: .text(tail)
    case .blob: .blob(tail)
    case .null, nil: .null
    }
  }
  /// The number of entries. SQL may pass any bytes: the result is 0 if there are too few bytes for that number of entries.
  private static func count(in bytes: UnsafeRawBufferPointer) -> Int {
    guard bytes.count >= wordSize, let count = Int(exactly: bytes.loadUnaligned(as: Int64.self)), count >= 0,
      count <= (bytes.count - wordSize) / entrySize
    else { return 0 }
    return count
  }

  /// The numbers in the result of ``bytes``, with their keys.
  static func numbers(in bytes: UnsafeRawBufferPointer) -> [(key: Int64, number: StoredNumber)] {
    (0..<count(in: bytes)).compactMap { position in
      func word(_ place: Int) -> Int64 {
        bytes.loadUnaligned(fromByteOffset: wordSize + position * entrySize + place * wordSize, as: Int64.self)
      }
      switch Kind(rawValue: word(1)) {
      case .integer: return (word(0), .integer(word(2)))
      case .real: return (word(0), .real(Double(bitPattern: UInt64(bitPattern: word(2)))))
      case .null, .text, .blob, nil: return nil
      }
    }
  }
}
