extension PredicatePrinter {
  /// Writes the components with dots between them. `SELF.` is written before a first component that the parser would otherwise read as something
  /// else: a quoted name, a variable, a call. It does not change the path.
  mutating func write(_ path: QueryKeyPath, isFirst: Bool) {
    if isFirst {
      switch path.first {
      case .key(let name): if !Identifier.isOne(name), Identifier.ofLevels(name) == nil { text += "SELF." }
      case .variable, .call: text += "SELF."
      case .collectionOperator, .placeholder: break
      }
    } else {
      text += "."
    }
    write(path.first)
    for component in path.rest {
      text += "."
      write(component)
    }
  }

  private mutating func write(_ component: QueryKeyPath.Component) {
    switch component {
    case .key(let name):
      if Identifier.isOne(name) {
        write(identifier: name, marksReserved: true)
      } else if let relationship = Identifier.ofLevels(name) {
        write(identifier: relationship, marksReserved: true)
        text += "*"
      } else {
        write(quoted: name)
      }
    case .variable(let name): write(variable: name)
    case .placeholder(let placeholder): write(placeholder)
    case .collectionOperator(let name):
      text += "@"
      write(identifier: name)
    case .call(let name, let arguments):
      write(functionName: name)
      text += "("
      write(arguments)
      text += ")"
    }
  }

  mutating func write(variable name: String) {
    text += "$"
    write(identifier: name, marksReserved: true)
  }

  /// Writes the name of a function, such as `sum:`, `add:to:` or `now`. If its first word is reserved, a `#` precedes it.
  mutating func write(functionName name: String) {
    if isReservedWord(String(name.unicodeScalars.prefix { $0 != ":" })) { text += "#" }
    if name.utf8.allSatisfy({ ByteClass.isWordStart($0) || $0 == UInt8(ascii: ":") }) {
      text += name
    } else {
      writeWithEscapes(name, admitsColons: true)
    }
  }

  /// Writes a name where the grammar does not permit a quoted name.
  private mutating func write(identifier name: String, marksReserved: Bool = false) {
    if !Identifier.isOne(name) { return writeWithEscapes(name, admitsColons: false) }
    if marksReserved, isReservedWord(name) { text += "#" }
    text += name
  }

  /// Writes a name, or names followed by colons. Scalars that an identifier cannot have are written as `\uHHHH`.
  private mutating func writeWithEscapes(_ name: String, admitsColons: Bool) {
    var isFirst = true
    for scalar in name.unicodeScalars {
      let isColon = admitsColons && scalar == ":"
      if isColon || Identifier.admits(scalar, asFirst: isFirst) {
        text += scalar
      } else {
        for unit in scalar.utf16 { write(escape: unit) }
      }
      isFirst = isColon
    }
  }
}
