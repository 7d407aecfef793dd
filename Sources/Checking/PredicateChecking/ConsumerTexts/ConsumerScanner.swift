import PredicateSyntax

/// One pass over the bytes of a predicate. It masks every construct that only the consumer has, so that the language's parser can read the text.
struct ConsumerScanner {
  private let bytes: [UInt8]
  private let profile: UseProfile
  private let hasTerms: Bool
  private let hasPercentNames: Bool
  private let isSpotlight: Bool
  /// The predicate's bytes with masks, for the language's parser.
  private(set) var masked: [UInt8]
  /// The masked parts of the predicate.
  private(set) var terms: [ConsumerTerm] = []
  /// Spotlight's modifiers after values, by the end offset of the value.
  private(set) var modifiers: [Int: StringOptions] = [:]
  /// The ranges of `%@` after a dot.
  private(set) var keySpecifiers: [SourceRange] = []
  private var position = 0
  /// The range from the comma after the low bound of InRange to its closing bracket, which is masked as a whole; nil outside of InRange.
  private var highBound: Range<Int>?
  /// The original text of each mask.
  private var originals: [String: String] = [:]

  init(_ text: String, profile: UseProfile) {
    bytes = Array(text.utf8)
    masked = bytes
    self.profile = profile
    hasTerms = profile.syntax.contains(.extensionTerms)
    hasPercentNames = profile.syntax.contains(.percentNames)
    isSpotlight = profile.syntax.contains(.spotlight)
  }

  mutating func run() {
    if profile.takesArguments { maskKeySpecifiers() }
    guard hasTerms || hasPercentNames || isSpotlight else { return }
    while position < bytes.count {
      if let range = highBound, position >= range.lowerBound {
        highBound = nil
        position = max(position, range.upperBound)
        continue
      }
      switch bytes[position] {
      case UInt8(ascii: "\""), UInt8(ascii: "'"): string()
      case UInt8(ascii: "@") where hasTerms: namedTerm()
      case UInt8(ascii: "%") where hasPercentNames:
        if !percentName(at: position, isQuoted: false) { position += 1 }
      case UInt8(ascii: "$") where isSpotlight: moment()
      // A `!` that is not part of `!=` negates an attribute: `! kMDItemFSInvisible = 1`.
      case UInt8(ascii: "!") where !bytes[position...].starts(with: "!=".utf8): position += 1
      case UInt8(ascii: "="), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "!"):
        if isSpotlight { bareValue() } else { position += 1 }
      case UInt8(ascii: "*") where isSpotlight: anyAttribute()
      case UInt8(ascii: "I") where isSpotlight: interval()
      case UInt8(ascii: "t") where isSpotlight, UInt8(ascii: "f") where isSpotlight: truth()
      default: position += 1
      }
    }
  }

  /// Masks `%@` after a dot as `%K`: `self.%@ BEGINSWITH "a"`.
  private mutating func maskKeySpecifiers() {
    let form = Array(".%@".utf8)
    guard bytes.holds(form) else { return }
    for token in SourceToken.all(in: bytes, from: 0) where token.text == "%@" {
      let start = token.range.lowerBound
      guard start > 1, bytes[start - 1] == UInt8(ascii: "."), !" \t(".utf8.contains(bytes[start - 2]) else { continue }
      masked[start + 1] = UInt8(ascii: "K")
      keySpecifiers.append(token.place)
    }
  }

  /// The end offset of the run of word bytes that begins at `start`.
  private func wordEnd(_ start: Int) -> Int {
    var end = start
    while end < bytes.count, ByteClass.isWord(bytes[end]) { end += 1 }
    return end
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// Replaces every byte that cannot be part of a name by `_`.
  private mutating func maskAsName(_ range: Range<Int>) {
    for index in range where !ByteClass.isWord(bytes[index]) { masked[index] = UInt8(ascii: "_") }
  }

  private mutating func blank(_ range: Range<Int>) {
    for index in range { masked[index] = UInt8(ascii: " ") }
  }

  /// Records a masked part. Two different parts get different masks: `@status(a-b)`, `@status(a.b)`.
  private mutating func record(_ kind: ConsumerTerm.Kind, _ range: Range<Int>) {
    let original = text(range)
    var letters = Array("abcdefghijklmnopqrstuvwxyz".utf8)[...]
    while let other = originals[String(decoding: masked[range], as: UTF8.self)], !other.hasSameScalars(as: original),
      let letter = letters.popFirst()
    {
      masked[range.lowerBound] = letter
    }
    originals[String(decoding: masked[range], as: UTF8.self)] = original
    terms.append(
      ConsumerTerm(
        kind: kind, range: SourceRange(range.lowerBound, range.upperBound), original: original,
        masked: String(decoding: masked[range], as: UTF8.self)))
  }

  /// Reads a quoted text, the percent names in it, and Spotlight's modifiers after it.
  private mutating func string() {
    let quote = bytes[position]
    position += 1
    while position < bytes.count, bytes[position] != quote {
      if bytes[position] == UInt8(ascii: "\\") {
        position += 2
      } else if bytes[position] == UInt8(ascii: "%"), hasPercentNames, percentName(at: position, isQuoted: true) {
        continue
      } else {
        position += 1
      }
    }
    position = min(position + 1, bytes.count)
    guard isSpotlight else { return }
    let end = wordEnd(position)
    guard end > position, bytes[position..<end].allSatisfy({ "cdwts".utf8.contains($0) }) else { return }
    var options: StringOptions = []
    for byte in bytes[position..<end] {
      if let option = StringOptions(letter: byte) { options.insert(option) }
    }
    modifiers[position] = options
    blank(position..<end)
    position = end
  }

  /// Masks a term such as `@status(device.model.family)`.
  private mutating func namedTerm() {
    let start = position
    let end = wordEnd(start + 1)
    position = max(end, start + 1)
    guard end > start + 1, end < bytes.count, bytes[end] == UInt8(ascii: "("),
      let close = bytes[end...].firstIndex(where: { $0 == UInt8(ascii: ")") || $0 == UInt8(ascii: "\n") }),
      bytes[close] == UInt8(ascii: ")")
    else { return }
    let word = text(start + 1..<end)
    let name = text(end + 1..<close).split(separator: " ").joined(separator: " ")
    let range = start..<close + 1
    maskAsName(range)
    record(profile.terms[word] == nil ? .unknown(word: word) : .named(word: word, name: name), range)
    position = range.upperBound
  }

  /// Masks `%NAME%`. Returns whether there is one at `start`.
  private mutating func percentName(at start: Int, isQuoted: Bool) -> Bool {
    let end = wordEnd(start + 1)
    guard end > start + 1, end < bytes.count, bytes[end] == UInt8(ascii: "%"),
      !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[start + 1])
    else { return false }
    maskAsName(start..<end + 1)
    record(.percentName(isQuoted: isQuoted), start..<end + 1)
    position = end + 1
    return true
  }

  /// Masks a moment such as `$time.today(-1)`.
  private mutating func moment() {
    let prefix = Array("$time.".utf8)
    guard bytes[position...].starts(with: prefix) else {
      position += 1
      return
    }
    let start = position + prefix.count
    position = wordEnd(start)
    guard position < bytes.count, bytes[position] == UInt8(ascii: "("),
      let close = bytes[position...].firstIndex(of: UInt8(ascii: ")"))
    else { return }
    maskAsName(start..<close + 1)
    record(.time, start..<close + 1)
    position = close + 1
  }

  /// Masks any attribute: `* == "x"`, and `** == "x"` as the Finder writes it.
  private mutating func anyAttribute() {
    let start = position
    while position < bytes.count, bytes[position] == UInt8(ascii: "*") { position += 1 }
    let next = bytes[position...].first { $0 != UInt8(ascii: " ") }
    guard position - start <= 2, let next, "=!<>".utf8.contains(next) else { return }
    maskAsName(start..<position)
    record(.anyAttribute, start..<position)
  }

  /// Masks `true` or `false` as a condition, `kMDItemFSName == "*.mp4" && (true)`, by a comparison of a key with a number. The Finder ends saved
  /// searches so.
  private mutating func truth() {
    let start = position
    position = wordEnd(start)
    guard ["true", "false"].contains(text(start..<position)), start == 0 || !ByteClass.isWord(bytes[start - 1]) else {
      return
    }
    let before = bytes[..<start].last { !" \t".utf8.contains($0) }
    let after = bytes[position...].first { !" \t".utf8.contains($0) }
    guard before.map({ "(&|".utf8.contains($0) }) ?? true, after.map({ ")&|".utf8.contains($0) }) ?? true else {
      return
    }
    masked[start + 1] = UInt8(ascii: "=")
    masked[start + 2] = UInt8(ascii: "=")
    for index in start + 3..<position { masked[index] = UInt8(ascii: "1") }
    record(.truth, start..<start + 1)
  }

  /// `InRange(attribute, low, high)` becomes a comparison of the attribute with the low bound.
  private mutating func interval() {
    let start = position
    let end = wordEnd(start)
    position = end
    guard text(start..<end) == "InRange", end < bytes.count, bytes[end] == UInt8(ascii: "("),
      start == 0 || !ByteClass.isWord(bytes[start - 1])
    else { return }
    var depth = 0
    var commas: [Int] = []
    let close = bytes[end...].indices.first { index in
      depth += bytes[index] == UInt8(ascii: "(") ? 1 : bytes[index] == UInt8(ascii: ")") ? -1 : 0
      if depth == 1, bytes[index] == UInt8(ascii: ",") { commas.append(index) }
      return depth == 0
    }
    guard let close, commas.count == 2 else { return }
    let (before, after) = truthSigns(around: start..<close + 1)
    blank(before)
    blank(start..<end + 1)
    masked[commas[0]] = UInt8(ascii: ">")
    blank(commas[1]..<after.upperBound)
    highBound = commas[1]..<after.upperBound
    position = end + 1
  }

  /// The ranges of `true == ` before a function and of ` == true` after it, which do not change the meaning. A range is empty if the function has no
  /// such comparison.
  private func truthSigns(around range: Range<Int>) -> (before: Range<Int>, after: Range<Int>) {
    let spaces: (UInt8) -> Bool = { " \t".utf8.contains($0) }
    let truths = ["true", "yes", "1"].map { Array($0.utf8) }
    var first = range.lowerBound
    while first > 0, spaces(bytes[first - 1]) || bytes[first - 1] == UInt8(ascii: "=") { first -= 1 }
    let word = bytes[..<first].reversed().prefix { ByteClass.isWord($0) }.count
    let hasSign = bytes[first..<range.lowerBound].contains(UInt8(ascii: "="))
    let isTrue: (ArraySlice<UInt8>) -> Bool = { text in truths.contains { $0.elementsEqual(text.map { $0 | 0x20 }) } }
    let before =
      hasSign && isTrue(bytes[(first - word)..<first])
      ? (first - word)..<range.lowerBound : range.lowerBound..<range.lowerBound
    var sign = range.upperBound
    while sign < bytes.count, spaces(bytes[sign]) { sign += 1 }
    var value = sign
    while value < bytes.count, spaces(bytes[value]) || bytes[value] == UInt8(ascii: "=") { value += 1 }
    let end = wordEnd(value)
    let isAfter = sign < bytes.count && bytes[sign] == UInt8(ascii: "=") && isTrue(bytes[value..<end])
    return (before, range.upperBound..<(isAfter ? end : range.upperBound))
  }

  /// Masks a value without quotes after a comparison operator: `== *.pdf`, `==[c] public.image`.
  private mutating func bareValue() {
    while position < bytes.count, "=<>!".utf8.contains(bytes[position]) { position += 1 }
    skipSpaces()
    if position < bytes.count, bytes[position] == UInt8(ascii: "["),
      let close = bytes[position...].firstIndex(of: UInt8(ascii: "]"))
    {
      position = close + 1
      skipSpaces()
    }
    let start = position
    guard start < bytes.count, !"\"'$(-{%0123456789".utf8.contains(bytes[start]),
      !bytes[start...].starts(with: "InRange(".utf8)
    else { return }
    while position < bytes.count, !" \t\n)&|".utf8.contains(bytes[position]) { position += 1 }
    let word = text(start..<position)
    let constants = ["true", "false", "yes", "no", "nil", "null"]
    guard position > start, !constants.contains(where: { word.lowercased().hasSameScalars(as: $0) }) else { return }
    if position - start == 1 {
      masked[start] = UInt8(ascii: "1")
    } else {
      for index in start..<position where !ByteClass.isWord(bytes[index]) { masked[index] = UInt8(ascii: "_") }
      masked[start] = UInt8(ascii: "'")
      masked[position - 1] = UInt8(ascii: "'")
    }
    record(.bareText(word), start..<position)
  }

  private mutating func skipSpaces() {
    while position < bytes.count, " \t".utf8.contains(bytes[position]) { position += 1 }
  }
}
