/// Reads the subset of ICU's pattern syntax for which an automaton gives ICU's results.
///
/// The subset is: literals, escaped punctuation, `\n \r \t \f`, `.`, `\d \w \s` and their opposites, classes of scalars, ranges and these escapes,
/// groups `( )` and `(?: )`, `|`, `* + ? {m} {m,} {m,n}` greedy or lazy, `^ $ \A \z \Z`, and `(?i)` and `(?s)` at the start. Other patterns are
/// refused, valid or not. ICU accepts every pattern that this parser accepts.
struct PatternParser {
  private let pattern: [Unicode.Scalar]
  private var position = 0
  private var ignoresCase: Bool
  private var dot = ScalarClass.dot
  private var depth = 0

  /// The deepest nesting of groups.
  private static let depthLimit = 32
  /// The largest count of a repetition.
  private static let countLimit = 1000

  private init(_ pattern: String, ignoresCase: Bool) {
    self.pattern = Array(pattern.unicodeScalars)
    self.ignoresCase = ignoresCase
  }

  /// The tree of a pattern; nil if ICU has to read it.
  static func parse(_ pattern: String, ignoresCase: Bool) -> PatternNode? {
    var parser = PatternParser(pattern, ignoresCase: ignoresCase)
    if parser.pattern.isEmpty { return nil }
    parser.readFlags()
    guard let node = parser.alternatives(), parser.next == nil else { return nil }
    return node
  }

  private var next: Unicode.Scalar? { position < pattern.count ? pattern[position] : nil }

  private mutating func take(_ text: String) -> Bool {
    let scalars = text.unicodeScalars
    guard pattern[position...].starts(with: scalars) else { return false }
    position += scalars.count
    return true
  }

  /// `(?i)`, `(?s)`, `(?is)`, `(?si)` at the start.
  private mutating func readFlags() {
    for (flags, i, s) in [("(?i)", true, false), ("(?s)", false, true), ("(?is)", true, true), ("(?si)", true, true)]
    where take(flags) {
      if i { ignoresCase = true }
      if s { dot = .anything }
      return
    }
  }

  private mutating func alternatives() -> PatternNode? {
    var parts: [PatternNode] = []
    repeat {
      guard let part = sequence() else { return nil }
      parts.append(part)
    } while take("|")
    return parts.count == 1 ? parts[0] : .alternatives(parts)
  }

  private mutating func sequence() -> PatternNode? {
    var parts: [PatternNode] = []
    while let scalar = next, scalar != "|", scalar != ")" {
      guard let part = item() else { return nil }
      parts.append(part)
    }
    return parts.isEmpty ? .empty : parts.count == 1 ? parts[0] : .sequence(parts)
  }

  /// One item and the repetition after it.
  private mutating func item() -> PatternNode? {
    guard let item = atom() else { return nil }
    guard let scalar = next, "*+?{".unicodeScalars.contains(scalar) else { return item }
    switch item {
    case .start, .end: return nil
    default: break
    }
    guard let (atLeast, atMost) = counts() else { return nil }
    // A lazy repetition is read like a greedy one, because both match the same whole texts. A possessive one is refused. So are two repetitions in a
    // row, which ICU reads in its own way.
    _ = take("?")
    if let scalar = next, "*+?{".unicodeScalars.contains(scalar) { return nil }
    return .repeated(item, atLeast: atLeast, atMost: atMost)
  }

  private mutating func counts() -> (Int, Int?)? {
    if take("*") { return (0, nil) }
    if take("+") { return (1, nil) }
    if take("?") { return (0, 1) }
    guard take("{"), let low = number() else { return nil }
    if take("}") { return (low, low) }
    guard take(",") else { return nil }
    if take("}") { return (low, nil) }
    guard let high = number(), low <= high, take("}") else { return nil }
    return (low, high)
  }

  private mutating func number() -> Int? {
    var value: Int?
    while let digit = next, ("0"..."9").contains(digit) {
      value = (value ?? 0) * 10 + Int(digit.value - 0x30)
      if let value, value > Self.countLimit { return nil }
      position += 1
    }
    return value
  }

  private mutating func atom() -> PatternNode? {
    guard let scalar = next else { return nil }
    switch scalar {
    case "(": return group()
    case "[":
      position += 1
      return set().map { .scalar($0) }
    case "\\": return escaped()
    case ".":
      position += 1
      return .scalar(dot)
    case "^":
      position += 1
      return .start
    case "$":
      position += 1
      return .end(beforeBreak: true)
    case "*", "+", "?", "{", "}", "]", ")", "|": return nil
    default:
      position += 1
      return literal(scalar).map { .scalar($0) }
    }
  }

  private mutating func group() -> PatternNode? {
    if !take("(?:") {
      position += 1
      if next == "?" || next == "*" { return nil }
    }
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.depthLimit, let node = alternatives(), take(")") else { return nil }
    // The sequence marks the node as a group. An anchor in a group may be repeated; an anchor without a group may not.
    return .sequence([node])
  }

  private mutating func escaped() -> PatternNode? {
    position += 1
    guard let scalar = next else { return nil }
    switch scalar {
    case "A":
      position += 1
      return .start
    case "z", "Z":
      position += 1
      return .end(beforeBreak: scalar == "Z")
    default:
      if let named = namedClass() { return .scalar(named) }
      return escapedScalar().flatMap(literal).map { .scalar($0) }
    }
  }

  /// `d`, `w`, `s` and their opposites, after the backslash.
  private mutating func namedClass() -> ScalarClass? {
    let found: ScalarClass
    switch next {
    case "d": found = .digits
    case "D": found = .digits.inverted
    case "w": found = .wordScalars
    case "W": found = .wordScalars.inverted
    case "s": found = .spaces
    case "S": found = .spaces.inverted
    default: return nil
    }
    position += 1
    return found
  }

  /// An escaped scalar, after the backslash.
  private mutating func escapedScalar() -> Unicode.Scalar? {
    guard let scalar = next else { return nil }
    position += 1
    switch scalar {
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "f": return "\u{0C}"
    case "!"..."/", ":"..."@", "["..."`", "{"..."~", " ": return scalar
    default: return nil
    }
  }

  /// A literal scalar. Case is ignored for ASCII letters only.
  private func literal(_ scalar: Unicode.Scalar) -> ScalarClass? {
    if scalar.value == 0 || (ignoresCase && scalar.value >= 0x80) { return nil }
    let single = ScalarClass(scalar.value)
    return ignoresCase ? single.ignoringCase : single
  }

  // The text between brackets, where a hyphen, an ampersand and a bracket may be operators.

  private mutating func set() -> ScalarClass? {
    let isInverted = take("^")
    if next == "]" || next == ":" { return nil }
    var ranges: [ClosedRange<UInt32>] = []
    var named: ScalarClass?
    while let scalar = next, scalar != "]" {
      if take("-") || take("&") {
        // A single hyphen or ampersand is a literal.
        if next == "-" || next == "&" || next == "[" { return nil }
        ranges.append(scalar.value...scalar.value)
        continue
      }
      if scalar == "\\" {
        position += 1
        if let found = namedClass() {
          named = named?.union(found) ?? found
          continue
        }
        position -= 1
      }
      guard let range = setRange() else { return nil }
      ranges.append(range)
    }
    guard take("]") else { return nil }
    var result = ScalarClass(ScalarSet(ranges))
    if let named { result = result.union(named) }
    if ignoresCase { result = result.ignoringCase }
    return isInverted ? result.inverted : result
  }

  /// A scalar, or a range: two scalars with a hyphen between them.
  private mutating func setRange() -> ClosedRange<UInt32>? {
    guard let low = setScalar() else { return nil }
    guard next == "-", position + 1 < pattern.count, pattern[position + 1] != "]" else { return low...low }
    position += 1
    guard let high = setScalar(), low <= high else { return nil }
    return low...high
  }

  private mutating func setScalar() -> UInt32? {
    guard let scalar = next else { return nil }
    position += 1
    switch scalar {
    case "\\":
      guard let escaped = escapedScalar() else { return nil }
      return ignoresCase && escaped.value >= 0x80 ? nil : escaped.value
    case "[", "]", "-", "&": return nil
    default: return scalar.value == 0 || (ignoresCase && scalar.value >= 0x80) ? nil : scalar.value
    }
  }
}

/// The tree of a regular expression, for an automaton: the texts that it matches, not the order of attempts.
indirect enum PatternNode: Sendable {
  case empty
  case scalar(ScalarClass)
  case sequence([PatternNode])
  case alternatives([PatternNode])
  /// A repeated part. A nil `atMost` means no upper bound.
  case repeated(PatternNode, atLeast: Int, atMost: Int?)
  case start
  /// The end of the text. If `beforeBreak` is true, the position before a line break at the end of the text matches too.
  case end(beforeBreak: Bool)
}
