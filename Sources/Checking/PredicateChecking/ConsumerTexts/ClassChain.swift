import PredicateSyntax

/// The predicates of a class chain, which are in back quotes or between dollar signs.
enum ClassChain {
  /// Each predicate as a text of the whole chain's length, with spaces around the predicate. Nil for a text that is not a class chain.
  ///
  /// ```swift
  /// ClassChain.predicates(in: "**/XCUIElementTypeCell[`label == 'A'`]")  // ["                        label == 'A'  "]
  /// ```
  static func predicates(in text: String) -> [String]? {
    let bytes = Array(text.utf8)
    guard bytes.starts(with: "**/".utf8) || bytes.starts(with: "XCUIElementType".utf8),
      !bytes.contains(UInt8(ascii: "=")) || bytes.contains(UInt8(ascii: "[")) || bytes.contains(UInt8(ascii: "`"))
    else { return nil }
    var found: [String] = []
    var index = 0
    while index < bytes.count {
      let mark = bytes[index]
      guard mark == UInt8(ascii: "`") || mark == UInt8(ascii: "$") else {
        index += 1
        continue
      }
      let end = bytes[(index + 1)...].firstIndex(of: mark) ?? bytes.count
      var alone = [UInt8](repeating: UInt8(ascii: " "), count: bytes.count)
      for inner in index + 1..<end { alone[inner] = bytes[inner] }
      found.append(String(decoding: alone, as: UTF8.self))
      index = end + 1
    }
    return found
  }
}
