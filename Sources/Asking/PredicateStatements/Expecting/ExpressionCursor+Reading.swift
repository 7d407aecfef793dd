import PredicateModel
import PredicateValues

/// Reads tokens, and determines after each one what may follow.
extension ExpressionCursor {
  package mutating func take(_ tokens: [SourceToken]) {
    for (position, token) in tokens.enumerated() {
      take(token, next: tokens.indices.contains(position + 1) ? tokens[position + 1] : nil)
    }
  }

  /// Moves to the state after `place ==`, so that the next value is compared with the place.
  mutating func compare(with place: PathTarget) {
    levels[0].state = .value(place)
    take(SourceToken.all(in: Array("==".utf8), from: 0))
  }

  /// Reads the next token. The token after it, `next`, distinguishes a function from a property.
  mutating func take(_ token: SourceToken, next: SourceToken?) {
    let last = levels.count - 1
    if !token.isMark("[") { namedEntity = nil }
    let repeated = repeated
    self.repeated = nil
    if let repeated, token.text == "*", token.range.lowerBound == repeated.end { return set(.value(repeated.levels)) }
    switch token.kind {
    case .string, .openString: set(.value(.value(.string, nil)))
    case .number:
      let isInteger = token.text.utf8.allSatisfy { (0x30...0x39).contains($0) }
      set(.value(.value(isInteger ? .integer : .double, nil)))
    case .variable: takeVariable(String(token.text.dropFirst()))
    case .collectionOperator:
      if case .member(let place) = levels[last].state { set(.value(place.apply(token.text))) }
    case .sign: takeOperator(token.text)
    case .word: takeWord(token.text, at: token.range, isCall: next?.isMark("(") ?? false)
    case .mark: takeMark(token.text)
    }
  }

  private mutating func set(_ state: State) {
    let last = levels.count - 1
    levels[last].state = state
    switch state {
    case .value, .condition, .compared: levels[last].isInArithmetic = false
    case .operand, .member: break
    }
  }

  private mutating func takeVariable(_ name: String) {
    let last = levels.count - 1
    if case .subquery = levels[last].kind, levels[last].argument == 1 {
      levels[last].variable = name
      return
    }
    let known = visibleVariables.first { $0.name.hasSameScalars(as: name) }
    set(.value(known?.place ?? .unknown))
  }

  private mutating func takeWord(_ text: String, at range: Range<Int>, isCall: Bool) {
    if case .member(let place) = levels[levels.count - 1].state { return step(from: place, to: text, at: range) }
    if takeOperator(text) { return }
    pendingName = isCall ? text : ""
    if isCall { return set(.value(.unknown)) }
    if let named = names.first(where: { $0.name.hasSameScalars(as: text) }) { return set(.value(named.place)) }
    switch text.uppercased() {
    case "SIZE":
      levels[levels.count - 1].isSize = true
      set(.value(.value(.integer, nil)))
    case "TRUEPREDICATE", "FALSEPREDICATE": set(.condition)
    case "YES", "NO", "TRUE", "FALSE": set(.value(.value(.boolean, nil)))
    case "NIL", "NULL", "FIRST", "LAST": set(.value(.unknown))
    case "SELF": set(.value(root))
    default:
      let place = root.step(to: Self.plain(text), in: model)
      if case .unknown = place, let entity = model.entity(named: text), !entity.table.isEmpty {
        namedEntity = entity
        return set(.value(.objects(entity)))
      }
      // After `previous x` or `each x`, a value must follow.
      let isSpoken = Self.spokenCalls.contains { text.lowercased().hasSameScalars(as: $0) }
      if case .unknown = place, isSpoken, readsValues {
        levels[levels.count - 1].isInArithmetic = true
        return set(.operand)
      }
      step(from: root, to: text, at: range)
    }
  }

  private mutating func step(from place: PathTarget, to text: String, at range: Range<Int>) {
    let name = Self.plain(text)
    set(.value(place.step(to: name, in: model)))
    let levels = place.step(to: QueryKeyPath.levels(of: name), in: model)
    if case .objects = levels { repeated = (levels, range.upperBound) }
  }

  /// Calls whose argument follows without parentheses.
  private static let spokenCalls = ["previous", "next", "running", "each"]

  private static func plain(_ text: String) -> String { text.hasPrefix("#") ? String(text.dropFirst()) : text }

  /// Reads an operator. Returns false if the text is not one.
  @discardableResult
  private mutating func takeOperator(_ text: String) -> Bool {
    let spelling = text.uppercased()
    let last = levels.count - 1
    let matching = OperatorTable.entries.filter { $0.spellings.contains(spelling) }
    guard let entry = matching.first else { return false }
    switch entry.class {
    case .logical:
      levels[last].compared = nil
      levels[last].isQuantified = false
      levels[last].isInArithmetic = false
      set(.operand)
    case .negation: set(.operand)
    case .quantifier:
      levels[last].isQuantified = true
      set(.operand)
    case .comparison:
      let left: PathTarget = if case .value(let place) = levels[last].state { place } else { .unknown }
      levels[last].compared = Compared(entry: entry, left: left)
      set(.compared)
    case .assignment, .set, .bitwise, .arithmetic, .sign:
      set(.operand)
      levels[last].isInArithmetic = true
    }
    return true
  }

  private mutating func takeMark(_ text: String) {
    let last = levels.count - 1
    switch text {
    case ".":
      if case .value(let place) = levels[last].state { set(.member(place)) }
    case ",": takeComma()
    case "(": open()
    case "{":
      levels.append(Level(kind: .list, compared: levels[last].compared))
    case "[":
      if case .compared = levels[last].state, let entry = levels[last].compared?.entry {
        levels.append(Level(kind: .options(entry)))
      } else {
        levels.append(Level(kind: .index, keyed: namedEntity))
      }
    default: close()
    }
  }

  private mutating func takeComma() {
    let last = levels.count - 1
    if case .subquery = levels[last].kind, levels[last].argument == 0, case .value(let place) = levels[last].state {
      levels[last].collection = place
    }
    levels[last].argument += 1
    levels[last].isInArithmetic = false
    if !isList(levels[last]) { levels[last].compared = nil }
    levels[last].isQuantified = false
    set(.operand)
  }

  private mutating func open() {
    let name = pendingName
    pendingName = ""
    guard case .value = levels[levels.count - 1].state else {
      return levels.append(Level(kind: .group, compared: nil))
    }
    levels.append(Level(kind: name.uppercased() == "SUBQUERY" ? .subquery : .call(name)))
  }

  private mutating func close() {
    guard levels.count > 1 else {
      isBroken = true
      return
    }
    let closed = levels.removeLast()
    switch closed.kind {
    case .root: break
    case .options: set(.operand)
    case .index:
      if case .value(let place) = levels[levels.count - 1].state {
        set(.value(closed.isSize ? .value(.integer, nil) : place.element))
      }
    case .list: set(.value(.unknown))
    case .subquery: set(.value(closed.collection))
    case .call(let name): set(.value(Self.result(of: name)))
    case .group:
      if case .value(let place) = closed.state, closed.compared == nil { set(.value(place)) } else { set(.condition) }
    }
  }

  private static func result(of name: String) -> PathTarget {
    guard let definition = FunctionTable.standard.definition(named: name) else { return .unknown }
    let type = definition.resultType(for: definition.parameters.map { _ in .any })
    return .value(type, nil)
  }
}
