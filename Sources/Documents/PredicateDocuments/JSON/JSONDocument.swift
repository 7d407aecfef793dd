import PredicateValues

/// Reads JSON with the place of every byte of its texts. A byte order mark at the beginning is skipped.
///
/// ```swift
/// try JSONDocument.read(Array(#"{"condition": "a == 1"}"#.utf8)).value  // ["condition": "a == 1"]
/// ```
package struct JSONDocument {
  private let bytes: [UInt8]
  private var scanner: JSONScanner
  private var count = 0

  private init(_ bytes: [UInt8], _ scanner: JSONScanner) {
    self.bytes = bytes
    self.scanner = scanner
  }

  /// Reads the value of a file.
  ///
  /// - Throws: ``DocumentIssue`` if the file is not JSON, or is beyond ``DocumentLimits``.
  package static func read(_ bytes: [UInt8]) throws(DocumentIssue) -> DocumentNode {
    let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    return try bytes.withUnsafeBufferPointer { buffer throws(DocumentIssue) in
      guard let start = buffer.baseAddress else {
        throw DocumentIssue("expected a value, found the end of the file", at: 0)
      }
      var scanner = JSONScanner(start: start, end: start + buffer.count)
      scanner.position += mark
      var document = JSONDocument(bytes, scanner)
      let node = try document.value(depth: 0)
      document.scanner.skipSpace()
      guard document.scanner.isAtEnd else { throw document.issue("expected the end of the file") }
      return node
    }
  }

  private func issue(_ message: String) -> DocumentIssue { DocumentIssue(message, at: scanner.offset) }

  /// The next byte that is not white space. Nil at the end.
  private mutating func symbol() -> UInt8? {
    scanner.skipSpace()
    return scanner.isAtEnd ? nil : scanner.position.pointee
  }

  private mutating func value(depth: Int) throws(DocumentIssue) -> DocumentNode {
    guard depth < DocumentLimits.depth else {
      throw issue("values must not be nested more than \(DocumentLimits.depth) levels deep")
    }
    count += 1
    guard count <= DocumentLimits.values else { throw issue("there are more than \(DocumentLimits.values) values") }
    switch symbol() {
    case nil: throw issue("expected a value, found the end of the file")
    case UInt8(ascii: "\"")?: return .text(try text())
    case UInt8(ascii: "[")?:
      var elements: [DocumentNode] = []
      try elementsUntil(UInt8(ascii: "]")) { document throws(DocumentIssue) in
        elements.append(try document.value(depth: depth + 1))
      }
      return .list(elements)
    case UInt8(ascii: "{")?:
      var members: [DocumentMember] = []
      try elementsUntil(UInt8(ascii: "}")) { document throws(DocumentIssue) in
        guard document.symbol() == UInt8(ascii: "\"") else { throw document.issue("expected a key in quotes") }
        let key = try document.text().text
        guard document.symbol() == UInt8(ascii: ":") else { throw document.issue("expected a colon") }
        document.scanner.position += 1
        members.append(DocumentMember(key: key, value: try document.value(depth: depth + 1)))
      }
      return .table(members)
    case let first?:
      let start = scanner.offset
      do throws(JSONError) {
        return .value(QueryValue(try scanner.scalar(first)))
      } catch {
        throw DocumentIssue(error.reason == .numberRange ? error.clause : "expected a value", at: start)
      }
    }
  }

  /// The elements of an array or the members of an object, up to the closing bracket. Commas separate them.
  private mutating func elementsUntil(
    _ end: UInt8, _ element: (inout JSONDocument) throws(DocumentIssue) -> Void
  ) throws(DocumentIssue) {
    scanner.position += 1
    var found = symbol()
    while found != end {
      try element(&self)
      found = symbol()
      if found == UInt8(ascii: ",") {
        scanner.position += 1
        found = symbol()
        if found == end { throw issue("expected a value after the comma") }
      } else if found != end {
        throw issue("expected a comma or the end")
      }
    }
    scanner.position += 1
  }

  private mutating func text() throws(DocumentIssue) -> MappedText {
    let start = scanner.offset
    scanner.position += 1
    var end = scanner
    let hasEscapes: Bool
    do throws(JSONError) {
      hasEscapes = try end.skipString()
    } catch {
      guard error.reason == .unexpectedEnd else { throw DocumentIssue(error.clause, at: error.offset) }
      throw DocumentIssue("the closing quote of a string is missing", at: start)
    }
    defer { scanner = end }
    let content = start + 1..<end.offset - 1
    guard hasEscapes else { return MappedText(bytes[content]) }
    return try mapped(content)
  }

  /// A text with escapes. The scanner has already accepted it.
  private mutating func mapped(_ content: Range<Int>) throws(DocumentIssue) -> MappedText {
    var text = MappedText()
    var plain = content.lowerBound
    while let place = bytes[plain..<content.upperBound].firstIndex(of: UInt8(ascii: "\\")) {
      text.append(bytes[plain..<place])
      scanner.position = scanner.start + place + 1
      do throws(JSONError) {
        text.append(String(try scanner.escaped()), from: place..<scanner.offset)
      } catch {
        throw DocumentIssue(error.clause, at: error.offset)
      }
      plain = scanner.offset
    }
    text.append(bytes[plain..<content.upperBound])
    return text
  }
}
