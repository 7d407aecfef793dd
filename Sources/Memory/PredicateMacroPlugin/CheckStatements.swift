#if Macros
  import PredicateSyntax
  import SwiftSyntax

  /// The statements that the compiler checks. A statement with a place is moved there: `#sourceLocation` sets the line, blanks set the column.
  struct CheckStatements {
    let literal: FormatLiteral
    private(set) var text = ""
    private var count = 0

    init(literal: FormatLiteral) { self.literal = literal }

    /// A constant with a new name. Its value begins at a place of the format.
    mutating func constant(_ value: String, at offset: Int? = nil, behind call: String = "")
      -> String
    {
      count += 1
      let name = "c\(count)"
      add("let \(name) = \(call)", value, at: offset)
      // Uses the constant, because the compiler warns about unused ones.
      text += "_ = \(name)\n"
      return name
    }

    /// A statement in two lines. The second line begins at a place of the format. A dot of a member is written before the place, because Swift takes no line
    /// break behind one, and reports an error at the member.
    mutating func add(_ first: String, _ second: String, at offset: Int?) {
      guard let offset else {
        text += first + second + "\n"
        return
      }
      let place = literal.place(at: offset)
      let blanks = String(repeating: " ", count: max(0, place.column - (second.first == "." ? 2 : 1)))
      // The directive gives its number to the next line, which is the line before the place.
      text += "#sourceLocation(file: \(literal.file), line: \(max(1, place.line - 1)))\n"
      text += "\(first)\n\(blanks)\(second)\n#sourceLocation()\n"
    }

    /// Adds an error for the compiler to report.
    mutating func fail(_ issue: PredicateIssue) {
      add(
        "#error(", StringLiteralExprSyntax(content: issue.description).description + ")",
        at: issue.offset ?? 0)
    }

    /// Adds an error for the compiler to report at a place of the format.
    mutating func fail(_ message: String, at offset: Int) {
      add("#error(", StringLiteralExprSyntax(content: message).description + ")", at: offset)
    }
  }

  extension PredicateIssue {
    fileprivate var offset: Int? { range.map { Int($0.lowerBound) } }
  }
#endif
