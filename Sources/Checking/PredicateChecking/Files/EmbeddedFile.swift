import Foundation
import PredicateDocuments
import PredicateSyntax

/// A file that is embedded as text in another file: a script in a property list, a declaration in a here-document, a property list in XML or Base64.
struct EmbeddedFile {
  /// The text with its places in the outer file.
  let text: MappedText
  let kind: FileKind
  /// The path of the text in the outer document.
  let path: String?
  /// Whether the outer file contains it in Base64.
  let isEncoded: Bool

  /// The greatest number of Base64 bytes that are read.
  private static let encodedLimit = 1 << 20
  /// The beginnings of property lists, declarations and binary property lists in Base64.
  private static let encodedStarts = [
    "PD94bWw", "PHBsaXN0", "PCFET0NUWVBF", "eyJ", "ewo", "ewkK", "ewog", "ewoJ", "ew0K",
  ]

  /// The file in a text, recognized by its first characters; nil for a text that is not a file.
  init?(_ text: MappedText, path: String?) {
    if let kind = Self.kind(of: text.text) {
      self.init(text, kind, path, isEncoded: false)
    } else if let decoded = Self.decoded(text), let kind = Self.kind(of: decoded.text) {
      self.init(decoded, kind, path, isEncoded: true)
    } else {
      return nil
    }
  }

  init(_ text: MappedText, _ kind: FileKind, _ path: String?, isEncoded: Bool = false) {
    self.text = text
    self.kind = kind
    self.path = path
    self.isEncoded = isEncoded
  }

  private static func kind(of text: String) -> FileKind? {
    let start = text.utf8.drop { " \t\r\n".utf8.contains($0) }
    switch start.first {
    case UInt8(ascii: "<"), UInt8(ascii: "#"):
      let kind = FileKind(name: "", start: Array(start.prefix(1_024)))
      return kind == .lines || kind == .other ? nil : kind
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      let next = start.dropFirst().first { !" \t\r\n".utf8.contains($0) }
      return next == UInt8(ascii: "\"") || next == UInt8(ascii: "{") ? .json : nil
    default: return nil
    }
  }

  /// The Base64 text, decoded; nil if it is not a file of a kind that may have predicates.
  private static func decoded(_ text: MappedText) -> MappedText? {
    let start = text.text.utf8.lazy.filter { !" \t\r\n".utf8.contains($0) }.prefix(12)
    guard encodedStarts.contains(where: { start.starts(with: $0.utf8) }), text.text.utf8.count <= encodedLimit else {
      return nil
    }
    let bytes = Array(text.text.utf8)
    let digits = bytes.indices.filter { !" \t\r\n".utf8.contains(bytes[$0]) }
    guard let data = Data(base64Encoded: Data(digits.map { bytes[$0] })),
      let decoded = String(data: data, encoding: .utf8)
    else { return nil }
    var found = MappedText()
    var offset = 0
    for scalar in decoded.unicodeScalars {
      let count = UTF8.width(scalar)
      // Four Base64 digits encode three bytes.
      let first = digits[offset * 8 / 6]
      let last = digits[(offset + count) * 8 / 6 - ((offset + count) % 3 == 0 ? 1 : 0)]
      found.append(String(Character(scalar)), from: text.place(of: first..<last + 1))
      offset += count
    }
    return found
  }
}
