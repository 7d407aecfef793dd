import PredicateTestSupport

/// Random patterns that an automaton runs, each with a text that matches or nearly matches.
struct RandomPattern {
  private(set) var random: SplitMix64

  /// Scalars in both patterns and texts, so that texts often match.
  private static let letters: [Unicode.Scalar] = [
    "a", "b", "b", "c", "A", "B", "k", "s", "1", "2", " ", "-", "_", "é", "日", "😀",
  ]
  /// Scalars with a special role for a class, the dot or a fold.
  private static let oddities: [Unicode.Scalar] = [
    "\n", "\r", "\u{0B}", "\u{0C}", "\u{0}", "\u{85}", "\u{A0}", "\u{2028}", "\u{2029}", "ß", "ſ", "\u{212A}", "ﬁ", "İ",
    "\u{301}", "\u{663}", "\u{FF11}", "\u{3000}", "\u{200D}", "\u{2014}", "É", "K", "S", "\t", "Ⓐ", "\u{1D7D9}",
  ]
  private static let near = "*+?{}()[]|\\^$.,-&:=!<>dwsbBQEpZzAi12a".unicodeScalars.map { $0 }

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  mutating func next() -> (pattern: String, text: String) {
    let (pattern, text) = alternatives(3)
    switch Int.random(in: 0..<12, using: &random) {
    case 0: return ("(?i)" + pattern, text)
    case 1: return ("(?s)" + pattern, text)
    case 2: return ("^" + pattern + "$", text)
    case 3: return (".*" + pattern + ".*", "a" + text + "b")
    default: return (pattern, text)
    }
  }

  /// The pattern with some scalars inserted, deleted or exchanged. It may no longer be valid, or may need ICU.
  mutating func spoiled(_ pattern: String) -> String {
    var scalars = Array(pattern.unicodeScalars)
    for _ in 0..<Int.random(in: 1...2, using: &random) {
      let place = Int.random(in: 0...scalars.count, using: &random)
      let scalar = pick(Self.near)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: scalars.insert(scalar, at: place)
      case 1 where place < scalars.count: scalars.remove(at: place)
      case _ where place < scalars.count: scalars[place] = scalar
      default: scalars.append(scalar)
      }
    }
    return string(scalars)
  }

  /// The text with some scalars inserted, deleted or exchanged.
  mutating func changed(_ text: String) -> String {
    var scalars = Array(text.unicodeScalars)
    for _ in 0..<Int.random(in: 1...2, using: &random) {
      let place = Int.random(in: 0...scalars.count, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0 where place < scalars.count: scalars.remove(at: place)
      case 1 where place < scalars.count: scalars[place] = anyScalar()
      default: scalars.insert(anyScalar(), at: place)
      }
    }
    return string(scalars)
  }

  /// A random text that was not made for a pattern.
  mutating func text() -> String {
    string((0..<Int.random(in: 0...8, using: &random)).map { _ in anyScalar() })
  }

  private mutating func anyScalar() -> Unicode.Scalar {
    Int.random(in: 0..<4, using: &random) == 0 ? pick(Self.oddities) : pick(Self.letters)
  }

  private mutating func alternatives(_ depth: Int) -> (String, String) {
    let parts = (0..<[1, 1, 1, 2, 3][Int.random(in: 0..<5, using: &random)]).map { _ in sequence(depth) }
    return (parts.map(\.0).joined(separator: "|"), pick(parts.map(\.1)))
  }

  private mutating func sequence(_ depth: Int) -> (String, String) {
    let parts = (0..<Int.random(in: 0...4, using: &random)).map { _ in item(depth) }
    return (parts.map(\.0).joined(), parts.map(\.1).joined())
  }

  private mutating func item(_ depth: Int) -> (String, String) {
    let (pattern, text) = atom(depth)
    if pattern == "^" || pattern == "$" || pattern.hasPrefix("\\A") || pattern.lowercased() == "\\z" {
      return (pattern, text)
    }
    let low = Int.random(in: 0...3, using: &random)
    let high = low + Int.random(in: 0...2, using: &random)
    let (mark, range): (String, ClosedRange<Int>) =
      switch Int.random(in: 0..<16, using: &random) {
      case 0: ("*", 0...3)
      case 1: ("+", 1...3)
      case 2: ("?", 0...1)
      case 3: ("{\(low)}", low...low)
      case 4: ("{\(low),}", low...low + 2)
      case 5: ("{\(low),\(high)}", low...high)
      default: ("", 1...1)
      }
    let lazy = mark.isEmpty || Int.random(in: 0..<4, using: &random) > 0 ? "" : "?"
    let count = Int.random(in: range, using: &random)
    return (pattern + mark + lazy, String(repeating: text, count: count))
  }

  private mutating func atom(_ depth: Int) -> (String, String) {
    switch Int.random(in: 0..<20, using: &random) {
    case 0...2 where depth > 0:
      let (pattern, text) = alternatives(depth - 1)
      return (Bool.random(using: &random) ? "(" + pattern + ")" : "(?:" + pattern + ")", text)
    case 3, 4: return (".", String(anyScalar()))
    case 5...7: return set()
    case 8: return pick([("\\d", "1"), ("\\w", "a"), ("\\s", " "), ("\\D", "a"), ("\\W", "-"), ("\\S", "b")])
    case 9: return pick([("\\.", "."), ("\\-", "-"), ("\\n", "\n"), ("\\r", "\r"), ("\\t", "\t"), ("\\\\", "\\")])
    case 10:
      return pick([
        ("^", ""), ("$", ""), ("$", "\n"), ("\\A", ""), ("\\z", ""), ("\\Z", "\r\n"), ("$\\n", "\n"),
        ("$\\r\\n", "\r\n"),
      ])
    case 11:
      let scalar = pick(Self.oddities.filter { $0 != "\0" })
      return (String(scalar), String(scalar))
    default:
      let scalar = pick(Self.letters)
      return (String(scalar), String(scalar))
    }
  }

  private mutating func set() -> (String, String) {
    var pattern = Int.random(in: 0..<4, using: &random) == 0 ? "[^" : "["
    var text = "a"
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let part = pick([
        ("a-c", "b"), ("A-Z", "Q"), ("0-9", "7"), ("b", "b"), ("\\d", "4"), ("\\w", "é"), ("\\s", "\t"), ("\\S", "x"),
        ("\\W", "!"), ("\\]", "]"), ("\\-", "-"), ("é", "é"), ("à-ü", "ç"), (".", "."), ("$", "$"), ("^", "^"),
        ("&", "&"),
        ("一-龥", "日"), ("\\\\", "\\"), ("+-/", "."), (" ", " "), ("😀-😂", "😁"), ("-", "-"),
      ])
      pattern += part.0
      text = part.1
    }
    if Int.random(in: 0..<6, using: &random) == 0 { pattern += "-" }
    return (pattern + "]", text)
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: elements.indices, using: &random)]
  }

  private func string(_ scalars: [Unicode.Scalar]) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }
}
