/// A regular expression in the syntax that tree-sitter's lexer accepts: classes, groups, alternatives and repetitions. There is no lookahead, no
/// lookbehind, and no references to groups.
indirect enum TokenPattern {
  case scalar(ScalarSet)
  case sequence([TokenPattern])
  case choice([TokenPattern])
  /// Exactly `from` times, or at least `from` times if it is endless.
  case repetition(TokenPattern, from: Int, isEndless: Bool)

  /// The text is not an accepted expression.
  struct Refused: Error {
    let pattern: String
    let offset: Int
  }

  /// - Throws: ``Refused`` for syntax that tree-sitter's lexer does not accept.
  init(_ text: String) throws {
    var reader = Reader(text: text)
    self = try reader.choice()
    if reader.offset < reader.scalars.count { throw reader.refused }
  }

  /// The upper-case word that a pattern of single letters matches: `AND` for `[Aa][Nn][Dd]`; nil for another pattern.
  var word: String? {
    guard case .sequence(let parts) = self else { return nil }
    var word = ""
    for part in parts {
      guard case .scalar(let set) = part, let first = set.ranges.first, !set.isNegated else { return nil }
      word.unicodeScalars.append(first.lowerBound)
    }
    return word
  }

  private struct Reader {
    let text: String
    let scalars: [Unicode.Scalar]
    var offset = 0

    init(text: String) {
      self.text = text
      scalars = Array(text.unicodeScalars)
    }

    var refused: Refused { Refused(pattern: text, offset: offset) }

    private var next: Unicode.Scalar? { offset < scalars.count ? scalars[offset] : nil }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
      guard next == scalar else { return false }
      offset += 1
      return true
    }

    mutating func choice() throws -> TokenPattern {
      var options = [try sequence()]
      while take("|") { options.append(try sequence()) }
      return options.count == 1 ? options[0] : .choice(options)
    }

    private mutating func sequence() throws -> TokenPattern {
      var parts: [TokenPattern] = []
      while let scalar = next, scalar != "|", scalar != ")" { parts.append(try repeated(try atom())) }
      return .sequence(parts)
    }

    private mutating func repeated(_ pattern: TokenPattern) throws -> TokenPattern {
      if take("*") { return .repetition(pattern, from: 0, isEndless: true) }
      if take("+") { return .repetition(pattern, from: 1, isEndless: true) }
      if take("?") { return .choice([pattern, .sequence([])]) }
      guard take("{") else { return pattern }
      guard let digit = next.flatMap({ Int(String($0)) }) else { throw refused }
      offset += 1
      guard take("}") else { throw refused }
      return .repetition(pattern, from: digit, isEndless: false)
    }

    private mutating func atom() throws -> TokenPattern {
      guard let scalar = next else { throw refused }
      offset += 1
      switch scalar {
      case "(":
        if next == "?" { throw refused }
        let inner = try choice()
        guard take(")") else { throw refused }
        return inner
      case "[": return .scalar(try set())
      case "\\": return .scalar(try escape())
      case ".", "^", "$", "*", "+", "?", "{", "}", "]": throw refused
      default: return .scalar(ScalarSet(ranges: [scalar...scalar]))
      }
    }

    private mutating func set() throws -> ScalarSet {
      var set = ScalarSet()
      set.isNegated = take("^")
      while !take("]") {
        let lower = try member()
        set.properties += lower.properties
        guard let first = lower.ranges.first else { continue }
        if next == "-", offset + 1 < scalars.count, scalars[offset + 1] != "]" {
          offset += 1
          guard let last = try member().ranges.first, first.lowerBound <= last.lowerBound else { throw refused }
          set.ranges.append(first.lowerBound...last.lowerBound)
        } else {
          set.ranges.append(first)
        }
      }
      return set
    }

    /// One scalar or a property in a class. The signs of set operations are refused, which not every reader takes.
    private mutating func member() throws -> ScalarSet {
      guard let scalar = next, scalar != "[", scalar != "&", scalar != "~" else { throw refused }
      offset += 1
      return scalar == "\\" ? try escape() : ScalarSet(ranges: [scalar...scalar])
    }

    /// The characters of an escape. References to groups and boundaries of words are refused.
    private mutating func escape() throws -> ScalarSet {
      guard let scalar = next else { throw refused }
      offset += 1
      switch scalar {
      case "t": return ScalarSet(ranges: ["\t"..."\t"])
      case "n": return ScalarSet(ranges: ["\n"..."\n"])
      case "r": return ScalarSet(ranges: ["\r"..."\r"])
      case "p":
        guard take("{") else { throw refused }
        let name = String(String.UnicodeScalarView(scalars[offset...].prefix { $0 != "}" }))
        guard let property = ScalarSet.Property(rawValue: name) else { throw refused }
        offset += name.unicodeScalars.count + 1
        return ScalarSet(properties: [property])
      default:
        if scalar.properties.isAlphabetic || scalar.properties.numericType != nil { throw refused }
        return ScalarSet(ranges: [scalar...scalar])
      }
    }
  }
}
