import Foundation
import PredicateChecking
import PredicateDocuments

/// A document that an editor has open.
struct OpenDocument {
  let uri: String
  /// The language that the editor assigns to it.
  let language: String
  var version: Int?
  var text: DocumentText

  /// The path, for the kind of the file and the patterns of the settings.
  var path: String { Self.path(uri) }

  /// The path of a URI of a file; another URI as it is.
  static func path(_ uri: String) -> String {
    let path = uri.hasPrefix("file://") ? String(uri.dropFirst("file://".count)) : uri
    return path.removingPercentEncoding ?? path
  }

  /// The kind of file. Nil for a text that neither its language nor its ending marks as lines of predicates.
  var kind: FileKind? {
    let kind = FileKind(name: path, start: Array(text.bytes.prefix(FileKind.startLength)))
    guard kind == .lines || kind == .other else { return kind }
    let isOfPredicates = ["predicate", "nspredicate"].contains(language)
    return isOfPredicates || path.hasSuffix(".txt") || path.hasSuffix(".predicate") ? .lines : nil
  }
}

/// The text of a document, which converts between bytes and places.
struct DocumentText {
  private(set) var bytes: [UInt8]
  private var lines: LineStarts
  private let encoding: PositionEncoding

  init(_ text: String, _ encoding: PositionEncoding) {
    self.encoding = encoding
    bytes = Array(text.utf8)
    lines = LineStarts(bytes)
  }

  /// The place of a byte.
  func position(_ offset: Int) -> DocumentPosition {
    let offset = min(max(offset, 0), bytes.count)
    let line = lines.line(of: offset)
    return DocumentPosition(line: line, character: encoding.count(bytes[lines[line].lowerBound..<offset]))
  }

  /// The places of the beginning and the end of a part.
  func range(_ range: Range<Int>) -> DocumentRange {
    DocumentRange(start: position(range.lowerBound), end: position(range.upperBound))
  }

  /// The byte of a place. For a place that does not exist, the nearest byte before it.
  func offset(_ position: DocumentPosition) -> Int {
    guard position.line >= 0, position.line < lines.count else { return position.line < 0 ? 0 : bytes.count }
    var line = lines[position.line]
    while let last = line.last, bytes[last] == 0x0A || bytes[last] == 0x0D { line.removeLast() }
    return line.lowerBound + encoding.bytes(of: max(position.character, 0), in: bytes[line])
  }

  /// The offsets of the bytes between two places.
  func offsets(_ range: DocumentRange) -> Range<Int> {
    let start = offset(range.start)
    return start..<max(start, offset(range.end))
  }

  /// Replaces the text between two places, or all of it.
  mutating func replace(_ range: DocumentRange?, with text: String) {
    if let range {
      bytes.replaceSubrange(offsets(range), with: text.utf8)
    } else {
      bytes = Array(text.utf8)
    }
    lines = LineStarts(bytes)
  }
}
