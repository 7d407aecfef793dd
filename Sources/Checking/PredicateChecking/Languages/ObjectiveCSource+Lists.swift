import PredicateDocuments

/// The lists of literals in an Objective-C source, and the loops over them.
extension ObjectiveCSource {
  /// The literals of `@[@"…", @"…"]` at the position; nil for a list with other values. Empty for `@[]` and for a new mutable array.
  mutating func list() -> Literal? {
    skipSpace()
    for new in ["[NSMutableArray array]", "[NSMutableArray new]", "[[NSMutableArray alloc] init]"] where has(new) {
      return Literal(text: MappedText())
    }
    guard has("@[") else { return nil }
    position += 2
    var found: [MappedText] = []
    while true {
      skipSpace()
      if has("]") {
        position += 1
        break
      }
      guard found.count < SourceLiteral.mostChoices, let text = literals() else { return nil }
      found.append(text)
      skipSpace()
      if has(",") { position += 1 } else if !has("]") { return nil }
    }
    return Literal(text: found.first ?? MappedText(), others: found.dropFirst().map { Literal(text: $0) })
  }

  /// Reads the head of a loop, `for (NSString *format in formats)`.
  mutating func noteLoop() {
    let end = position + "for".utf8.count
    defer { position = end }
    let line = bytes[end...].prefix(200).prefix { !"\n{;".utf8.contains($0) }
    guard let sign = bytes.offset(of: Array(" in ".utf8), from: line.startIndex, to: line.endIndex),
      let name = names(in: line.startIndex..<sign).last
    else { return }
    position = sign + " in ".utf8.count
    let list = has("@[") ? self.list() : named[ListName.of(word())]
    if let list, !list.text.text.isEmpty { loop = (name, list) }
  }

  /// Reads `[formats addObject:@"…"]` at the name of the method.
  mutating func noteElement() {
    let before = bytes[..<position].reversed().drop { $0 == 0x20 }
    let name = String(decoding: before.prefix(while: NameByte.isPart).reversed(), as: UTF8.self)
    position += "addObject:".utf8.count
    let start = position
    defer { position = start }
    guard var whole = named[ListName.of(name)], whole.others.count < SourceLiteral.mostChoices,
      let literal = madeLiteral() ?? literals().map({ Literal(text: $0) }), has("]")
    else { return }
    if whole.text.text.isEmpty { whole = literal } else { whole.others.append(literal) }
    named.replace(ListName.of(name), whole)
  }

  /// Reads conditions that the program joins to one format: `[formats componentsJoinedByString:@" AND "]`. Each is a predicate. Nil for another value.
  mutating func joinedConditions() -> Literal? {
    let start = position
    skipSpace()
    if has("[") {
      position += 1
      skipSpace()
      let list = has("@[") ? self.list() : named[ListName.of(word())]
      skipSpace()
      if var list, !list.text.text.isEmpty, has("componentsJoinedByString:") {
        position += "componentsJoinedByString:".utf8.count
        if let separator = literals(), ListName.joinsConditions(separator.text), has("]"),
          ListName.areConditions(([list] + list.others).map(\.text))
        {
          position += 1
          // The arguments belong to all conditions together.
          if list.others.isEmpty { list.others = [list] }
          return list
        }
      }
    }
    position = start
    return nil
  }

  private static let copies = [
    "[NSString stringWithString:", "[NSMutableString stringWithString:", "[[NSString alloc] initWithString:",
    "[[NSMutableString alloc] initWithString:", "[",
  ]

  /// Reads a string with the text of another: `[NSMutableString stringWithString:@"…"]`, `[@"…" mutableCopy]`. Nil for another value.
  mutating func copy() -> Literal? {
    let start = position
    skipSpace()
    for call in Self.copies where has(call) {
      position += call.utf8.count
      guard let literal = madeLiteral() ?? literals().map({ Literal(text: $0) }) else { break }
      skipSpace()
      if call == "[", let copy = ["mutableCopy", "copy"].first(where: has) { position += copy.utf8.count }
      guard has("]") else { break }
      position += 1
      return literal
    }
    position = start
    return nil
  }

  /// Records that the program appends an unknown text to a variable.
  mutating func open(_ name: String) {
    guard var whole = named[name], !whole.text.text.isEmpty else { return }
    whole.isOpen = true
    for index in whole.others.indices { whole.others[index].isOpen = true }
    named.replace(name, whole)
  }

  /// Whether a variable keeps its text although the program assigns another value: `s = [s stringByAppendingFormat:…]` appends to it, and a branch may
  /// not run. `position` is after the sign of the assignment, and `first` is the offset of the name.
  mutating func keeps(_ name: String, at first: Int) -> Bool {
    let isDeclaration =
      bytes[..<first].last { $0 != 0x20 }.map { NameByte.isPart($0) || $0 == UInt8(ascii: "*") } ?? false
    guard !isDeclaration, var whole = named[name], !whole.text.text.isEmpty else { return false }
    let start = position
    defer { position = start }
    skipSpace()
    let value = bytes[position...].prefix(400).prefix { $0 != UInt8(ascii: ";") }
    if names(in: value.indices).contains(name) {
      // Text that is known is appended.
      if named.isOfInnermost(name), appended() != nil { return false }
      guard has("[NSString stringWithFormat:") || has("[\(name) stringByAppending") else { return false }
      open(name)
      return true
    }
    if named.isOfInnermost(name) { return false }
    if whole.others.isEmpty { whole.others = [whole] }
    named.replace(name, whole)
    return true
  }
}
