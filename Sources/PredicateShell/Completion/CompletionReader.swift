import PredicateModel
import PredicateSyntax
import PredicateValues

/// Follows an unfinished condition or value from left to right, forgiving everything, and knows at each place what may come.
struct CompletionReader {
  /// A comparison whose right side is missing.
  struct Compared {
    let entry: OperatorEntry
    let left: CompletionPlace
  }

  /// What may come.
  enum Expectation {
    /// A value; behind an operator what it is compared with; behind ANY, ALL or NONE something with many elements.
    case operand(Compared?, isQuantified: Bool)
    /// A property, behind a dot.
    case member(CompletionPlace)
    /// An operator that takes the value before it.
    case operation(CompletionPlace, isQuantified: Bool)
    /// Letters behind `[`.
    case options(StringOptions)
    /// AND, OR, or the end of what is open.
    case connective
    /// The name of a SUBQUERY's variable, for elements of the collection.
    case newVariable(CompletionPlace)
    /// A number, a bracket: nothing that could be proposed.
    case nothing
  }

  private enum Kind {
    case root
    case group
    case call(String)
    case subquery
    case list
    case index
    case options(OperatorEntry)
  }

  /// What is open.
  private struct Level {
    var kind: Kind
    var state: State = .operand
    /// What was compared with what, once there is an operator.
    var compared: Compared?
    var isQuantified = false
    /// The argument's number, in SUBQUERY.
    var argument = 0
    /// SUBQUERY's collection and variable.
    var collection: CompletionPlace = .unknown
    var variable: String?
  }

  private enum State {
    case operand
    case member(CompletionPlace)
    case value(CompletionPlace)
    /// The last token was a comparison operator: options may follow.
    case compared
    case condition
  }

  let model: DataModel
  let root: CompletionPlace
  /// The types of the session's variables.
  let variables: [(name: String, type: QueryType)]
  private var levels = [Level(kind: .root)]

  /// A reader at the beginning of a condition about an object.
  init(model: DataModel, root: CompletionPlace, variables: [(name: String, type: QueryType)]) {
    self.model = model
    self.root = root
    self.variables = variables
  }

  /// How many brackets are open.
  var depth: Int { levels.count - 1 }

  /// Whether a complete condition, or a value, has been read and nothing is open.
  var isComplete: Bool {
    guard depth == 0 else { return false }
    switch levels[0].state {
    case .condition, .value: return true
    default: return false
    }
  }

  /// The variables that can be named here, inner ones first.
  var visibleVariables: [(name: String, place: CompletionPlace)] {
    let inner = levels.reversed().compactMap { level in
      level.argument >= 2 ? level.variable.map { ($0, level.collection.element) } : nil
    }
    return inner + variables.map { ($0.name, .value($0.type, nil)) }
  }

  /// What may come now.
  var expectation: Expectation {
    let level = levels[levels.count - 1]
    if case .options(let entry) = level.kind { return .options(entry.options) }
    if case .subquery = level.kind, level.argument == 1 { return .newVariable(level.collection) }
    switch level.state {
    case .operand, .compared: return .operand(level.compared, isQuantified: level.isQuantified)
    case .member(let place): return .member(place)
    case .condition: return .connective
    case .value(let place):
      if level.compared != nil, !isList(level) { return .connective }
      return isList(level) ? .nothing : .operation(place, isQuantified: level.isQuantified)
    }
  }

  private func isList(_ level: Level) -> Bool {
    if case .list = level.kind { true } else { false }
  }

  // MARK: Reading

  /// Takes the next piece. The one behind it tells a function from a property.
  mutating func take(_ token: CompletionToken, next: CompletionToken?) {
    let last = levels.count - 1
    switch token.kind {
    case .string: set(.value(.value(.string, nil)))
    case .number:
      let isInteger = token.text.utf8.allSatisfy { (0x30...0x39).contains($0) }
      set(.value(.value(isInteger ? .integer : .double, nil)))
    case .variable: takeVariable(String(token.text.dropFirst()))
    case .collectionOperator:
      if case .member(let place) = levels[last].state { set(.value(place.apply(token.text))) }
    case .sign: takeOperator(token.text)
    case .word: takeWord(token.text, isCall: next?.isMark("(") ?? false)
    case .mark: takeMark(token.text)
    }
  }

  private mutating func set(_ state: State) { levels[levels.count - 1].state = state }

  private mutating func takeVariable(_ name: String) {
    let last = levels.count - 1
    if case .subquery = levels[last].kind, levels[last].argument == 1 {
      levels[last].variable = name
      return
    }
    let known = visibleVariables.first { $0.name.hasSameScalars(as: name) }
    set(.value(known?.place ?? .unknown))
  }

  private mutating func takeWord(_ text: String, isCall: Bool) {
    if case .member(let place) = levels[levels.count - 1].state {
      return set(.value(place.step(to: Self.plain(text), in: model)))
    }
    if takeOperator(text) { return }
    pendingName = isCall ? text : ""
    if isCall { return set(.value(.unknown)) }
    switch text.uppercased() {
    case "TRUEPREDICATE", "FALSEPREDICATE": set(.condition)
    case "YES", "NO", "TRUE", "FALSE": set(.value(.value(.boolean, nil)))
    case "NIL", "NULL", "FIRST", "LAST", "SIZE": set(.value(.unknown))
    case "SELF": set(.value(root))
    default: set(.value(root.step(to: Self.plain(text), in: model)))
    }
  }

  /// The word before the current token: what a bracket behind it calls.
  private var pendingName = ""

  private static func plain(_ text: String) -> String { text.hasPrefix("#") ? String(text.dropFirst()) : text }

  /// Takes an operator; false where the text is none.
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
      set(.operand)
    case .negation: set(.operand)
    case .quantifier:
      levels[last].isQuantified = true
      set(.operand)
    case .comparison:
      let left: CompletionPlace = if case .value(let place) = levels[last].state { place } else { .unknown }
      levels[last].compared = Compared(entry: entry, left: left)
      set(.compared)
    case .assignment, .set, .bitwise, .arithmetic, .sign: set(.operand)
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
        levels.append(Level(kind: .index))
      }
    default: close()
    }
  }

  private mutating func takeComma() {
    let last = levels.count - 1
    if case .subquery = levels[last].kind {
      if levels[last].argument == 0, case .value(let place) = levels[last].state { levels[last].collection = place }
      levels[last].argument += 1
    }
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
    guard levels.count > 1 else { return }
    let closed = levels.removeLast()
    switch closed.kind {
    case .root: break
    case .options: set(.operand)
    case .index:
      if case .value(let place) = levels[levels.count - 1].state { set(.value(place.element)) }
    case .list: set(.value(.unknown))
    case .subquery: set(.value(closed.collection))
    case .call(let name): set(.value(Self.result(of: name)))
    case .group:
      if case .value(let place) = closed.state, closed.compared == nil { set(.value(place)) } else { set(.condition) }
    }
  }

  private static func result(of name: String) -> CompletionPlace {
    guard let definition = FunctionTable.standard.definition(named: name) else { return .unknown }
    let type = definition.resultType(for: definition.parameters.map { _ in .any })
    return .value(type, nil)
  }
}
