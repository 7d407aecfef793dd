import PredicateDocuments
import PredicateSyntax

/// The predicates in sources of languages other than Apple's: `AppiumBy.IOS_PREDICATE, "…"`, `'-ios predicate string:…'`, `["log", "--predicate", "…"]`.
///
/// A place marks the next literal as a predicate. A place is a name in the program, a literal, or the first characters of the predicate's literal. A
/// literal may also be a whole command: `exec("log show --predicate '…'")`.
struct CodeSource: ByteCursor {
  let bytes: [UInt8]
  private(set) var places: [[UInt8]]
  /// Options before a predicate, each with the command that must come before the option: `["log", "show", "--predicate", "…"]`.
  private let options: [(command: String, option: String)]
  let language: CodeLanguage
  private let profile: UseProfile
  /// The number of literals that were read since each command.
  private var commandAges: [String: Int] = [:]
  /// The greatest number of literals between a command and its option.
  private static let commandReach = 16
  var position = 0
  /// Whether the next literal is a predicate.
  var isNext = false
  /// The signs that were read since the place or since the beginning of the expression.
  var pair = PairSigns()
  /// Whether the place takes a value and not a condition, like `NSExpression.FromFormat`.
  private var isOfExpression = false
  /// The literal of a variable that the program concatenates with the next literal.
  private var joined: SourceLiteral?
  /// The function that formats the next literal: `.format(` in Java, `.Format(` in C#.
  private var formatCall: String?
  var found: [FoundPredicate] = []
  /// The literals that the program assigns to variables.
  var named = NamedLiterals<SourceLiteral>()
  /// The variable that the next literal is assigned to.
  private var assigned: String?
  /// The variable that the line assigns. It may become another name of a strategy: `BY = AppiumBy.IOS_PREDICATE`.
  private var renamed: String?
  /// The number of open round and square brackets. In Python, braces count, too.
  var depth = 0
  /// The least indentation of the lines in each open function of Python.
  private var indents: [Int] = []
  private var lineIndent = 0
  /// The offset of the first byte of the statement, or of the head of the next block.
  private var statement = 0

  /// The greatest number of bytes of a function's head that are read.
  private static let headReach = 400

  private init(_ bytes: [UInt8], _ places: [String], _ language: CodeLanguage, _ profile: UseProfile) {
    self.bytes = bytes
    self.profile = profile
    let parts = places.map { $0.split(separator: " ").map(String.init) }
    options = parts.filter { $0.count == 2 && $0[1].hasPrefix("--") }.map { ($0[0], $0[1]) }
    self.places = zip(places, parts).filter { $1.count != 2 || !$1[1].hasPrefix("--") }.map { Array($0.0.utf8) }
    self.language = language
  }

  /// The predicates after any of the places. Linear.
  static func find(
    in bytes: [UInt8], at places: [String], language: CodeLanguage, profile: UseProfile
  ) -> [FoundPredicate] {
    if places.isEmpty { return [] }
    var source = CodeSource(bytes, places, language, profile)
    if language == .robot { source.readPlainArguments() } else { source.run() }
    return source.found
  }

  private mutating func run() {
    while position < bytes.count {
      let byte = bytes[position]
      if language == .python, depth == 0, position == 0 || bytes[position - 1] == 0x0A { noteIndent() }
      if skipComment() { continue }
      if [.java, .rust, .c].contains(language), byte == UInt8(ascii: "'") {
        // Skips a character literal, which may be a quote. In Rust it may also be the name of a lifetime.
        position = (bytes[(position + 1)...].prefix(7).firstIndex(of: byte) ?? position) + 1
        if has("'") { position += 1 }
        continue
      }
      if let prefix = literalPrefix(), let literal = literals(prefix) {
        if let name = assigned {
          // An empty literal is not recorded: the program replaces it later.
          let isWhole = endsStatement(after: " \t)", at: "\r\n;}/#") && !literal.text.text.isEmpty
          named.declare(name, isWhole ? literal : nil)
        }
        assigned = nil
        take(literal)
        continue
      }
      if NameByte.isPart(byte) || byte == UInt8(ascii: ":") && language == .ruby && isPlace(at: position) {
        readWord()
        continue
      }
      notePairSign(byte)
      if !" \t\r\n(".utf8.contains(byte) { assigned = nil }
      noteBlock(byte)
      position += 1
    }
  }

  /// Reads a name. It may be the name of an argument between a place and its literal: `by=IOS_PREDICATE, value="…"`.
  private mutating func readWord() {
    let start = position
    position += 1
    while position < bytes.count, NameByte.isPart(bytes[position]) { position += 1 }
    let word = bytes[start..<position]
    if let place = places.first(where: { isName($0, at: start, word) }) {
      isOfExpression = place.starts(with: "NSExpression".utf8)
      if let renamed, endsStatement(after: " \t", at: "\r\n;#") {
        places.append(Array(renamed.utf8))
        self.renamed = nil
        return
      }
      beginPair()
      formatCall = nil
      return
    }
    // IOS_PREDICATE(String.format("name == '%s'", name)), or format(…) after a static import.
    if isNext, let call = formatCall(after: word) {
      formatCall = call.isInBraces ? ".Format(" : ".format("
      position += call.length
      return
    }
    var next = position
    while next < bytes.count, bytes[next] == 0x20 { next += 1 }
    let isLabel = next < bytes.count && (bytes[next] == UInt8(ascii: "=") || bytes[next] == UInt8(ascii: ":"))
    if isNext, next < bytes.count, bytes[next] == UInt8(ascii: "+"),
      let literal = named[String(decoding: word, as: UTF8.self)]
    {
      // HEADER + "name == 'Films'"
      joined = literal
      position = next + 1
      return
    }
    if isNext, next == bytes.count || ",)]};\r\n".utf8.contains(bytes[next]),
      let literal = named[String(decoding: word, as: UTF8.self)]
    {
      found.append(predicate(literal))
      isNext = false
    } else if isNext {
      isNext = isLabel && noteLabel(word)
    }
    if word.elementsEqual("case".utf8) { pair.isComparison = true }
    if !isNext { noteName(word) }
  }

  /// Whether a place matches a name in the program, perhaps with the name of its type: `NSPredicate.FromFormat`.
  private func isName(_ place: [UInt8], at start: Int, _ word: ArraySlice<UInt8>) -> Bool {
    if place.elementsEqual(word) { return true }
    guard place.count > word.count, place.suffix(word.count).elementsEqual(word) else { return false }
    let type = place.dropLast(word.count)
    // find_element(predicate: "…") of Ruby: the name of an argument.
    return type.last.map { ".(".utf8.contains($0) } ?? false && bytes[..<start].suffix(type.count).elementsEqual(type)
  }

  /// The call of a formatting function whose name begins with the word that was just read.
  private func formatCall(after word: ArraySlice<UInt8>) -> (isInBraces: Bool, length: Int)? {
    switch String(decoding: word, as: UTF8.self) {
    case "String", "string": [".format(", ".Format("].first(where: has).map { ($0 == ".Format(", $0.utf8.count) }
    case "format" where language == .java: has("(") ? (false, 1) : nil
    case "fmt": has(".Sprintf(") ? (false, ".Sprintf(".utf8.count) : nil
    case "format" where language == .rust: has("!(") ? (true, 2) : nil
    default: nil
    }
  }

  /// Reads an assignment to a variable, or the parameters of a function of Python or Ruby.
  private mutating func noteName(_ name: ArraySlice<UInt8>) {
    assigned = nil
    if name.elementsEqual("def".utf8) {
      if language == .ruby { while !named.isOutermost { named.close() } }
      let head = bytes[position...].prefix(Self.headReach).prefix { $0 != UInt8(ascii: ")") }
      named.open(hiding: names(in: language == .ruby ? head.prefix { $0 != 0x0A }.indices : head.indices))
      if language == .python { indents.append(lineIndent + 1) }
      return
    }
    guard depth == 0 else { return }
    var sign = position
    while sign < bytes.count, bytes[sign] == 0x20 { sign += 1 }
    // Skips a type between the name and its value.
    if sign < bytes.count, bytes[sign] == UInt8(ascii: ":"), language != .ruby {
      sign = bytes[(sign + 1)...].firstIndex { $0 != 0x20 && !NameByte.isPart($0) } ?? bytes.count
    }
    guard sign + 1 < bytes.count else { return }
    if bytes[sign] == UInt8(ascii: "+"), bytes[sign + 1] == UInt8(ascii: "=") {
      named.forget(String(decoding: name, as: UTF8.self))
    } else if bytes[sign] == UInt8(ascii: "="), !"=>~".utf8.contains(bytes[sign + 1]) {
      let name = String(decoding: name, as: UTF8.self)
      named.forget(name)
      assigned = name
      renamed = name
      position = sign + 1
    }
  }

  /// Counts brackets. Begins and ends blocks in the languages that write blocks in braces.
  private mutating func noteBlock(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
    case UInt8(ascii: ")"), UInt8(ascii: "]"): depth = max(depth - 1, 0)
    case UInt8(ascii: "{") where language == .python: depth += 1
    case UInt8(ascii: "}") where language == .python: depth = max(depth - 1, 0)
    case UInt8(ascii: "{") where language != .ruby:
      named.open(hiding: names(in: max(statement, position - Self.headReach)..<position))
      depth = 0
      statement = position + 1
    case UInt8(ascii: "}") where language != .ruby:
      named.close()
      statement = position + 1
    case UInt8(ascii: ";"):
      statement = position + 1
      renamed = nil
    case 0x0A where depth == 0:
      statement = position + 1
      renamed = nil
    default: break
    }
  }

  /// Ends the functions of Python whose lines are indented further than the current line.
  private mutating func noteIndent() {
    var first = position
    while first < bytes.count, bytes[first] == 0x20 || bytes[first] == 0x09 { first += 1 }
    guard first < bytes.count, !"\r\n#".utf8.contains(bytes[first]) else { return }
    lineIndent = first - position
    while let last = indents.last, lineIndent < last {
      indents.removeLast()
      named.close()
    }
  }

  private mutating func take(_ literal: SourceLiteral) {
    let text = literal.text.text
    if isNext, profile.syntax.contains(.spotlight), !ShellPredicates.isQuery(text) { isNext = false }
    // An assignment of an empty text to a variable with the name of a place does not give a predicate: iOSNsPredicateString = ""
    if isNext, text.isEmpty, pair.last == UInt8(ascii: "=") { isNext = false }
    if isNext, isValueOfPair(text) {
      var literal = literal
      if var whole = joined {
        whole.append(literal)
        literal = whole
      }
      if let formatCall, !literal.noteSpecifiers(inBraces: formatCall == ".Format(") {
        literal.appendUnknown(at: position)
      }
      // A literal that is only a word is the name of a strategy, not a predicate: IOS_CLASS_CHAIN = "ios_class_chain".
      if !literal.text.text.utf8.allSatisfy(ByteClass.isWord) || !literal.interpolations.isEmpty {
        found.append(predicate(literal))
      }
      isNext = false
      formatCall = nil
      joined = nil
      return
    }
    joined = nil
    let plain = profile.syntax.contains(.spotlight) ? places.map { String(decoding: $0, as: UTF8.self) } : []
    let commands = options.map { "\($0.command) \($0.option)" } + plain
    if ShellPredicates.isCommand(text, of: commands) {
      // A command's predicate without an operator is left out, because it is prose: “log show --predicate filter”.
      found += ShellPredicates.find(in: Array(text.utf8), at: commands, profile: profile).map {
        $0.placed(in: literal.text, replaced: literal.interpolations.map(\.range)).withoutElisions
      }.filter { !$0.replaced.isEmpty || $0.text.text.utf8.contains { " =<>!".utf8.contains($0) } }
      return
    }
    for command in commandAges.keys { commandAges[command, default: 0] += 1 }
    for (command, option) in options {
      if text == command || text.hasSuffix("/" + command) { commandAges[command] = 0 }
      if text == option, commandAges[command, default: Self.commandReach] < Self.commandReach { isNext = true }
    }
    for place in places {
      guard text.utf8.starts(with: place) else { continue }
      if place.last == UInt8(ascii: ":") || place.last == UInt8(ascii: "=") {
        let rest = literal.dropFirst(place.count)
        if let value = namedValue(of: rest) ?? (rest.text.text.isEmpty ? nil : rest) { found.append(predicate(value)) }
      } else if text.utf8.count == place.count {
        beginPair()
      }
      return
    }
  }

  func predicate(_ literal: SourceLiteral) -> FoundPredicate {
    FoundPredicate(
      literal.text, form: isOfExpression ? .value : .condition, replaced: literal.interpolations.map(\.range))
  }

  private func isPlace(at start: Int) -> Bool {
    places.contains { place in
      bytes[start...].starts(with: place)
        && (start + place.count >= bytes.count || !NameByte.isPart(bytes[start + place.count]))
    }
  }

  private mutating func skipComment() -> Bool {
    if language.hasHashComments ? has("#") : has("//") {
      skipLine()
      return true
    }
    if !language.hasHashComments, has("/*") {
      position = bytes[(position + 2)...].firstRange(of: Array("*/".utf8))?.upperBound ?? bytes.count
      return true
    }
    return false
  }

  /// Methods of a literal that change only its white space.
  private static let spaceMethods = [".trimIndent()", ".trimMargin()", ".stripIndent()", ".strip()", ".trim()"]

  /// The letters before the quote of a literal that begins at the position, such as `rf`; nil if no literal begins.
  private func literalPrefix() -> [UInt8]? {
    var quote = position
    if language == .c {
      if has("R\"") { quote += 1 }
    } else if language == .python || language == .java || language == .rust {
      let letters = language == .python ? "rRfFbBuU" : language == .rust ? "rb#" : "$@"
      let most = language == .rust ? 6 : 2
      while quote < bytes.count, quote - position < most, letters.utf8.contains(bytes[quote]) { quote += 1 }
    }
    guard quote < bytes.count else { return nil }
    switch bytes[quote] {
    case UInt8(ascii: "\""): break
    case UInt8(ascii: "'") where ![.java, .rust, .appleScript, .c].contains(language): break
    case UInt8(ascii: "`") where language == .script || language == .ruby: break
    default: return nil
    }
    return Array(bytes[position..<quote])
  }

  /// The literal at the position and those that the program concatenates to it: `"…" + "…"`, in Python also `"…" "…"`. A concatenated value is an
  /// interpolation.
  private mutating func literals(_ prefix: [UInt8]) -> SourceLiteral? {
    guard var whole = literal(prefix) else {
      position += prefix.count + 1
      return nil
    }
    while true {
      let behind = position
      skipSpace()
      let isJoined = has("+")
      if isJoined {
        position += 1
        skipSpace()
      }
      if isJoined || [.python, .ruby, .c].contains(language), let prefix = literalPrefix(), let part = literal(prefix) {
        whole.append(part)
        continue
      }
      if isJoined, let end = JoinedValue.end(in: bytes, from: position), end < bytes.count,
        bytes[end] == UInt8(ascii: "+")
      {
        whole.append(interpolation: position..<end)
        position = end
        continue
      }
      if let method = Self.spaceMethods.first(where: has) {
        position += method.utf8.count
        return whole
      }
      // "name == '%s'" % name, "name == '{}'".format(name)
      let isPercent = has("%") && (language == .python || language == .ruby) || has(".format(") && language == .java
      let isKnown =
        !isJoined && (isPercent || has(".format(") && language == .python)
        && whole.noteSpecifiers(inBraces: !isPercent)
      if !isKnown, isJoined || has("%") || has(".") { whole.appendUnknown(at: behind) }
      position = behind
      if language == .c { noteFormat(&whole) }
      return whole
    }
  }

  /// Records the parts of a C literal that `snprintf`, `std::format` or `arg` may replace.
  private func noteFormat(_ literal: inout SourceLiteral) {
    let text = literal.text.text
    literal.noteSpecifiers(inBraces: false)
    // A literal with {} of std::format is dropped, because its braces would be read as a list.
    if text.contains("{}") { literal = SourceLiteral() }
    if text.contains(/%[0-9]/) { literal.appendUnknown(at: position) }
  }

  /// The text of `R"(…)"`, or of `R"name(…)name"`.
  private mutating func rawLiteral() -> SourceLiteral? {
    let start = position
    position += "R\"".utf8.count
    guard let open = bytes[position...].prefix(17).firstIndex(of: UInt8(ascii: "(")) else {
      position = start
      return nil
    }
    let end = [UInt8(ascii: ")")] + bytes[position..<open] + [UInt8(ascii: "\"")]
    guard let close = bytes.offset(of: end, from: open + 1) else {
      position = start
      return nil
    }
    var found = SourceLiteral()
    found.text.append(bytes[(open + 1)..<close])
    position = close + end.count
    return found
  }

  private mutating func literal(_ prefix: [UInt8]) -> SourceLiteral? {
    if language == .c, !prefix.isEmpty { return rawLiteral() }
    let start = position
    position += prefix.count
    let quote = bytes[position]
    let isTriple =
      ![.script, .ruby, .rust, .appleScript, .c].contains(language)
      && bytes[position...].starts(with: [quote, quote, quote])
    let hashes = prefix.filter { $0 == UInt8(ascii: "#") }
    let end = [UInt8](repeating: quote, count: isTriple ? 3 : 1) + hashes
    position += end.count - hashes.count
    let isRaw = prefix.contains { "rR@".utf8.contains($0) }
    let spansLines =
      isTriple || quote == UInt8(ascii: "`") || isRaw && language == .java || language == .ruby || language == .rust
    var found = SourceLiteral()
    var plain = position
    while position < bytes.count {
      // If more than three quotes end a literal of Kotlin, the last three of them close it: """name == "x""""
      let isLonger = isTriple && language == .java && bytes[position...].starts(with: end + [quote])
      if bytes[position...].starts(with: end), !isLonger {
        found.text.append(bytes[plain..<position])
        position += end.count
        return found
      }
      if bytes[position] == 0x0A, !spansLines { break }
      if bytes[position] == UInt8(ascii: "\\"), !isRaw {
        found.text.append(bytes[plain..<position])
        escape(into: &found)
        plain = position
      } else if hasBracePair(prefix) {
        found.text.append(bytes[plain...position])
        position += 2
        plain = position
      } else if let close = interpolation(prefix, quote) {
        found.text.append(bytes[plain..<position])
        found.append(interpolation: position..<close)
        position = close
        plain = position
      } else {
        position += 1
      }
    }
    position = start
    return nil
  }
}
