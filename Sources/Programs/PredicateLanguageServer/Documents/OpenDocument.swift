import Foundation
import PredicateChecking
import PredicateDocuments

/// A document that is open in an editor.
struct OpenDocument {
  let uri: String
  /// The language that the editor has assigned to the document.
  let language: String
  var version: Int?
  var text: DocumentText

  /// The document's path, which determines the file's kind and is compared with patterns.
  var path: String { Self.path(uri) }

  /// The path in a file URI. Any other URI is returned unchanged, except for percent escapes.
  static func path(_ uri: String) -> String {
    let path = uri.hasPrefix("file://") ? String(uri.dropFirst("file://".count)) : uri
    return path.removingPercentEncoding ?? path
  }

  /// The kind of the file. Nil for a text that neither its language nor its ending marks as predicates per line.
  var kind: FileKind? {
    let kind = FileKind(name: path, start: Array(text.bytes.prefix(FileKind.startLength)))
    guard kind == .lines || kind == .other else { return kind }
    let isOfPredicates = ["predicate", "nspredicate"].contains(language)
    return isOfPredicates || path.hasSuffix(".txt") || path.hasSuffix(".predicate") ? .lines : nil
  }
}

/// The text of a document, with conversions between byte offsets and positions.
struct DocumentText {
  private(set) var bytes: [UInt8]
  private var lines: LineStarts
  private let encoding: PositionEncoding

  init(_ text: String, _ encoding: PositionEncoding) {
    self.encoding = encoding
    bytes = Array(text.utf8)
    lines = LineStarts(bytes)
  }

  /// The position of a byte offset.
  func position(_ offset: Int) -> DocumentPosition {
    let offset = min(max(offset, 0), bytes.count)
    let line = lines.line(of: offset)
    return DocumentPosition(line: line, character: encoding.count(bytes[lines[line].lowerBound..<offset]))
  }

  /// The positions of the beginning and the end of a byte range.
  func range(_ range: Range<Int>) -> DocumentRange {
    DocumentRange(start: position(range.lowerBound), end: position(range.upperBound))
  }

  /// The byte offset of a position. For a position that does not exist, the nearest offset before it.
  func offset(_ position: DocumentPosition) -> Int {
    guard position.line >= 0, position.line < lines.count else { return position.line < 0 ? 0 : bytes.count }
    var line = lines[position.line]
    while let last = line.last, bytes[last] == 0x0A || bytes[last] == 0x0D { line.removeLast() }
    return line.lowerBound + encoding.bytes(of: max(position.character, 0), in: bytes[line])
  }

  /// The byte range between two positions.
  func offsets(_ range: DocumentRange) -> Range<Int> {
    let start = offset(range.start)
    return start..<max(start, offset(range.end))
  }

  /// Replaces the text in a range. Nil replaces the whole text.
  mutating func replace(_ range: DocumentRange?, with text: String) {
    if let range {
      bytes.replaceSubrange(offsets(range), with: text.utf8)
    } else {
      bytes = Array(text.utf8)
    }
    lines = LineStarts(bytes)
  }
}
