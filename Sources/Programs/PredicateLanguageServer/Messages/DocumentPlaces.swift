/// A position in a document. Lines and characters count from 0. Characters are counted in the units of the ``PositionEncoding``.
struct DocumentPosition: Codable, Hashable {
  let line: Int
  let character: Int
}

/// A range of a document. The end is exclusive.
struct DocumentRange: Codable, Hashable {
  let start: DocumentPosition
  let end: DocumentPosition
}

/// A replacement for a range of a document.
struct DocumentEdit: Encodable, Hashable {
  let range: DocumentRange
  let newText: String
}

/// The unit in which the characters of a position are counted.
enum PositionEncoding: String, Codable {
  case utf8 = "utf-8"
  case utf16 = "utf-16"

  /// The first of a client's encodings that the server supports. UTF-16 if the client names none, as the protocol requires.
  init(offered: [String]?) {
    self = offered?.lazy.compactMap(PositionEncoding.init(rawValue:)).first ?? .utf16
  }

  /// The number of units in a text.
  func count(_ bytes: ArraySlice<UInt8>) -> Int {
    switch self {
    case .utf8: bytes.count
    case .utf16: String(decoding: bytes, as: UTF8.self).utf16.count
    }
  }

  /// The number of bytes in the first `units` units of a line, or in the whole line if it has fewer units. A character is never split.
  func bytes(of units: Int, in line: ArraySlice<UInt8>) -> Int {
    var left = units
    var taken = 0
    for scalar in String(decoding: line, as: UTF8.self).unicodeScalars {
      let size = UTF8.width(scalar)
      let cost = self == .utf8 ? size : UTF16.width(scalar)
      guard left >= cost else { break }
      left -= cost
      taken += size
    }
    return taken
  }
}
