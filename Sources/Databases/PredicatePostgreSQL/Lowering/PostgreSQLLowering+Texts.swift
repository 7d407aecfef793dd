#if PostgreSQL
  import PredicateBinding
  import PredicateModel
  import PredicateSQL
  import PredicateSyntax
  import PredicateValues

  /// String tests.
  ///
  /// Without options they compare scalars, as the server's functions do under the collation "C". Folding differs between the language and the server,
  /// so the SQL is wider: ASCII texts are folded by `lower`, and all other texts are left to memory.
  extension PostgreSQLLowering {
    /// The reason why memory compares folded texts, as the subject of a sentence.
    private static let folding = "Ignoring case or accents in texts that are not ASCII"

    func match(
      _ match: CoreMatch, _ subject: CoreValue, _ pattern: CoreValue, _ words: String, _ planner: inout SQLPlanner
    ) throws(PredicateIssue) -> SQLForm {
      var (subject, folding) = (subject, StringFolding([]))
      switch match {
      case .like(let options): folding = StringFolding(options)
      case .regularExpression: return .none(words)
      case .prefix, .suffix, .contains:
        if case .fold(let operand, let options) = subject.node {
          (subject, folding) = (operand, StringFolding(options))
        }
      }
      guard isUTF8, let side = try operand(subject, &planner), side.isText,
        case .string(let text)? = pattern.constantValue
      else {
        return .none(words)
      }
      // Such a text never matches: texts of the server do not contain U+0000, and ASCII texts have no other scalars.
      let isOutside = text.unicodeScalars.contains("\0")
      let value = side.value.byScalars
      guard !folding.isIdentity else {
        if isOutside { return .exact(.falsehood) }
        return Self.test(match, value, text, column: side).map { .exact($0) } ?? .none(words)
      }
      let folded = match.isLike ? text : folding.fold(text)
      guard let pattern = match.isLike ? LikeText(folded, folding).pattern : folded else {
        return .wider(value.hasOthersThanASCII, Self.folding)
      }
      if isOutside || !pattern.utf8.allSatisfy({ $0 < 0x80 }) { return .wider(value.hasOthersThanASCII, Self.folding) }
      let lowered = folding.foldsCase ? value.lowered : value
      guard let test = Self.folded(match, lowered, pattern) else { return .none(words) }
      return .wider(.any([value.hasOthersThanASCII, test]), Self.folding)
    }

    /// A comparison of a text that ignores the differences of options. The constant is folded already.
    func equalsFolded(
      _ subject: CoreValue, _ constant: CoreValue, _ options: StringOptions, _ words: String,
      _ planner: inout SQLPlanner
    ) throws(PredicateIssue) -> SQLForm {
      guard isUTF8, let side = try operand(subject, &planner), side.isText,
        case .string(let text)? = constant.constantValue
      else {
        return .none(words)
      }
      let (value, folding) = (side.value.byScalars, StringFolding(options))
      guard text.utf8.allSatisfy({ $0 < 0x80 && $0 != 0 }) else {
        return .wider(value.hasOthersThanASCII, Self.folding)
      }
      let lowered = folding.foldsCase ? value.lowered : value
      let test = SQLExpression.compare(.equal, lowered, .parameter(.string(text)))
      return .wider(.any([value.hasOthersThanASCII, test]), Self.folding)
    }

    /// The length of a text in UTF-16: the number of its scalars, and once more those that take two units. Nil for every other value.
    func length(_ value: CoreValue, _ planner: inout SQLPlanner) throws(PredicateIssue) -> SQLExpression? {
      guard isUTF8, case .property(let subject, let name) = value.node, name.hasSameScalars(as: "length"),
        let side = try operand(subject, &planner), side.isText
      else { return nil }
      let text = side.value.byScalars
      return .written(
        """
        CASE WHEN octet_length(\(text)) = char_length(\(text)) THEN char_length(\(text)) ELSE char_length(\(text)) + \
        char_length(regexp_replace(\(text), '[^\\U00010000-\\U0010ffff]', '', 'g')) END
        """, type: .integer)
    }

    /// The number of bytes of data; nil for every other value.
    func byteCount(_ value: CoreValue, _ planner: inout SQLPlanner) throws(PredicateIssue) -> SQLExpression? {
      guard case .call(let definition, let arguments) = value.node, definition.isByteCount,
        let side = try operand(arguments[0], &planner), side.type == .data
      else { return nil }
      return .written("octet_length(\(side.expression))", type: .integer, mayBeNull: true)
    }

    private static func test(
      _ match: CoreMatch, _ value: SQLExpression, _ text: String, column: Operand
    ) -> SQLExpression? {
      switch match {
      case .prefix:
        // The operator ignores the collation, and can use an index with "C" or text_pattern_ops.
        let bare = column.column == .text && column.comparesBytes ? column.value.withoutCollation : value
        return .written("\(bare, .additive) ^@ \(parameter: .string(text))", .comparison, type: .condition)
      case .like: return LikeText(text, StringFolding([])).pattern.map { folded(match, value, $0) } ?? nil
      default: return folded(match, value, text)
      }
    }

    /// A string test of a value with a pattern that is folded already.
    private static func folded(_ match: CoreMatch, _ value: SQLExpression, _ text: String) -> SQLExpression? {
      switch match {
      case .prefix: .written("\(value, .additive) ^@ \(parameter: .string(text))", .comparison, type: .condition)
      case .suffix:
        .written(
          "right(\(value), \(String(text.unicodeScalars.count))) = \(parameter: .string(text))", .comparison,
          type: .condition)
      case .contains:
        .written("strpos(\(value), \(parameter: .string(text))) > 0", .comparison, type: .condition)
      case .like: .written("\(value, .additive) LIKE \(parameter: .string(text))", .comparison, type: .condition)
      case .regularExpression: nil
      }
    }
  }

  /// A pattern of LIKE in the server's syntax.
  private struct LikeText {
    /// The pattern with `%` and `_` as wildcards. Nil if folding gives scalars outside of ASCII.
    let pattern: String?

    init(_ text: String, _ folding: StringFolding) {
      var scalars = String.UnicodeScalarView()
      var literal = String.UnicodeScalarView()
      var isASCII = true
      func endLiteral() {
        for scalar in folding.fold(String(literal)).unicodeScalars {
          if !scalar.isASCII { isASCII = false }
          if scalar == "%" || scalar == "_" || scalar == "\\" { scalars.append("\\") }
          scalars.append(scalar)
        }
        literal = String.UnicodeScalarView()
      }
      var rest = text.unicodeScalars[...]
      while let scalar = rest.popFirst() {
        switch scalar {
        case "\\":
          if let next = rest.first, next == "*" || next == "?" || next == "\\" {
            literal.append(next)
            rest.removeFirst()
          } else {
            literal.append(scalar)
          }
        case "?", "*":
          endLiteral()
          scalars.append(scalar == "?" ? "_" : "%")
        default: literal.append(scalar)
        }
      }
      endLiteral()
      pattern = folding.isIdentity || isASCII ? String(scalars) : nil
    }
  }

  extension CoreMatch {
    fileprivate var isLike: Bool { if case .like = self { true } else { false } }
  }

  extension SQLExpression {
    /// A test whether a text has scalars outside of ASCII. In UTF-8 it then has more bytes than scalars.
    fileprivate var hasOthersThanASCII: SQLExpression {
      .written("octet_length(\(self)) <> char_length(\(self))", .comparison, type: .condition)
    }

    /// The text with ASCII letters in lower case, under the collation "C".
    fileprivate var lowered: SQLExpression { .written("lower(\(self))", type: .string) }
  }
#endif
