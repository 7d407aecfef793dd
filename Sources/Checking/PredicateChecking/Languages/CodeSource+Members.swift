import PredicateDocuments

/// The members of objects in JavaScript, in which page objects keep their locators.
///
/// ```js
/// const Locators = { login: { cell: 'label == "Films"' } }
/// $(`-ios predicate string:${Locators.login.cell}`)
/// ```
extension CodeSource {
  /// The path of the object whose braces open at the position: `Locators` for `const Locators = {`, `Locators.login` for `login: {` in it. Nil for
  /// another block.
  var objectName: String? {
    guard language == .script else { return nil }
    var head = bytes[max(statement, position - Self.headReach)..<position]
    let freeze = "Object.freeze("
    while let last = head.last, " \t\r\n".utf8.contains(last) { head.removeLast() }
    if head.suffix(freeze.utf8.count).elementsEqual(freeze.utf8) { head.removeLast(freeze.utf8.count) }
    while let last = head.last, " \t\r\n".utf8.contains(last) { head.removeLast() }
    switch head.popLast() {
    case UInt8(ascii: ":"):
      guard let owner = objects.last ?? nil, let name = names(in: head.indices).last else { return nil }
      return "\(owner).\(name)"
    case UInt8(ascii: "=") where head.last.map { !"=!<>".utf8.contains($0) } ?? false:
      // A type may be between the name and the sign: const Locators: Record<string, string> = {
      return names(in: head.prefix { $0 != UInt8(ascii: ":") }.indices).last
    default: return nil
    }
  }

  /// Records the literal of a member of an object: `cell: '…'`. `sign` is the offset of the first sign after the name.
  mutating func noteMember(_ name: ArraySlice<UInt8>, sign: Int) {
    guard let owner = objects.last ?? nil, depth == 0, sign < bytes.count, bytes[sign] == UInt8(ascii: ":") else {
      return
    }
    var source = self
    source.position = sign + 1
    source.skipSpace()
    guard let prefix = source.literalPrefix(), let literal = source.literals(prefix), !literal.text.text.isEmpty,
      source.endsStatement(after: " \t\r\n", at: ",}")
    else { return }
    declare(member: "\(owner).\(String(decoding: name, as: UTF8.self))", literal)
  }

  /// Gives a member its literal. Two members of the same name may belong to different objects, so their literals are unknown.
  mutating func declare(member name: String, _ literal: SourceLiteral?) {
    if let known = members[name] {
      if known?.text.text != literal?.text.text { members[name] = .some(nil) }
    } else {
      members[name] = .some(literal)
    }
  }

  /// The literal of a member with the path of its object: `Locators.login.cell`, `this.locators.cell`, `Page.locators.cell`.
  func member(at path: ArraySlice<UInt8>) -> SourceLiteral? {
    if objects.isEmpty && members.isEmpty { return nil }
    let path = String(decoding: path, as: UTF8.self)
    if let literal = members[path] { return literal }
    guard let dot = path.firstIndex(of: ".") else { return nil }
    let rest = String(path[path.index(after: dot)...])
    return rest.contains(".") ? members[rest] ?? nil : nil
  }

  /// Skips the type arguments of a call: `CreateByIOSNsPredicate<Button>("…")`.
  mutating func skipTypeArguments() {
    guard has("<") else { return }
    let types = bytes[(position + 1)...].prefix(80).prefix { NameByte.isPart($0) || ",. []?".utf8.contains($0) }
    if bytes[types.endIndex...].starts(with: ">(".utf8) { position = types.endIndex + 1 }
  }
}
