import PredicateDocuments

/// The code around a part of a source, with blanks instead of its comments and literals. So a search for a word or a bracket finds only code.
///
/// ```swift
/// check("(a") // no (
/// check(    )          the code
/// ```
struct BlankedSource {
  /// The lines around the part.
  let code: [UInt8]
  /// The range of the part in the code.
  let part: Range<Int>
  /// The comments that may be about the part: one in the rest of its line, and one that is alone on the line before.
  private(set) var comments: [String] = []

  /// Reads at most `reach` bytes before the part and after it.
  init(around part: Range<Int>, reach: Int, in bytes: [UInt8], hasHashComments: Bool) {
    let first = max(part.lowerBound - reach, 0)
    // Reading begins with a whole line, because a line may begin within a literal.
    let line = first == 0 ? nil : bytes[first..<part.lowerBound].firstIndex(of: 0x0A)
    let start = line.map { $0 + 1 } ?? first
    var reader = SourceBlanker(Array(bytes[start..<min(part.upperBound + reach, bytes.count)]), hasHashComments)
    reader.run()
    let part = part.lowerBound - start..<part.upperBound - start
    code = reader.code
    self.part = part
    comments = reader.comments.filter { comment in
      if comment.lowerBound >= part.upperBound { return !code[part.upperBound..<comment.lowerBound].contains(0x0A) }
      guard comment.upperBound <= part.lowerBound,
        code[comment.upperBound..<part.lowerBound].count(where: { $0 == 0x0A }) == 1
      else { return false }
      return code[..<comment.lowerBound].reversed().prefix { $0 != 0x0A }.allSatisfy { $0 == 0x20 || $0 == 0x09 }
    }.map { String(decoding: reader.bytes[$0], as: UTF8.self) }
  }
}

/// Writes blanks over the comments and literals of a source.
private struct SourceBlanker: CodeCursor {
  let bytes: [UInt8]
  let hasHashComments: Bool
  var position = 0
  private(set) var code: [UInt8]
  private(set) var comments: [Range<Int>] = []

  init(_ bytes: [UInt8], _ hasHashComments: Bool) {
    self.bytes = bytes
    self.hasHashComments = hasHashComments
    code = bytes
  }

  mutating func run() {
    while position < bytes.count {
      let start = position
      if !skipNoCode() {
        position += 1
        continue
      }
      for index in start..<position where code[index] != 0x0A { code[index] = 0x20 }
    }
  }

  mutating func skipNoCode() -> Bool {
    let start = position
    if hasHashComments ? has("#") : has("//") {
      skipLine()
    } else if !hasHashComments, has("/*") {
      position = bytes.offset(of: Array("*/".utf8), from: position + 2).map { $0 + 2 } ?? bytes.count
    } else {
      return skipLiteral()
    }
    comments.append(start..<position)
    return true
  }

  /// Skips a literal. A quote without a closing quote in its line, such as an apostrophe, begins none.
  private mutating func skipLiteral() -> Bool {
    guard let quote = byte, "\"'`".utf8.contains(quote) else { return false }
    let isTriple = bytes[position...].starts(with: [quote, quote, quote])
    let end = [UInt8](repeating: quote, count: isTriple ? 3 : 1)
    let spansLines = isTriple || quote == UInt8(ascii: "`")
    var index = position + end.count
    while index < bytes.count, spansLines || bytes[index] != 0x0A {
      if bytes[index...].starts(with: end) {
        position = index + end.count
        return true
      }
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return false
  }
}
