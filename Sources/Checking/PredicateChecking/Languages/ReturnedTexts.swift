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
    let isMember: Bool
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
  private static let statements: Set<String> = [
    "catch", "for", "func", "function", "if", "switch", "synchronized", "using", "when", "while",
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

  /// The function whose head precedes a block: `cell` in `By cell(String name) {`. Nil for another block.
  static func name(inHead head: ArraySlice<UInt8>) -> String? {
    guard let bracket = head.firstIndex(of: UInt8(ascii: "(")) else { return nil }
    let before = head[..<bracket].reversed().drop { $0 == 0x20 }
    let name = String(decoding: before.prefix(while: NameByte.isPart).reversed(), as: UTF8.self)
    return name.isEmpty || statements.contains(name) ? nil : name
  }
}

extension CodeSource {
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
      name = ReturnedTexts.name(inHead: head) ?? (language == .java && words.count > 1 ? words.last : nil)
    }
    guard let name else { return }
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
    wait(for: name, isMember: false)
    isNext = false
    return true
  }

  /// Notes a place with the name of a member that a Java or Kotlin type may declare later, as the companion object at its end does. A parameter or a
  /// variable with the name hides the member.
  mutating func waitForMember(_ name: ArraySlice<UInt8>) {
    guard language == .java, formatCall == nil, endsStatement(after: " ", at: ",)"),
      !named.declares(String(decoding: name, as: UTF8.self))
    else { return }
    wait(for: name, isMember: true)
  }

  private mutating func wait(for name: ArraySlice<UInt8>, isMember: Bool) {
    returned.places.append(
      .init(
        name: String(decoding: name, as: UTF8.self), isMember: isMember, place: place, placeEnd: placeEnd,
        isCall: isCall))
  }

  /// Takes the texts of the functions that places call, and of the members that places name.
  mutating func takeReturned() {
    for waiting in returned.places {
      let member = waiting.isMember ? members[waiting.name] ?? nil : nil
      guard let texts = member.map({ [$0] }) ?? returned.texts[waiting.name] else { continue }
      place = waiting.place
      placeEnd = waiting.placeEnd
      isCall = waiting.isCall
      // Another function or member may have the same name.
      for text in texts { take(predicate: text, isLocator: false) }
    }
  }
}
