import PredicateDocuments
import PredicateSyntax

/// The predicates in sources of languages other than Apple's: `AppiumBy.IOS_PREDICATE, "…"`, `'-ios predicate string:…'`, `["log", "--predicate", "…"]`.
///
/// A place marks the next literal as a predicate. A place is a name in the program, a literal, or the first characters of the predicate's literal. A
/// literal may also be a whole command: `exec("log show --predicate '…'")`.
struct CodeSource: CodeCursor {
  let bytes: [UInt8]
  let places: [[UInt8]]
  /// Options before a predicate, each with the command that must come before the option: `["log", "show", "--predicate", "…"]`.
  private let options: [(command: String, option: String)]
  /// The commands of the options that the source has as a literal: `spawn("log", args)`.
  private lazy var commandLiterals = Set(
    options.map(\.command).filter { name in
      [#""\#(name)""#, "'\(name)'", #"/\#(name)""#, "/\(name)'"].contains { bytes.holds($0.utf8) }
    })
  /// The literals that may be queries of Spotlight.
  private(set) lazy var queries = SpotlightQuery.forms(in: bytes, profile)
  /// The language. Kotlin and Groovy are Java here.
  let language: CodeLanguage
  /// Whether any literal in double quotes may insert a value without brackets, as `"…$name…"` does in Kotlin and Groovy.
  let insertsNames: Bool
  let profile: UseProfile
  /// The number of literals since each command.
  private var commandAges: [String: Int] = [:]
  /// The greatest number of literals between a command and its option.
  private static let commandReach = 16
  var position = 0
  /// Whether the next literal is a predicate.
  var isNext = false
  /// The signs that were read since the place or since the beginning of the expression.
  var pair = PairSigns()
  /// The last place.
  var place: [UInt8] = []
  /// The offset behind the place.
  var placeEnd = 0
  /// Whether the place is a call, `iOSNsPredicateString("…")`, whose text is a predicate beyond doubt.
  var isCall = false
  /// Whether the place takes a value, as `NSExpression.FromFormat` does.
  var isOfExpression: Bool { place.starts(with: "NSExpression".utf8) }
  /// Whether the place is a method of NSPredicate or NSExpression, which reads specifiers such as `%@`.
  var takesSpecifiers: Bool { place.starts(with: "NS".utf8) || place.starts(with: "predicateWithFormat".utf8) }
  /// The literal of a variable that the program joins with the next literal.
  var joined: SourceLiteral?
  /// The function that formats the next literal: `.format(` in Java, `.Format(` in C#.
  var formatCall: String?
  var found: [FoundPredicate] = []
  /// Whether only the literals that are documents are read.
  private(set) var readsDocuments = false
  private var documents: [SourceLiteral] = []
  /// The literals that the program assigns to variables.
  var named = NamedLiterals<SourceLiteral>()
  /// The variable that the next literal is assigned to.
  var assigned: String?
  /// Whether a branch of the program assigns the variable, so that it may also keep its earlier text.
  var isAssignedInBranch = false
  /// The variable that the line assigns. It may become another name of a strategy: `BY = AppiumBy.IOS_PREDICATE`.
  var renamed: String?
  /// The literals of the members of types and objects: `self.cell = "…"`, `static final String CELL = "…"`. A name with nil has different literals.
  var members: [String: SourceLiteral?] = [:]
  /// Whether the variable that the next literal is assigned to belongs to an object: `self.cell = "…"`.
  var isOfObject = false
  /// The literals that the program adds to lists, by the names of the lists.
  var clauses: [String: [SourceLiteral]] = [:]
  /// The variable of the loop whose block begins next, and the literals of its list.
  var loop: (name: String, literal: SourceLiteral)?
  /// The open blocks in braces, the innermost one last.
  var openBlocks: [OpenBlock] = []
  var blockCount = 0
  /// The literals of the members of each type in braces, by the number of the type's block.
  var typeMembers: [Int: [String: SourceLiteral?]] = [:]
  /// For each open block in braces, the path of the object whose members it has: `Locators.login`. Nil for another block.
  var objects: [String?] = []
  static let typeWords: Set<String> = ["class", "enum", "interface", "object", "record", "struct"]
  /// The indentation of the lines that assign the variables of Python.
  var assignedIndents: [String: Int] = [:]
  /// Whether the parameters of a function of Python or Ruby are read.
  var isHead = false
  /// The variables of the program that name a strategy: `BY = AppiumBy.IOS_PREDICATE`. They are places, too.
  var renamedPlaces: Set<String> = []
  /// The functions of the source that pass a parameter on as a predicate. Nil for a function that passes it on as different texts.
  var wrappers: [String: PlaceWrapper?] = [:]
  /// The number of functions of each name.
  var functionCounts: [String: Int] = [:]
  /// The called wrappers, by the offsets at which their arguments begin.
  var wrapperArguments: [Int: PlaceWrapper] = [:]
  /// The names of the wrappers whose arguments were reached, by the offsets of the arguments.
  var passedOn: [Int: String] = [:]
  /// The indexes of the predicates that are arguments of wrappers.
  var passedFinds: [(name: String, finds: Range<Int>)] = []
  /// The texts that the functions of the source return, and the places whose texts are calls of functions.
  var returned = ReturnedTexts()
  /// The number of open round and square brackets. In Python, braces count, too.
  var depth = 0
  /// How many literals of choices and joined lists surround the current one.
  var choices = 0
  /// Choices in choices beyond this are not read.
  static let mostChoices = 32
  /// The least indentation of the lines in each open function of Python.
  var indents: [Int] = []
  var lineIndent = 0
  /// The blocks of Python and Ruby that the indentation shows.
  var blocks = IndentedBlocks()
  /// For each variable of Python and Ruby, the block that assigned its text.
  var assignedBlocks: [String: IndentedBlocks] = [:]
  /// The offset of the first byte of the statement, or of the head of the next block.
  private(set) var statement = 0

  /// The greatest number of bytes that are read of a function's head.
  static let headReach = 400

  private init(_ bytes: [UInt8], _ places: [String], _ language: CodeLanguage, _ profile: UseProfile) {
    self.bytes = bytes
    self.profile = profile
    let parts = places.map { $0.split(separator: " ").map(String.init) }
    options = parts.filter { $0.count == 2 && $0[1].hasPrefix("--") }.map { ($0[0], $0[1]) }
    self.places = zip(places, parts).filter { $1.count != 2 || !$1[1].hasPrefix("--") }.map { Array($0.0.utf8) }
    self.language = language == .kotlin ? .java : language
    insertsNames = language == .kotlin
  }

  /// The predicates after any of the places. Linear.
  static func find(
    in bytes: [UInt8], at places: [String], language: CodeLanguage, profile: UseProfile
  ) -> [FoundPredicate] {
    if places.isEmpty { return [] }
    var source = CodeSource(bytes, places, language, profile)
    if language == .robot { source.readPlainArguments() } else { source.run() }
    source.takeReturned()
    source.dropAmbiguousCalls()
    return source.found
  }

  /// The literals that are documents: a declaration in JSON. Linear.
  static func documents(in bytes: [UInt8], _ language: CodeLanguage, _ profile: UseProfile) -> [SourceLiteral] {
    guard DocumentLiterals.mayBe(in: bytes), language != .robot else { return [] }
    var source = CodeSource(bytes, [], language, profile)
    source.readsDocuments = true
    source.run()
    return source.documents + (language == .ruby ? hereDocuments(in: bytes) : [])
  }

  private mutating func run() {
    while position < bytes.count {
      let byte = bytes[position]
      if language == .python || language == .ruby, depth == 0, position == 0 || bytes[position - 1] == 0x0A {
        noteIndent()
      }
      if !wrapperArguments.isEmpty, let wrapper = wrapperArguments.removeValue(forKey: position) {
        beginArgument(of: wrapper)
      }
      if skipComment() { continue }
      if skipCharacter() { continue }
      if isNext, takeChoice() { continue }
      if let prefix = literalPrefix(), let literal = literals(prefix) {
        if let name = assigned { assign(name, assignedText(of: literal)) }
        noteReturned(literal)
        assigned = nil
        if !isNext { formatCall = nil }
        take(literal)
        continue
      }
      if NameByte.isPart(byte) || byte == UInt8(ascii: ":") && language == .ruby && isPlace(at: position) {
        readWord()
        continue
      }
      if isNext, language == .rust, byte == UInt8(ascii: "&") || byte == UInt8(ascii: ")") && skipToArgument() {
        position += 1
        continue
      }
      noteArrow(byte)
      notePairSign(byte)
      if !" \t\r\n(".utf8.contains(byte) {
        assigned = nil
        if byte != UInt8(ascii: "=") && byte != UInt8(ascii: ">") || returned.body == nil { returned.isNext = false }
      }
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
    if let place = places.first(where: { isName($0, at: start, word) }) ?? renamedPlace(word) {
      self.place = place
      placeEnd = position
      skipTypeArguments()
      if let renamed, endsStatement(after: " \t", at: "\r\n;#") { return addPlace(renamed) }
      isCall = position < bytes.count && bytes[position] == UInt8(ascii: "(")
      // flag ? NSPredicate.FromFormat("…") : other, flag ? AppiumBy.iOSNsPredicateString("…") : other
      if takesSpecifiers || isCall { pair.isComparison = false }
      beginPair()
      return
    }
    noteWrapperCall(word)
    if returned.isNext, endsStatement(after: " \t", at: ";}\r\n"),
      let text = named[String(decoding: word, as: UTF8.self)]
    {
      returned.add(text)
    }
    let isOfBody = returned.isNext && formatCall(after: word) != nil
    if !isOfBody { returned.body = nil }
    returned.isNext = word.elementsEqual("return".utf8) || isOfBody
    // IOS_PREDICATE(String.format("name == '%s'", name)), or format(…) after a static import.
    if isNext || assigned != nil || returned.isNext, let call = formatCall(after: word) {
      formatCall = call.isInBraces ? ".Format(" : ".format("
      position += call.length
      // String.format(Locale.US, "…", name)
      if has("Locale") || has("CultureInfo"),
        let comma = bytes[position...].prefix(60).firstIndex(of: UInt8(ascii: ","))
      {
        position = comma + 1
      }
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
    if isNext, let (literal, end) = joinedClauses(at: bytes[start...]) {
      position = end
      take(predicate: literal, isLocator: false)
      isNext = false
      return
    }
    if isNext, joinUnknown(from: start) { return }
    if isNext, waitForText(ofCall: word) { return }
    if isNext, let (literal, end) = member(of: word) {
      position = end
      take(predicate: literal, isLocator: false)
      isNext = false
      return
    }
    if isNext, var literal = named[String(decoding: word, as: UTF8.self)], let isInBraces = isFormatted(at: next) {
      // CELL % name, CELL.format(name)
      noteFormat(of: &literal, inBraces: isInBraces, callAt: next)
      take(predicate: literal, isLocator: false)
      isNext = false
      return
    }
    if isNext, next == bytes.count || ",)]};\r\n".utf8.contains(bytes[next]),
      var literal = named[String(decoding: word, as: UTF8.self)]
    {
      // String.format(CELL, name)
      if let formatCall { literal.noteFormat(inBraces: formatCall == ".Format(", at: position) }
      take(predicate: literal, isLocator: false)
      isNext = false
      formatCall = nil
    } else if isNext {
      if !isLabel { waitForMember(word) }
      if !isLabel, endsStatement(after: " ", at: ",)]}") { noteWrapper(of: String(decoding: word, as: UTF8.self)) }
      isNext = isLabel && noteLabel(word)
    }
    if word.elementsEqual("case".utf8) { pair.isComparison = true }
    if word.elementsEqual("for".utf8) || word.elementsEqual("foreach".utf8) { noteLoop() }
    if word.elementsEqual("each".utf8) || word.elementsEqual("forEach".utf8) || word.elementsEqual("map".utf8) {
      noteEach(word)
    }
    noteClause(word)
    if !isNext {
      noteMember(word, sign: next)
      noteName(word)
    }
  }

  /// Whether a place matches a name in the program, perhaps with the name of its type: `NSPredicate.FromFormat`.
  private func isName(_ place: [UInt8], at start: Int, _ word: ArraySlice<UInt8>) -> Bool {
    if place.elementsEqual(word) { return true }
    // The end of a name: LOGIN_IOS_PREDICATE, waitForElementByIosClassChain
    let isEnd = place.first == UInt8(ascii: "_") || place.first == UInt8(ascii: "I")
    if isEnd, word.count > place.count, word.suffix(place.count).elementsEqual(place) {
      let before = word.dropLast(place.count).suffix(2)
      return place.first == UInt8(ascii: "_") || ["By", "by"].contains { before.elementsEqual($0.utf8) }
    }
    // `(predicate` is the name of an argument: s(predicate="…")
    if place.first == UInt8(ascii: "("), !has("=") || has("==") { return false }
    // `.filtered` is the name of a method: x.filtered("…"), but not x.filtered = "…"
    if place.first == UInt8(ascii: "."), !has("(") { return false }
    guard place.count > word.count, place.suffix(word.count).elementsEqual(word) else { return false }
    let type = place.dropLast(word.count)
    // The place `find_element(predicate:` or `{ predicate:` is found only after exactly the text before its last word. That text ends with `.`, `(`,
    // `{` or a space.
    return type.last.map { ".({ ".utf8.contains($0) } ?? false && bytes[..<start].suffix(type.count).elementsEqual(type)
  }

  /// Takes the predicate of a literal that has its place as a prefix, `-ios predicate string:…`, or that is a command. Returns false for another literal.
  mutating func takeWhole(_ literal: SourceLiteral) -> Bool {
    let text = literal.text.text
    let plain = profile.syntax.contains(.spotlight) ? places.map { String(decoding: $0, as: UTF8.self) } : []
    let commands = options.map { "\($0.command) \($0.option)" } + plain
    if let predicates = ShellPredicates.find(in: literal, at: commands, profile: profile) {
      found += predicates.map { insertedVariable($0, in: literal) }
      return true
    }
    let prefix = places.first { place in
      text.utf8.starts(with: place) && (place.last == UInt8(ascii: ":") || place.last == UInt8(ascii: "="))
    }
    guard let prefix else { return takeMarked(literal) || takeQuery(literal) || takeChain(literal) }
    place = prefix
    placeEnd = position
    isCall = false
    let rest = literal.dropFirst(prefix.count)
    let value = namedValue(of: rest)
    if value == nil, rest.text.text.isEmpty || isProse(rest) { return true }
    if value == nil, rest.interpolations.count == 1, rest.text.text == "_" {
      noteWrapper(of: names(in: rest.interpolations[0].place).first)
    }
    take(predicate: value ?? rest, isLocator: value == nil && isLocator(literal, after: prefix))
    return true
  }

  /// Counts brackets. Begins and ends blocks in the languages that write blocks in braces.
  private mutating func noteBlock(_ byte: UInt8) {
    switch byte {
    // The declarations in `const ( … )` of Go are statements, so the bracket is not counted.
    case UInt8(ascii: "(") where language == .script && bytes[..<position].suffix(6).elementsEqual("const ".utf8): break
    case UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
    case UInt8(ascii: ")"), UInt8(ascii: "]"):
      depth = max(depth - 1, 0)
      if depth == 0 { isHead = false }
    case UInt8(ascii: "{") where language == .python: depth += 1
    case UInt8(ascii: "}") where language == .python: depth = max(depth - 1, 0)
    case UInt8(ascii: "{") where language != .ruby:
      let head = bytes[max(statement, position - Self.headReach)..<position]
      openFunction(functionName(inHead: head), head: head, lambda: lambdaParameters)
      if let loop { named.declare(loop.name, loop.literal) }
      loop = nil
      openBlock(head: names(in: head.indices))
      objects.append(objectName)
      depth = 0
      statement = position + 1
    case UInt8(ascii: "}") where language != .ruby:
      named.close()
      _ = openBlocks.popLast()
      _ = objects.popLast()
      returned.close()
      statement = position + 1
    case UInt8(ascii: ";"):
      noteDeclaration()
      statement = position + 1
      renamed = nil
    case 0x0A where depth == 0:
      noteDeclaration()
      statement = position + 1
      renamed = nil
    default: break
    }
  }

  private mutating func take(_ literal: SourceLiteral) {
    let text = literal.text.text
    if readsDocuments {
      if DocumentLiterals.hold(literal) { documents.append(literal) }
      return
    }
    if isNext, profile.syntax.contains(.spotlight), !ShellPredicates.isQuery(text) { isNext = false }
    // An assignment of an empty text to a variable with the name of a place does not give a predicate: iOSNsPredicateString = ""
    if isNext, text.isEmpty, pair.last == UInt8(ascii: "=") { isNext = false }
    if isNext, isValueOfPair(text) {
      var literal = literal
      if var whole = joined {
        whole.append(literal)
        literal = whole
      }
      if let formatCall { literal.noteFormat(inBraces: formatCall == ".Format(", at: position) }
      take(predicate: literal)
      isNext = false
      formatCall = nil
      joined = nil
      return
    }
    joined = nil
    if takeWhole(literal) { return }
    if profile.syntax.contains(.classChain), let misspelled = LocatorStrategy.misspelled(literal) {
      found.append(misspelled)
      return
    }
    for command in commandAges.keys { commandAges[command, default: 0] += 1 }
    for (command, option) in options {
      // const args = ["stream", "--predicate", "…"]; spawn("log", args)
      let isSubcommand = ["show", "stream"].contains(text) && commandLiterals.contains(command)
      if text == command || text.hasSuffix("/" + command) || isSubcommand { commandAges[command] = 0 }
      if text == option, commandAges[command, default: Self.commandReach] < Self.commandReach {
        isNext = true
        place = Array(option.utf8)
      }
    }
    defer { pair.before = (literal, position) }
    guard let place = places.first(where: { text.utf8.elementsEqual($0) }) else { return }
    if LocatorStrategy.names.contains(text), renameStrategy() { return }
    if takeBefore(literal, of: place) { return }
    self.place = place
    placeEnd = position
    isCall = false
    beginPair()
  }

  private func isPlace(at start: Int) -> Bool {
    places.contains { place in
      bytes[start...].starts(with: place)
        && (start + place.count >= bytes.count || !NameByte.isPart(bytes[start + place.count]))
    }
  }

  mutating func skipNoCode() -> Bool {
    if skipComment() || skipCharacter() { return true }
    guard let prefix = literalPrefix() else { return false }
    _ = literals(prefix)
    return true
  }

  /// Skips a character literal, which may be a quote. In Rust it may also be the name of a lifetime.
  private mutating func skipCharacter() -> Bool {
    guard [.java, .rust, .c].contains(language), has("'") else { return false }
    position = (bytes[(position + 1)...].prefix(7).firstIndex(of: UInt8(ascii: "'")) ?? position) + 1
    if has("'") { position += 1 }
    return true
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
}
