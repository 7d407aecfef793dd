#if Macros
  import SwiftSyntax
  import SwiftSyntaxMacros

  /// A string literal, read as a format. Escapes are replaced, and each interpolation becomes `%@`. The source position of each byte is kept.
  struct FormatLiteral {
    /// The source position of a byte of the format.
    struct Place {
      let line: Int
      /// The column in UTF-8 bytes, from 1.
      let column: Int
    }

    /// The text of the format.
    private(set) var text = ""
    /// The interpolations, each with the UTF-8 offset of its `%@`.
    private(set) var interpolations: [(offset: Int, expression: ExprSyntax, segment: Syntax)] = []
    /// The labelled interpolations, `\(key: name)` and `\(raw: text)`.
    private(set) var labelled: [Syntax] = []
    /// The path of the source file, as a literal.
    private(set) var file: ExprSyntax = "\"\""
    private var places: [Place] = []

    init(_ literal: StringLiteralExprSyntax, in context: some MacroExpansionContext) {
      let pounds = literal.openingPounds?.text.count ?? 0
      for segment in literal.segments {
        switch segment {
        case .stringSegment(let part):
          append(part.content.text, pounds, start: place(of: part, context))
        case .expressionSegment(let part):
          let start = place(of: part, context)
          if part.expressions.first?.label != nil { labelled.append(Syntax(part)) }
          if let expression = part.expressions.first?.expression {
            interpolations.append((text.utf8.count, expression, Syntax(part)))
          }
          append("%", start)
          append("@", start)
        }
      }
      places.append(place(of: literal.closingQuote, context))
    }

    /// The source position of an offset of the format.
    func place(at offset: Int) -> Place { places[min(max(offset, 0), places.count - 1)] }

    private mutating func place(of node: some SyntaxProtocol, _ context: some MacroExpansionContext) -> Place {
      let location = context.location(of: node, at: .afterLeadingTrivia, filePathMode: .filePath)
      file = location?.file ?? file
      func number(_ expression: ExprSyntax?) -> Int { expression.flatMap { Int($0.trimmedDescription) } ?? 1 }
      return Place(line: number(location?.line), column: number(location?.column))
    }

    private mutating func append(_ scalar: Unicode.Scalar, _ place: Place) {
      text.unicodeScalars.append(scalar)
      for _ in 0..<UTF8.width(scalar) { places.append(place) }
    }

    /// Appends a segment of the literal with its Swift escapes replaced: `\"`, `\u{e9}`. In `#"…"#` the escapes have number signs after the
    /// backslash. An escaped line break is left out.
    private mutating func append(_ source: String, _ pounds: Int, start: Place) {
      let signs = String(repeating: "#", count: pounds)
      var (rest, column) = (source.unicodeScalars[...], start.column)
      while !rest.isEmpty {
        var piece = rest.prefix(1)
        var value = String(piece)
        if rest.starts(with: "\\\(signs)".unicodeScalars), let letter = rest.dropFirst(pounds + 1).first {
          let end = letter == "u" ? rest.firstIndex(of: "}") : rest.index(rest.startIndex, offsetBy: pounds + 1)
          piece = rest[...(end ?? rest.startIndex)]
          let literal: ExprSyntax = "\(raw: signs)\"\(raw: String(piece))\"\(raw: signs)"
          value = literal.as(StringLiteralExprSyntax.self)?.representedLiteralValue ?? ""
        }
        for scalar in value.unicodeScalars { append(scalar, Place(line: start.line, column: column)) }
        column += String(piece).utf8.count
        rest = rest[piece.endIndex...]
      }
    }
  }
#endif
