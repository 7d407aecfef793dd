/// A place in a document: both numbers count from 0, characters in the units of the ``PositionEncoding``.
struct DocumentPosition: Codable, Hashable {
  let line: Int
  let character: Int
}

/// A part of a document, without its end.
struct DocumentRange: Codable, Hashable {
  let start: DocumentPosition
  let end: DocumentPosition
}

/// A replacement for a part of a document.
struct DocumentEdit: Encodable, Hashable {
  let range: DocumentRange
  let newText: String
}

/// The unit that the characters of a position count.
enum PositionEncoding: String, Codable {
  case utf8 = "utf-8"
  case utf16 = "utf-16"

  /// The first encoding of a client that the server has; UTF-16 if the client names none, as the protocol requires.
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

  /// The number of bytes in the first units of a line, or in all of the line if it has fewer units. A character is never cut.
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
