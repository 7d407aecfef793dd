import PredicateValues

/// Reads YAML. Every byte of its texts has its offset in the file.
///
/// The reader knows block and flow collections, texts in every style, comments, several documents, tags, anchors and aliases. An alias shares the
/// value of its anchor. Each alias counts all values in it, so that a few lines of aliases cannot make millions of values. Keys are texts: `? key` is
/// refused.
package struct YAMLDocument: ByteCursor {
  package let bytes: [UInt8]
  package var position = 0
  /// The anchored values, and for each the number of values in it.
  private var anchors: [String: (node: DocumentNode, count: Int)] = [:]
  private var count = 0
  /// Whether a text with quotes in it that are not escaped is read up to the last quote of its line.
  private let isMending: Bool
  /// The first text with such quotes.
  private var flaw: DocumentIssue?

  private init(_ bytes: [UInt8], isMending: Bool = false) {
    self.bytes = bytes
    self.isMending = isMending
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  /// Reads the value of a file. If the file has several documents, the result is a list of their values.
  package static func read(_ bytes: [UInt8]) throws(DocumentIssue) -> DocumentNode {
    var document = YAMLDocument(bytes)
    return try document.read()
  }

  /// Reads a file whose texts may have quotes that are not escaped: `filter: "a == "b""`. Such a text ends at the last quote of its line. Returns the
  /// issue of the first such text; nil if there is none.
  ///
  /// - Throws: ``DocumentIssue`` if the file has another mistake, or if the quotes of a text do not show which of them belong to it.
  package static func readMended(
    _ bytes: [UInt8]
  ) throws(DocumentIssue) -> (node: DocumentNode, flaw: DocumentIssue?) {
    var document = YAMLDocument(bytes, isMending: true)
    return (try document.read(), document.flaw)
  }

  private mutating func read() throws(DocumentIssue) -> DocumentNode {
    var nodes: [DocumentNode] = []
    while try skipToContent(acrossMarkers: true) {
      let start = position
      nodes.append(try block(above: -1, depth: 0))
      if position == start { throw issue("expected a value") }
    }
    return nodes.count == 1 ? nodes[0] : .list(nodes)
  }

  func issue(_ message: String) -> DocumentIssue { DocumentIssue(message, at: position) }

  func byte(_ distance: Int) -> UInt8? { position + distance < bytes.count ? bytes[position + distance] : nil }

  static func isBreak(_ byte: UInt8?) -> Bool { byte == 0x0A || byte == 0x0D }

  static func isBlank(_ byte: UInt8?) -> Bool { byte == 0x20 || byte == 0x09 }

  static func isSpace(_ byte: UInt8?) -> Bool { byte == nil || isBlank(byte) || isBreak(byte) }

  /// Whether no value follows on the line.
  private var isAtLineEnd: Bool { byte == nil || Self.isBreak(byte) || byte == UInt8(ascii: "#") }

  /// The column of an offset: bytes from the beginning of its line.
  func column(_ offset: Int) -> Int {
    offset - (bytes[..<offset].lastIndex(where: { Self.isBreak($0) }).map { $0 + 1 } ?? 0)
  }

  mutating func skipBlanks() { while Self.isBlank(byte) { position += 1 } }

  package mutating func skipLine() { while let byte, !Self.isBreak(byte) { position += 1 } }

  /// Whether a document marker, `---` or `...`, is at the current position.
  private func isMarker() -> Bool {
    guard position == 0 || Self.isBreak(bytes[position - 1]) else { return false }
    let rest = bytes[position...]
    return (rest.starts(with: "---".utf8) || rest.starts(with: "...".utf8)) && Self.isSpace(byte(3))
  }

  /// Skips white space, comments and empty lines up to the next content; false at the end of the document.
  mutating func skipToContent(acrossMarkers: Bool = false) throws(DocumentIssue) -> Bool {
    while position < bytes.count {
      let lineStart = column(position) == 0
      if lineStart, isMarker() {
        if !acrossMarkers { return false }
        position += 3
        continue
      }
      if lineStart, acrossMarkers, byte == UInt8(ascii: "%") {
        skipLine()
        continue
      }
      switch byte {
      case 0x20: position += 1
      case 0x09:
        let indented = bytes[(position - column(position))..<position].allSatisfy { Self.isBlank($0) }
        if indented, !restIsBlank() { throw issue("a YAML line must be indented with spaces, found a tab") }
        position += 1
      case 0x0A, 0x0D: position += 1
      case UInt8(ascii: "#") where lineStart || Self.isSpace(bytes[position - 1]): skipLine()
      default: return true
      }
    }
    return false
  }

  private func restIsBlank() -> Bool {
    for byte in bytes[position...] {
      if Self.isBreak(byte) || byte == UInt8(ascii: "#") { return true }
      if !Self.isBlank(byte) { return false }
    }
    return true
  }

  private mutating func enter(_ depth: Int) throws(DocumentIssue) {
    guard depth < DocumentLimits.depth else {
      throw issue("values must not be nested more than \(DocumentLimits.depth) levels deep")
    }
    try count(1)
  }

  private mutating func count(_ more: Int) throws(DocumentIssue) {
    count += more
    guard count <= DocumentLimits.values else {
      throw issue("the document must not contain more than \(DocumentLimits.values) values, including repeated aliases")
    }
  }

  /// Reads the next value if it is to the right of the column `parent`; otherwise null.
  private mutating func block(above parent: Int, depth: Int) throws(DocumentIssue) -> DocumentNode {
    try enter(depth)
    guard try skipToContent(), column(position) > parent else { return .value(.null) }
    return try value(above: parent, depth: depth)
  }

  /// The value that begins at the current position.
  private mutating func value(above parent: Int, depth: Int) throws(DocumentIssue) -> DocumentNode {
    let before = count
    let anchor = try properties()
    let node = try isAtLineEnd ? block(above: parent, depth: depth + 1) : content(above: parent, depth: depth)
    if let anchor { anchors[anchor] = (node, count - before) }
    return node
  }

  private mutating func content(above parent: Int, depth: Int) throws(DocumentIssue) -> DocumentNode {
    switch byte {
    case UInt8(ascii: "*"), UInt8(ascii: "|"), UInt8(ascii: ">"): break
    case UInt8(ascii: "-") where Self.isSpace(byte(1)): return try sequence(column(position), depth)
    case UInt8(ascii: "?") where Self.isSpace(byte(1)): throw issue("a key cannot have several lines here")
    default: if keyEnd() != nil { return try mapping(column(position), depth) }
    }
    return try inlineValue(above: parent, depth)
  }

  /// Reads a value that begins on this line and is neither a block list nor a block table.
  private mutating func inlineValue(
    above parent: Int, inFlow: Bool = false, _ depth: Int
  ) throws(DocumentIssue) -> DocumentNode {
    switch byte {
    case UInt8(ascii: "["), UInt8(ascii: "{"): try flow(depth)
    case UInt8(ascii: "\""), UInt8(ascii: "'"): .text(try quotedText())
    case UInt8(ascii: "*"): try alias()
    case UInt8(ascii: "|") where !inFlow, UInt8(ascii: ">") where !inFlow: .text(try blockText(above: parent))
    default: .plain(plainText(above: parent, inFlow: inFlow))
    }
  }

  /// Skips tags and an anchor before a value, and returns the anchor's name.
  private mutating func properties() throws(DocumentIssue) -> String? {
    var anchor: String?
    while let byte, byte == UInt8(ascii: "!") || byte == UInt8(ascii: "&") {
      let start = position + 1
      while !Self.isSpace(self.byte) { position += 1 }
      if byte == UInt8(ascii: "&") {
        let name = String(decoding: bytes[min(start, position)..<position], as: UTF8.self)
        anchor = name
        // An alias inside the value of its own anchor would make an endless value. So it reads as null.
        anchors[name] = anchors[name] ?? (.value(.null), 1)
      }
      skipBlanks()
    }
    return anchor
  }

  private mutating func alias() throws(DocumentIssue) -> DocumentNode {
    let start = position + 1
    position += 1
    while !Self.isSpace(byte), let byte, !",]}".utf8.contains(byte) { position += 1 }
    guard let anchor = anchors[String(decoding: bytes[start..<position], as: UTF8.self)] else {
      throw DocumentIssue("no anchor has this name", at: start - 1)
    }
    try count(max(1, anchor.count))
    return anchor.node
  }

  private mutating func sequence(_ column: Int, _ depth: Int) throws(DocumentIssue) -> DocumentNode {
    var elements: [DocumentNode] = []
    while byte == UInt8(ascii: "-"), Self.isSpace(byte(1)), self.column(position) == column {
      position += 1
      skipBlanks()
      if isAtLineEnd {
        elements.append(try block(above: column, depth: depth + 1))
      } else {
        try enter(depth + 1)
        elements.append(try value(above: column, depth: depth + 1))
      }
      guard try skipToContent() else { break }
    }
    return .list(elements)
  }

  /// The place of a key's colon, if a key begins at the current position.
  private func keyEnd() -> Int? {
    func isColon(_ index: Int) -> Bool {
      let next = index + 1 < bytes.count ? bytes[index + 1] : nil
      return index < bytes.count && bytes[index] == UInt8(ascii: ":") && Self.isSpace(next)
    }
    var index = position
    if let quote = byte, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      index += 1
      while index < bytes.count, bytes[index] != quote, !Self.isBreak(bytes[index]) {
        index += bytes[index] == UInt8(ascii: "\\") && quote == UInt8(ascii: "\"") ? 2 : 1
      }
      index += 1
      while index < bytes.count, Self.isBlank(bytes[index]) { index += 1 }
      return isColon(index) ? index : nil
    }
    if let byte, "[{".utf8.contains(byte) { return nil }
    while index < bytes.count, !Self.isBreak(bytes[index]) {
      if isColon(index) { return index }
      if bytes[index] == UInt8(ascii: "#"), index > position, Self.isBlank(bytes[index - 1]) { return nil }
      index += 1
    }
    return nil
  }

  private mutating func mapping(_ column: Int, _ depth: Int) throws(DocumentIssue) -> DocumentNode {
    var members: [DocumentMember] = []
    while self.column(position) == column, let end = keyEnd() {
      let key = try key(until: end)
      position = end + 1
      skipBlanks()
      members.append(DocumentMember(key: key, value: try member(column, depth + 1)))
      guard try skipToContent() else { break }
      if self.column(position) > column {
        throw issue(
          byte(0) == UInt8(ascii: ":")
            ? "a text that contains a colon and a space must be in quotes"
            : "this line must not be indented further than its key")
      }
    }
    return .table(members)
  }

  private mutating func key(until end: Int) throws(DocumentIssue) -> String {
    if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { return try quotedText().text }
    var last = end
    while last > position, Self.isBlank(bytes[last - 1]) { last -= 1 }
    return String(decoding: bytes[position..<last], as: UTF8.self)
  }

  /// The value after a key's colon: on the same line, or on the next ones. A list may begin in the key's column.
  private mutating func member(_ column: Int, _ depth: Int) throws(DocumentIssue) -> DocumentNode {
    try enter(depth)
    let before = count
    let anchor = try properties()
    let node: DocumentNode
    if isAtLineEnd {
      let missing = DocumentNode.plain(MappedText(emptyAt: position))
      guard try skipToContent() else { return missing }
      let isList = byte == UInt8(ascii: "-") && Self.isSpace(byte(1))
      guard self.column(position) > column || isList && self.column(position) == column else { return missing }
      node = try value(above: isList ? column - 1 : column, depth: depth)
    } else {
      let start = position
      let value = try inlineValue(above: column, depth)
      node = try withInnerQuotes(from: start).map { .text($0) } ?? value
    }
    if let anchor { anchors[anchor] = (node, count - before) }
    return node
  }

  /// The text from a quote to the last quote of its line, if the text that was read ends before that quote: `"a == "b""`. Nil for another value, and
  /// for several texts: `"a", "b"`.
  private mutating func withInnerQuotes(from start: Int) throws(DocumentIssue) -> MappedText? {
    let quote = bytes[start]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"), bytes[position - 1] == quote else { return nil }
    let inner = position - 1
    let line = bytes[position...].prefix { !Self.isBreak($0) }
    // A text inside of the text begins directly after its quote.
    guard let next = line.first, !" \t,=<>!+-*/&|:#".utf8.contains(next), let end = line.lastIndex(of: quote) else {
      return nil
    }
    // Only a comment may follow a last quote. The comment may have quotes, too.
    let ends = line.indices.filter { index in
      guard line[index] == quote else { return false }
      let rest = line[(index + 1)...]
      let next = rest.first { !Self.isBlank($0) }
      return next == nil || next == UInt8(ascii: "#") && Self.isBlank(rest.first)
    }
    guard ends.last == end else { return nil }
    let issue = DocumentIssue(
      quote == UInt8(ascii: "'")
        ? "in a text in single quotes, a single quote must be written twice"
        : "in a text in double quotes, a double quote must be written as \\\", or the text must be in single quotes",
      at: inner)
    guard isMending, ends.count == 1, let text = try mendedText(in: (start + 1)..<end, quote) else { throw issue }
    flaw = flaw ?? issue
    position = end + 1
    return text
  }

  private mutating func flow(_ depth: Int) throws(DocumentIssue) -> DocumentNode {
    try enter(depth)
    let isTable = byte == UInt8(ascii: "{")
    let end = UInt8(ascii: isTable ? "}" : "]")
    let start = position
    position += 1
    var elements: [DocumentNode] = []
    var members: [DocumentMember] = []
    while true {
      skipFlowSpace()
      guard let byte else {
        throw DocumentIssue("the closing bracket of the list or the dictionary is missing", at: start)
      }
      if byte == end { break }
      if byte == UInt8(ascii: ",") {
        position += 1
        continue
      }
      let before = position
      let node = try flowValue(depth + 1)
      skipFlowSpace()
      if isTable, self.byte == UInt8(ascii: ":"), let key = node.text {
        position += 1
        // A key does not count as a value.
        count -= 1
        skipFlowSpace()
        let isMissing = self.byte == end || self.byte == UInt8(ascii: ",")
        members.append(DocumentMember(key: key.text, value: isMissing ? .value(.null) : try flowValue(depth + 1)))
      } else {
        elements.append(node)
      }
      if position == before { throw issue("expected a value") }
    }
    position += 1
    return isTable ? .table(members) : .list(elements)
  }

  private mutating func skipFlowSpace() {
    while let byte {
      if byte == UInt8(ascii: "#"), position > 0, Self.isSpace(bytes[position - 1]) {
        skipLine()
      } else if Self.isSpace(byte) {
        position += 1
      } else {
        return
      }
    }
  }

  private mutating func flowValue(_ depth: Int) throws(DocumentIssue) -> DocumentNode {
    let before = count
    let anchor = try properties()
    // Lists, tables and aliases count their own values.
    if byte.map({ !"[{*".utf8.contains($0) }) ?? true { try count(1) }
    let node = try inlineValue(above: -1, inFlow: true, depth)
    if let anchor { anchors[anchor] = (node, count - before) }
    return node
  }
}
