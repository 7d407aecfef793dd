#if Macros
  import struct PredicateSyntax.SourceRange
  import SwiftSyntax

  /// The statements that the compiler checks. `#sourceLocation` and blanks move a statement to the line and the column of the literal that it is
  /// about.
  struct CheckStatements {
    let literal: FormatLiteral
    private(set) var text = ""
    private(set) var count = 0
    /// The names of the constants without a position, by their values. The compiler checks each value once.
    private(set) var names: [String: String] = [:]

    /// Adds a constant with a new name, and returns the name. If `range` is given, the value is at this position of the format. Without a position, the
    /// name of an earlier constant with the same value is returned.
    mutating func constant(_ value: String, at range: SourceRange? = nil, behind call: String = "") -> String {
      if range == nil, let name = names[call + value] { return name }
      count += 1
      let name = "c\(count)"
      names[call + value] = name
      add("let \(name) = \(call)", value, at: range)
      // Uses the constant, because the compiler would warn about an unused one.
      text += "_ = \(name)\n"
      return name
    }

    /// Adds a statement in two lines. The second line begins at a position of the format. The dot before a member belongs to the first line: Swift
    /// permits no line break after a dot, and reports an error at the member.
    mutating func add(_ first: String, _ second: String, at range: SourceRange?) {
      guard let range else {
        text += first + second + "\n"
        return
      }
      let place = literal.place(at: Int(range.lowerBound))
      let blanks = String(repeating: " ", count: max(0, place.column - (second.first == "." ? 2 : 1)))
      // The directive sets the number of the next line. This is `first`, the line before the position.
      text += "#sourceLocation(file: \(literal.file), line: \(max(1, place.line - 1)))\n"
      text += "\(first)\n\(blanks)\(second)\n#sourceLocation()\n"
    }

    /// Adds an error for the compiler to report, at a place of the format or at its beginning.
    mutating func fail(_ message: String, at range: SourceRange?) {
      add("#error(", StringLiteralExprSyntax(content: message).description + ")", at: range ?? SourceRange(0, 0))
    }
  }
#endif
