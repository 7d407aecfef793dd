/// How far a value of JSON reaches, found out piece by piece.
struct JSONExtent {
  private var offset = 0
  private var depth = 0
  private var isInString = false

  /// Whether the value may end where the bytes end: a number or a word.
  private(set) var isComplete = false

  /// Where the value ends that starts with the first byte; nil where more bytes are needed. They then stand behind the same ones.
  mutating func end(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let base = bytes.baseAddress, let first = bytes.first else { return nil }
    if first != UInt8(ascii: "{"), first != UInt8(ascii: "["), first != UInt8(ascii: "\"") {
      isComplete = true
      let end = bytes[max(offset, 1)...].firstIndex(where: JSONByte.endsWord)
      offset = bytes.count
      return end
    }
    let end = base + bytes.count
    var place = base + offset
    defer { offset = place - base }
    while place < end {
      if isInString {
        place = JSONByte.quoteOrBackslash(from: place, to: end)
        guard place < end else { return nil }
        if place.pointee == UInt8(ascii: "\\") {
          guard end - place >= 2 else { return nil }
          place += 2
          continue
        }
        isInString = false
        place += 1
        if depth == 0 { return place - base }
      }
      while place < end {
        let byte = place.pointee
        place += 1
        switch byte {
        case UInt8(ascii: "\""): isInString = true
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
          depth -= 1
          if depth == 0 { return place - base }
        default: continue
        }
        if isInString { break }
      }
    }
    return nil
  }
}
