import PredicateDocuments

/// The texts that functions of a source return, for places that call such a function.
///
/// ```python
/// def cell(name): return f"label == '{name}'"
/// driver.find_element(AppiumBy.IOS_PREDICATE, cell("Films"))
/// ```
struct ReturnedTexts {
  /// A place whose predicate is the text of a call, or of a member that the type declares later.
  struct Place {
    let name: String
    /// The numbers of the blocks of the types that may declare the member. Nil for a call.
    let types: [Int]?
    let place: [UInt8]
    let placeEnd: Int
    let isCall: Bool
  }

  /// The texts by the names of the functions. The function may return another text in each branch.
  private(set) var texts: [String: [SourceLiteral]] = [:]
  /// The places in the order of the file. A function may follow the place that calls it.
  var places: [Place] = []
  /// The open blocks with their functions, the innermost block last.
  var functions: [OpenFunction] = []
  /// The function whose body is the next expression: `fun cell(n: String) = "…"`, `string Cell(string n) => $"…"`, `const cell = (n) => `…``.
  var body: String?
  /// Whether `return` comes before the next literal.
  var isNext = false

  /// The greatest number of texts of one function.
  private static let mostTexts = 16
  /// Words before a bracket that are not functions.
  static let statements: Set<String> = [
    "catch", "fixed", "for", "foreach", "func", "function", "if", "lock", "match", "switch", "synchronized", "try",
    "using", "when", "while", "with",
  ]
  /// Words before a call. Another word before a name and its bracket is the type or a modifier of a function.
  static let callWords: Set<String> = [
    "as", "await", "by", "case", "else", "in", "is", "new", "return", "throw", "yield",
  ]

  mutating func close() { _ = functions.popLast() }

  /// Records a text that the innermost function returns. A block of a statement belongs to the function around it.
  mutating func add(_ text: SourceLiteral) {
    guard let name = body ?? functions.last(where: { $0.name != nil })?.name,
      texts[name, default: []].count < Self.mostTexts
    else {
      return
    }
    texts[name, default: []].append(text)
  }
}

extension CodeSource {
  /// The function whose head precedes a block: `cell` in `By cell(String name) {`. Nil for another block, such as the last argument of a call:
  /// `tap("Films") {`.
  func functionName(inHead head: ArraySlice<UInt8>) -> String? {
    let keyword = language == .rust ? "fn " : insertsNames ? "fun " : ""
    let start = keyword.isEmpty ? nil : bytes.offset(of: Array(keyword.utf8), from: head.startIndex, to: head.endIndex)
    if language == .rust, start == nil { return nil }
    guard let bracket = head[(start ?? head.startIndex)...].firstIndex(of: UInt8(ascii: "(")) else { return nil }
    let before = head[..<bracket].reversed().drop { $0 == 0x20 }
    let name = String(decoding: before.prefix(while: NameByte.isPart).reversed(), as: UTF8.self)
    guard !name.isEmpty, !ReturnedTexts.statements.contains(name), endsHead(head[bracket...]) else { return nil }
    if start != nil || language != .java && language != .c { return name }
    // A function of Java has a type or a modifier before its name.
    let type = before.dropFirst(name.utf8.count).drop { " \t\r\n".utf8.contains($0) }
    let word = String(decoding: type.prefix(while: NameByte.isPart).reversed(), as: UTF8.self)
    guard let last = type.first, NameByte.isPart(last) || ">]?*&".utf8.contains(last),
      !ReturnedTexts.callWords.contains(word), !Self.typeWords.contains(word)
    else { return nil }
    return name
  }

  /// Whether only the type of a function's result, its errors or an arrow follow the parameters of a function.
  private func endsHead(_ list: ArraySlice<UInt8>) -> Bool {
    var depth = 0
    let end = list.indices.first { index in
      depth += Bracket.change(bytes[index])
      return depth == 0
    }
    guard let end else { return false }
    let rest = String(decoding: list[(end + 1)...], as: UTF8.self)
    if rest.allSatisfy(\.isWhitespace) { return true }
    // The type of Go has no sign before it.
    if language == .script { return rest.wholeMatch(of: /[\w\s.*\[\]<>,:|?()]*(?:=>\s*)?/) != nil }
    return rest.wholeMatch(of: /(?:const|override|noexcept|\s)*(?:(?:->|:|where|throws)[^(){}=;]*)?(?:=>\s*)?/) != nil
  }

  /// The parameters that a block of Kotlin or Groovy begins with: `name` in `names.map { name ->`. The position is at the brace.
  var lambdaParameters: [String] {
    guard language == .java else { return [] }
    let line = bytes[(position + 1)...].prefix(Self.headReach).prefix { !"\n{};".utf8.contains($0) }
    return bytes.offset(of: Array("->".utf8), from: line.startIndex, to: line.endIndex)
      .map { names(in: line.startIndex..<$0) } ?? []
  }

  /// Records a literal that a function returns.
  mutating func noteReturned(_ literal: SourceLiteral) {
    if returned.isNext, let text = assignedText(of: literal) {
      returned.add(text)
      // A property has no parameters: string Cell => "…"
      if let name = returned.body, language == .java { declare(name, text) }
    }
    returned.isNext = false
    returned.body = nil
  }

  /// Reads the sign before a body that is an expression. The head of the function is before it.
  mutating func noteArrow(_ byte: UInt8) {
    guard byte == UInt8(ascii: "="), language == .java || language == .script else { return }
    let isArrow = has("=>")
    let head = bytes[max(statement, position - Self.headReach)..<position]
    // fun cell(n: String): String = "…"
    let isFunction = language == .java && head.contains(UInt8(ascii: ")")) && names(in: head.indices).contains("fun")
    guard isArrow || isFunction else { return }
    let words = names(in: head.indices)
    let name: String?
    if let sign = head.firstIndex(of: UInt8(ascii: "=")), language == .script {
      // const cell = (n) => …
      name = names(in: head.startIndex..<sign).last
    } else {
      // string Cell => …
      name = functionName(inHead: head) ?? (language == .java && words.count > 1 ? words.last : nil)
    }
    guard let name else { return }
    functionCounts[name, default: 0] += 1
    returned.body = name
    returned.isNext = true
  }

  /// Notes a place whose text is a call of a function: `cell("Films")`, `self.cell("Films")`. Returns false for another value.
  mutating func waitForText(ofCall word: ArraySlice<UInt8>) -> Bool {
    guard formatCall == nil else { return false }
    var name = word
    if isOwnObject(word), word.endIndex < bytes.count, bytes[word.endIndex] == UInt8(ascii: ".") {
      name = bytes[(word.endIndex + 1)...].prefix(while: NameByte.isPart)
    }
    guard name.endIndex < bytes.count, bytes[name.endIndex] == UInt8(ascii: "("), !name.isEmpty else { return false }
    wait(for: name)
    isNext = false
    return true
  }

  /// Notes a place with the name of a member that the Java or Kotlin type around the place may declare later, as the companion object at its end does.
  /// A parameter or a variable with the name hides the member. The parameter may be in the statement: `fun by(label: String) = …`, `label -> …`.
  mutating func waitForMember(_ name: ArraySlice<UInt8>) {
    guard language == .java, formatCall == nil, endsStatement(after: " ", at: ",)"),
      !named.declares(String(decoding: name, as: UTF8.self)),
      !names(in: max(statement, name.startIndex - Self.headReach)..<name.startIndex)
        .contains(String(decoding: name, as: UTF8.self))
    else { return }
    wait(for: name, types: openBlocks.filter(\.isType).map(\.number))
  }

  private mutating func wait(for name: ArraySlice<UInt8>, types: [Int]? = nil) {
    returned.places.append(
      .init(
        name: String(decoding: name, as: UTF8.self), types: types, place: place, placeEnd: placeEnd,
        isCall: isCall))
  }

  /// Takes the texts of the functions that places call, and of the members that places name.
  mutating func takeReturned() {
    for waiting in returned.places {
      let texts: [SourceLiteral]?
      if let types = waiting.types {
        let type = types.last { typeMembers[$0]?[waiting.name] != nil }
        texts = type.flatMap { typeMembers[$0]?[waiting.name] ?? nil }.map { [$0] }
      } else {
        texts = returned.texts[waiting.name]
      }
      guard let texts else { continue }
      place = waiting.place
      placeEnd = waiting.placeEnd
      isCall = waiting.isCall
      // Another function or member may have the same name.
      for text in texts { take(predicate: text, isLocator: false) }
    }
  }
}
