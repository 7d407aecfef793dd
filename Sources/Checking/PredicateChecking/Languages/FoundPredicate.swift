import PredicateDocuments
import PredicateSyntax

/// A predicate that was found in a file.
public struct FoundPredicate: Sendable {
  /// The kinds of a found text: a condition or a value.
  public enum Form: Sendable, Hashable {
    /// `year > 1990`.
    case condition
    /// `price * 1.19`.
    case value
  }

  /// The text with its places in the file.
  public private(set) var text: MappedText
  /// The path in the document: `conditional_items[0].condition`; nil if line and column identify the predicate.
  public let path: String?
  /// Whether the text is a condition or a value.
  public let form: Form
  /// Issues that come from the surrounding file, not from the predicate.
  private(set) var spoilt: [PredicateIssue]
  /// Whether the text is only known when the program runs. Then only ``spoilt`` is reported.
  package let isMadeAtRunTime: Bool
  /// Whether the surrounding program passes arguments for specifiers such as `%@`.
  let takesArguments: Bool
  /// The parts that a script or a program replaces: `$NAME`, `\(name)`. Their values are unknown.
  private(set) var replaced: [Range<Int>]
  /// The replaced parts outside of quotes. Each may be any part of a predicate: a value, a key, an operator, several conditions.
  /// A text with more than 1,000 replaced parts is unknown as a whole. Linear, apart from sorting.
  var unknown: [Range<Int>] {
    if replaced.count > Self.mostReplaced { return [0..<text.text.utf8.count] }
    return TextQuotes.outside(of: text.text, replaced)
  }
  /// The greatest number of replaced parts of a text that is checked.
  private static let mostReplaced = 1_000
  /// The offsets in the text where the shell removed a double quote.
  let lostQuotes: Set<Int>
  /// Whether the file contains the predicate in Base64, so that findings show the decoded text.
  let isEncoded: Bool
  /// The values that the file assigns to the names that the consumer replaces: `%NAME%`.
  var inputs: [String: String] = [:]
  /// How the program uses the predicate; nil for a language in which this is not found out.
  var use: PredicateUse?
  /// The profile's place whose call contains the predicate: `NSPredicate(format:)`, `predicateWithFormat:`; nil in files that are not sources.
  var call: String?
  /// Whether a store may run the predicate. Findings about stores do not apply to a predicate that filters in memory.
  var isOfFetch: Bool {
    !(use?.isInMemory ?? false) && !(takesArguments && text.text.uppercased().hasPrefix("SELF MATCHES"))
  }
  /// The additions to the language that the consumer has only at the place of the predicate.
  var syntax: Set<ConsumerSyntax> = []
  /// Whether a program replaces names such as `%NAME%` at the predicate's place, although the consumer does not have them elsewhere.
  package var hasPercentNames: Bool { syntax.contains(.percentNames) }
  /// Whether the program evaluates the predicate with its own object, so that the consumer's keys do not apply.
  var isOfOtherObject = false
  /// Whether the predicate is on a page or in a documentation comment, which may explain names and mistakes.
  private(set) var isOnPage = false
  /// Whether the file sets variables of predicates, as `withSubstitutionVariables(_:)` does.
  var setsVariables = false

  init(
    _ text: MappedText, path: String? = nil, form: Form = .condition, spoilt: [PredicateIssue] = [],
    isMadeAtRunTime: Bool = false, takesArguments: Bool = false, replaced: [Range<Int>] = [],
    lostQuotes: Set<Int> = [], isEncoded: Bool = false
  ) {
    self.text = text
    self.path = path
    self.form = form
    self.spoilt = spoilt
    self.isMadeAtRunTime = isMadeAtRunTime
    self.takesArguments = takesArguments
    self.replaced = replaced
    self.lostQuotes = lostQuotes
    self.isEncoded = isEncoded
  }

  /// The predicate in the arguments of a command that a program starts. The program may insert values into it.
  init(commandOf literal: SourceLiteral) {
    self.init(literal.text, replaced: literal.interpolations.map(\.range))
  }

  /// The predicate of an embedded file, with its places in the outer file. `parts` are the parts of the embedded text that the outer program replaces, and `quotes` the offsets in it where
  /// the outer shell removed a double quote.
  func placed(
    in outer: MappedText?, at outerPath: String? = nil, replaced parts: [Range<Int>] = [],
    lostQuotes quotes: Set<Int> = [], isEncoded: Bool = false
  ) -> FoundPredicate {
    let whole = text.place(of: SourceRange(0, text.text.utf8.count))
    let inside = parts.filter { $0.lowerBound < Int(whole.upperBound) && $0.upperBound > Int(whole.lowerBound) }
      .map { text.offset(of: $0.lowerBound)..<max(text.offset(of: $0.upperBound), text.offset(of: $0.lowerBound)) }
    var placed = FoundPredicate(
      outer.map { text.placed(in: $0) } ?? text,
      path: [outerPath, path].compactMap { $0 }.joined(separator: " > ").nonEmpty, form: form,
      spoilt: spoilt,
      isMadeAtRunTime: isMadeAtRunTime, takesArguments: takesArguments, replaced: replaced + inside,
      lostQuotes: lostQuotes.union(
        quotes.filter { $0 >= Int(whole.lowerBound) && $0 < Int(whole.upperBound) }.map { text.offset(of: $0) }),
      isEncoded: self.isEncoded || isEncoded)
    placed.inputs = inputs
    placed.use = use
    placed.call = call
    placed.syntax = syntax
    placed.isOfOtherObject = isOfOtherObject
    placed.setsVariables = setsVariables
    placed.isOnPage = isOnPage
    return placed
  }

  /// Whether a part of the text is known, so that the predicate was read.
  var isRead: Bool {
    if !spoilt.isEmpty { return true }
    if isMadeAtRunTime { return false }
    if replaced.isEmpty { return true }
    if replaced.count > Self.mostReplaced { return false }
    let parts = replaced.sorted { $0.lowerBound < $1.lowerBound }
    var part = 0
    var end = 0
    return text.text.utf8.enumerated().contains { offset, byte in
      while part < parts.count, parts[part].lowerBound <= offset {
        end = max(end, parts[part].upperBound)
        part += 1
      }
      return offset >= end && !" \t\r\n()".utf8.contains(byte)
    }
  }

  /// The predicate with more replaced parts, by their places in the file.
  func withReplaced(_ places: [Range<Int>]) -> FoundPredicate {
    let whole = text.place(of: SourceRange(0, text.text.utf8.count))
    var found = self
    found.replaced += places.filter { $0.lowerBound < Int(whole.upperBound) && $0.upperBound > Int(whole.lowerBound) }
      .map { text.offset(of: $0.lowerBound)..<max(text.offset(of: $0.upperBound), text.offset(of: $0.lowerBound)) }
    return found
  }

  /// Whether a part of the text has `_` for a value that the program inserts. An edit of it would write the `_` into the file.
  func standsForValue(in range: SourceRange) -> Bool {
    let bytes = Array(text.text.utf8)
    return replaced.contains { part in
      part.lowerBound < Int(range.upperBound) && part.upperBound > Int(range.lowerBound)
        && bytes[part].elementsEqual("_".utf8)
    }
  }

  /// The predicate with the gaps of templates as replaced parts: `{{ name }}`, `<%= name %>`, `<#name#>` of Xcode.
  var withoutTemplates: FoundPredicate { withReplaced(parts: TextQuotes.templateGaps) }

  /// The predicate as one of a page. A value may be a name in braces, for which the reader writes another value: `name == {name}`.
  var onPage: FoundPredicate {
    var found = withReplaced(parts: TextQuotes.namesInBraces)
    found.isOnPage = true
    return found
  }

  /// The predicate with `%s` as replaced parts, which a program fills.
  var withoutSpecifiers: FoundPredicate { takesArguments ? self : withReplaced(parts: TextQuotes.specifierGaps) }

  /// The predicate with the arguments of Realm in JavaScript as replaced parts: `$0`.
  var withoutNumberedArguments: FoundPredicate { withReplaced(parts: RealmQuery.arguments) }

  /// The predicate with more replaced parts, which a function finds in its text. A text over the language's limit of length is returned unchanged.
  private func withReplaced(parts: (String) -> [Range<Int>]) -> FoundPredicate {
    if text.text.utf8.count > PredicateLimits.standard.sourceLength { return self }
    let gaps = parts(text.text)
    if gaps.isEmpty { return self }
    var found = self
    found.replaced += gaps
    return found
  }

  /// Whether the text has dots or a name in angle brackets in place of a part, outside quotes.
  private var hasElision: Bool {
    // The pattern search below costs much more than this test, which most texts do not pass.
    guard text.text.utf8.contains(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "<") || $0 >= 0x80 }) else {
      return false
    }
    return text.text.matches(of: /\.\.\.|…|<[A-Za-z][^<>=]*>/).contains {
      !TextQuotes.contain(text.text.utf8.distance(from: text.text.startIndex, to: $0.range.lowerBound), in: text.text)
    }
  }

  /// The predicate as one without issues, if a page leaves out a part of it or writes prose instead: `subsystem == … AND <condition>`.
  var withoutElisions: FoundPredicate {
    if !hasElision, !TextQuotes.isProse(text.text), !TextQuotes.isName(text.text) { return self }
    var found = FoundPredicate(
      text, path: path, form: form, isMadeAtRunTime: true, takesArguments: takesArguments, replaced: replaced,
      lostQuotes: lostQuotes, isEncoded: isEncoded)
    found.inputs = inputs
    found.use = use
    found.call = call
    found.syntax = syntax
    found.isOfOtherObject = isOfOtherObject
    found.setsVariables = setsVariables
    found.isOnPage = isOnPage
    return found
  }

  /// The predicate with a text in place of the one that the program appends.
  func appending(_ end: String) -> FoundPredicate {
    var found = self
    let count = text.text.utf8.count
    let place = text.place(of: count..<count).upperBound
    found.text.append(end, from: place..<place)
    found.replaced = replaced.filter { $0 != count..<count } + [count..<count + end.utf8.count]
    return found
  }

  /// Adds the issues of another use of the same text: two calls may pass different arguments for one format.
  mutating func add(_ other: FoundPredicate) {
    spoilt += other.spoilt.filter { !spoilt.contains($0) }
    if !isOfFetch { use = other.use }
  }

  /// The file offset of the first byte of the predicate.
  var start: UInt32 { text.place(of: SourceRange(0, 0)).lowerBound }

  /// The predicate with another path.
  func at(_ path: String) -> FoundPredicate { placed(in: nil, at: path) }
}

extension String {
  fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}

/// Finds which parts of a format are in quotes.
enum TextQuotes {
  /// Whether a text is words without an operator, which a page writes instead of a predicate: `your condition here`.
  static func isProse(_ text: String) -> Bool {
    let words = text.split(separator: " ")
    let operators = [
      "AND", "OR", "NOT", "IN", "LIKE", "MATCHES", "CONTAINS", "BEGINSWITH", "ENDSWITH", "BETWEEN", "ANY",
    ]
    return words.count > 1 && text.allSatisfy { $0.isLetter || $0 == " " }
      && !words.contains { operators.contains($0.uppercased()) }
  }

  /// Whether a text is one word, perhaps in brackets, as a page writes for a predicate of any kind: `PREDICATE`, `[expr]`.
  static func isName(_ text: String) -> Bool {
    var name = text.utf8[...]
    for (open, close) in ["{}", "[]", "<>", "()"].map({ ($0.utf8.first, $0.utf8.last) })
    where name.count > 2 && name.first == open && name.last == close {
      name = name.dropFirst().dropLast()
    }
    // TRUEPREDICATE is a whole predicate, TRUEPREDICATES a mistake.
    let constants = ["TRUEPREDICATE", "FALSEPREDICATE"]
    if name.count > 10, NearestSpelling.of(String(decoding: name, as: UTF8.self), among: constants) != nil {
      return false
    }
    return name.contains { ByteClass.isWord($0) } && name.allSatisfy { ByteClass.isWord($0) || $0 == UInt8(ascii: "-") }
  }

  /// `%s` of `printf`. Linear.
  static func specifierGaps(in text: String) -> [Range<Int>] {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return [] }
    let bytes = Array(text.utf8)
    return bytes.indices.dropLast().filter { index in
      guard bytes[index...].starts(with: "%s".utf8) else { return false }
      let next = index + 2 < bytes.count ? bytes[index + 2] : 0
      return !ByteClass.isWord(next) && next != UInt8(ascii: "%")
    }.map { $0..<$0 + 2 }
  }

  /// The parts that a template replaces: `{{ name }}`, `<%= name %>`, `<#name#>`. Linear.
  static func templateGaps(in text: String) -> [Range<Int>] {
    guard text.utf8.contains(where: { "<{".utf8.contains($0) }) else { return [] }
    let bytes = Array(text.utf8)
    var marks = [("<#", "#>"), ("<%", "%>"), ("{{", "}}")].map { (open: Array($0.utf8), close: Array($1.utf8)) }
    // The last found end of each mark. It is searched again only if it is before the opening mark.
    var ends = [Int](repeating: 0, count: marks.count)
    var gaps: [Range<Int>] = []
    var index = 0
    while index + 1 < bytes.count {
      if let mark = marks.firstIndex(where: { bytes[index...].starts(with: $0.open) }) {
        let (open, close) = marks[mark]
        if ends[mark] < index + 2 { ends[mark] = bytes.offset(of: close, from: index + 2) ?? bytes.count }
        let end = ends[mark]
        if end == bytes.count {
          marks.remove(at: mark)
          ends.remove(at: mark)
          continue
        }
        let first = bytes[(index + 2)..<end].prefix(Self.mostSpaces).first { $0 != 0x20 } ?? 0
        // {{1, 2}} is a list.
        if open[0] != UInt8(ascii: "{") || NameByte.isPart(first) && !(0x30...0x39).contains(first)
          || first == UInt8(ascii: ".")
        {
          gaps.append(index..<end + 2)
          index = end + 2
          continue
        }
      }
      index += 1
    }
    return gaps
  }

  /// The names in braces that a text is compared with, `== {name}`. `IN {name}` is a list. Linear.
  static func namesInBraces(in text: String) -> [Range<Int>] {
    guard text.utf8.contains(UInt8(ascii: "{")) else { return [] }
    return text.matches(of: /[=<>] {0,8}(\{[A-Za-z_]\w*\})/).map { match in
      let start = text.utf8.distance(from: text.startIndex, to: match.1.startIndex)
      return start..<start + match.1.utf8.count
    }
  }

  /// The greatest number of spaces before the name in a gap of a template.
  private static let mostSpaces = 100

  /// The ranges of a text that begin outside of quotes, in their order.
  static func outside(of text: String, _ ranges: [Range<Int>]) -> [Range<Int>] {
    if ranges.isEmpty { return [] }
    let bytes = Array(text.utf8)
    var state = State()
    var offset = 0
    return ranges.sorted { $0.lowerBound < $1.lowerBound }.filter { range in
      while offset < min(range.lowerBound, bytes.count) {
        state.read(bytes[offset])
        offset += 1
      }
      return state.quote == nil
    }
  }

  /// The quote and the brackets that are open after some bytes of a text. Brackets in quotes do not count.
  private struct State {
    var quote: UInt8?
    var depth = 0

    mutating func read(_ byte: UInt8) {
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        if quote == nil { quote = byte } else if quote == byte { quote = nil }
      }
      if quote == nil { depth += Bracket.change(byte) }
    }
  }

  /// The bytes of a text that are neither in quotes nor in brackets. Closing quotes and brackets are among them.
  static func outermost(of bytes: ArraySlice<UInt8>) -> [UInt8] {
    var state = State()
    return bytes.filter { byte in
      state.read(byte)
      return state.quote == nil && state.depth == 0
    }
  }

  /// The parts of a text that are not in quotes, with the closing quotes.
  static func unquoted(_ text: String) -> String {
    var state = State()
    let bytes = text.utf8.filter { byte in
      state.read(byte)
      return state.quote == nil
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// How many brackets a part of a text opens and does not close. Brackets in quotes do not count.
  static func depth(of bytes: ArraySlice<UInt8>) -> Int {
    var state = State()
    for byte in bytes { state.read(byte) }
    return state.depth
  }

  /// Whether an offset is between the quotes of a text. An inserted value there changes only that text.
  ///
  /// ```swift
  /// TextQuotes.contain(9, in: "name == '$NAME'")  // true
  /// ```
  static func contain(_ offset: Int, in format: String) -> Bool { open(in: format.utf8.prefix(offset)) != nil }

  /// The quote that is not closed at the end of a text; nil if all are closed.
  static func open(in text: String) -> UInt8? { open(in: text.utf8[...]) }

  private static func open(in text: Substring.UTF8View) -> UInt8? {
    var state = State()
    for byte in text { state.read(byte) }
    return state.quote
  }
}
