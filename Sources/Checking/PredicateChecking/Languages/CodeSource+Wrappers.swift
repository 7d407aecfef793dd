import PredicateDocuments

/// A function of a source that passes a parameter on as a predicate.
///
/// ```python
/// def tap(text): driver.find_element(AppiumBy.IOS_PREDICATE, text).click()
/// tap("label == 'Films'")
/// ```
struct PlaceWrapper {
  let name: String
  /// The place in the function, which shows whether the argument is a predicate or a class chain.
  let place: [UInt8]
  let parameter: String
  /// The position among the arguments without labels. `self` of Python does not count.
  let index: Int
  /// Whether a call needs an object before the name: `this.tap("…")` in JavaScript, `self.tap("…")` in Python.
  let isMethod: Bool
  let scope: FunctionScope
}

/// The part of a source that a function is declared in.
struct FunctionScope {
  /// The number of the innermost block in braces; 0 outside of all blocks.
  let block: Int
  /// The blocks that the indentation shows.
  let indented: IndentedBlocks
}

/// A block in braces.
struct OpenBlock {
  /// The number of the block in the source. A companion object of Kotlin has the number of its type.
  let number: Int
  let isType: Bool
}

/// A block, with the function whose body it is.
struct OpenFunction {
  /// Nil for a block of a statement or a type.
  let name: String?
  /// The names of the parameters, without `self` of Python.
  let parameters: [String]
  let isMethod: Bool
  let scope: FunctionScope
}

/// The names of a source for places, and the wrappers with their calls.
extension CodeSource {
  /// Adds a variable of the program that names a place.
  mutating func addPlace(_ name: String) {
    renamedPlaces.insert(name)
    renamed = nil
  }

  /// The place that a variable of the program names.
  func renamedPlace(_ word: ArraySlice<UInt8>) -> [UInt8]? {
    !renamedPlaces.isEmpty && renamedPlaces.contains(String(decoding: word, as: UTF8.self)) ? Array(word) : nil
  }

  /// Begins the block of a function, a statement or a type. The names in its head hide those of outer blocks.
  ///
  /// - Parameters:
  ///   - head: The code before the block. In Python and Ruby, the code after `def`.
  ///   - name: The name of the function. Nil for another block.
  ///   - lambda: The parameters that the block itself begins with: `{ name -> … }`.
  mutating func openFunction(_ name: String?, head: ArraySlice<UInt8>, lambda: [String] = []) {
    let words = names(in: head.indices)
    named.open(hiding: words + lambda)
    let scope = FunctionScope(block: openBlocks.last?.number ?? 0, indented: blocks)
    guard let name else {
      returned.functions.append(OpenFunction(name: nil, parameters: [], isMethod: false, scope: scope))
      return
    }
    // A parameter is another list than the variable of the same name in another function.
    if !clauses.isEmpty { for word in words { clauses[word] = nil } }
    functionCounts[name, default: 0] += 1
    var parameters = parameters(of: name, in: head)
    let hasObject = language == .python && ["self", "cls"].contains(parameters.first)
    if hasObject { parameters.removeFirst() }
    let isMethod = language == .script ? words.first { ["function", "func"].contains($0) } == nil : hasObject
    returned.functions.append(OpenFunction(name: name, parameters: parameters, isMethod: isMethod, scope: scope))
  }

  /// Begins a block in braces after some words.
  mutating func openBlock(head: [String]) {
    blockCount += 1
    let isCompanion = head.contains("companion")
    openBlocks.append(
      OpenBlock(
        number: isCompanion ? openBlocks.last?.number ?? blockCount : blockCount,
        isType: head.contains(where: Self.typeWords.contains)))
  }

  /// The names of a function's parameters.
  private func parameters(of name: String, in head: ArraySlice<UInt8>) -> [String] {
    // A method of Ruby may have no bracket: def tap text
    let behindName = head.drop { $0 == 0x20 }.dropFirst(name.utf8.count)
    let list = head.firstIndex(of: UInt8(ascii: "(")).map { head[($0 + 1)...] } ?? behindName
    var parts: [Range<Int>] = []
    var first = list.startIndex
    var depth = 0
    for index in list.indices {
      let byte = list[index]
      let isArrow = byte == UInt8(ascii: ">") && index > first && "=-".utf8.contains(list[index - 1])
      depth += byte == UInt8(ascii: "<") ? 1 : byte == UInt8(ascii: ">") && !isArrow ? -1 : Bracket.change(byte)
      if depth < 0 {
        return (parts + [first..<index]).map(parameter)
      }
      if depth == 0, byte == UInt8(ascii: ",") {
        parts.append(first..<index)
        first = index + 1
      }
    }
    return (parts + [first..<list.endIndex]).map(parameter)
  }

  /// The name of a parameter: `text` in `String text`, `text: String` and `text = ""`. Empty if there is none.
  private func parameter(_ part: Range<Int>) -> String {
    let name = bytes[part].prefix { $0 != UInt8(ascii: "=") }
    if language != .c, let colon = name.firstIndex(of: UInt8(ascii: ":")) {
      return names(in: name.startIndex..<colon).last ?? ""
    }
    let words = names(in: name.indices)
    // In Go, the type follows the name.
    return (language == .script ? words.first : words.last) ?? ""
  }

  /// Records that the function around the position passes a parameter on as a predicate: `def tap(predicate): find(IOS_PREDICATE, predicate)`.
  mutating func noteWrapper(of parameter: String?) {
    guard let parameter, let function = returned.functions.last(where: { $0.name != nil }), let name = function.name,
      let index = function.parameters.firstIndex(of: parameter)
    else { return }
    if let known = wrappers[name] {
      // The function chooses between a predicate and a class chain.
      if let known, known.index != index || isChain(known.place) != isChain(place) { wrappers[name] = .some(nil) }
      return
    }
    wrappers[name] = PlaceWrapper(
      name: name, place: place, parameter: parameter, index: index, isMethod: function.isMethod, scope: function.scope)
  }

  private func isChain(_ place: [UInt8]) -> Bool? { LocatorStrategy.isChain(String(decoding: place, as: UTF8.self)) }

  /// Whether the place is the argument of a wrapper.
  var isPassedOn: Bool { passedOn[placeEnd] != nil }

  /// Notes where the predicate begins among the arguments, if the word that was just read calls a wrapper.
  mutating func noteWrapperCall(_ word: ArraySlice<UInt8>) {
    guard !wrappers.isEmpty, has("("), let wrapper = wrappers[String(decoding: word, as: UTF8.self)] ?? nil,
      isCall(of: wrapper, at: word.startIndex), let argument = argument(of: wrapper)
    else { return }
    wrapperArguments[argument] = wrapper
  }

  /// Begins the search for the literal that is the argument of a wrapper.
  mutating func beginArgument(of wrapper: PlaceWrapper) {
    place = wrapper.place
    placeEnd = position
    passedOn[position] = wrapper.name
    isCall = false
    pair.isComparison = false
    beginPair()
    pair.last = UInt8(ascii: "(")
  }

  /// Removes the predicates in calls of functions whose name the source declares several times. A call does not show which of them it means.
  mutating func dropAmbiguousCalls() {
    let dropped = Set(passedFinds.filter { functionCounts[$0.name, default: 0] > 1 }.flatMap(\.finds))
    if !dropped.isEmpty { found = found.indices.filter { !dropped.contains($0) }.map { found[$0] } }
  }

  /// Whether a name calls a function of the source itself: `tap(…)`, `self.tap(…)`. A method of another object or of another class may be another
  /// function.
  private func isCall(of wrapper: PlaceWrapper, at start: Int) -> Bool {
    // The method of a class in JavaScript has no word before its name: tap(predicate) { … }
    if language == .script, let end = callEnd(from: position + 1),
      let next = bytes[end...].first(where: { !" \t\r\n".utf8.contains($0) }), "{:".utf8.contains(next)
    {
      return false
    }
    let scope = wrapper.scope
    guard scope.block == 0 || openBlocks.contains(where: { $0.number == scope.block }), scope.indented.encloses(blocks)
    else { return false }
    let before = bytes[..<start].suffix(Self.headReach).reversed().drop { " \t\r\n".utf8.contains($0) }
    guard before.first == UInt8(ascii: ".") else {
      let isOfOther = ["->", "::"].contains { bytes[..<start].suffix(2).elementsEqual($0.utf8) }
      return !wrapper.isMethod && !isOfOther
    }
    let object = before.dropFirst().prefix(while: NameByte.isPart)
    return (wrapper.isMethod || scope.block != 0)
      && ["self", "this", "cls"].contains { object.elementsEqual($0.utf8.reversed()) }
      && before.dropFirst(object.count + 1).first != UInt8(ascii: ".")
  }

  /// The offset of a wrapper's argument in the call whose bracket is at the position. Nil if the call leaves the argument out.
  private func argument(of wrapper: PlaceWrapper) -> Int? {
    var source = self
    let limit = position + Self.headReach
    source.position += 1
    var index = 0
    while source.position < bytes.count {
      source.skipSpace()
      let start = source.position
      let label = source.word()
      source.skipSpace()
      let isLabelled =
        !label.isEmpty && (source.has("=") || source.has(":")) && !["==", "=>", "::"].contains(where: source.has)
      if isLabelled {
        source.position += 1
        source.skipSpace()
        if label == wrapper.parameter { return source.position }
      } else {
        if index == wrapper.index { return start }
        index += 1
        source.position = start
      }
      guard source.skipArgument(before: limit) else { return nil }
    }
    return nil
  }
}
