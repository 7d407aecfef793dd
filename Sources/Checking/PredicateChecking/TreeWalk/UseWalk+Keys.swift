import PredicateSyntax
import PredicateValues

extension UseWalk {
  private typealias Component = (component: QueryKeyPath.Component, range: SourceRange)

  private static func components(_ path: QueryKeyPath, _ range: SourceRange) -> [Component] {
    zip(path.components, path.ranges(in: range)).map { ($0, $1) }
  }

  /// What the profile knows about an expression.
  func lookup(_ expression: QueryExpression) -> KeyLookup {
    switch expression.node {
    case .variable(let name): variable(name, expression.range, hasPath: false)
    case .keyPath(let path): root(Self.components(path, expression.range))
    case .path(let base, let path):
      switch lookup(base: base) {
      case .key(let key): follow(key, Self.components(path, expression.range)[...])
      case let other: other
      }
    case .index(let base, let index):
      switch (lookup(base), index) {
      case (_, .size): .key(ProfileKey(.integer))
      case (.key(let key), _) where key.type == .list: .key(key.ofElements)
      case (.unknown(let name), _): .unknown(name)
      default: .untyped
      }
    case .subquery(let collection, _, _): lookup(collection)
    default: .untyped
    }
  }

  /// What the profile knows about the expression before a path.
  private func lookup(base: QueryExpression) -> KeyLookup {
    if case .variable(let name) = base.node { return variable(name, base.range, hasPath: true) }
    return lookup(base)
  }

  private func variable(_ name: String, _ range: SourceRange, hasPath: Bool) -> KeyLookup {
    if let bound = scope.last(where: { $0.name.hasSameScalars(as: name) }) {
      return bound.key.map { .key($0) } ?? .untyped
    }
    if let key = profile.variables[name] { return .key(key) }
    let severity: UnknownNames
    let isOfSubquery = profile.unknownVariables == .unnoted
    if isOfSubquery {
      // A program may set any variable outside of SUBQUERY. $0 is an argument of Realm.
      if scope.isEmpty || name.allSatisfy(\.isNumber) { return .untyped }
      severity = severityInSubquery(hasPath: hasPath)
    } else {
      severity = profile.unknownVariables
    }
    return .unknown(
      UnknownName(
        code: .unknownVariable, name: "$" + name, range: range, severity: severity,
        owner: isOfSubquery ? "the SUBQUERY" : profile.name, about: nil,
        candidates: (profile.variables.keys + scope.map(\.name)).map { "$" + $0 },
        declared: isOfSubquery ? scope.last { !$0.isUsed }.map { "$" + $0.name } : nil))
  }

  /// The severity for a variable that occurs in the condition of SUBQUERY, and that no SUBQUERY declares. If the condition does not use the declared
  /// variable, the undeclared variable is a mistake. Otherwise a program may set the undeclared variable. Then only a name that resembles the declared
  /// name is a mistake.
  private func severityInSubquery(hasPath: Bool) -> UnknownNames {
    if scope.allSatisfy(\.isUsed) { return profile.setsVariables ? .near : .note }
    return hasPath && !profile.setsVariables ? .error : .note
  }

  private func root(_ components: [Component]) -> KeyLookup {
    guard let first = components.first else { return .untyped }
    let rest = components.dropFirst()
    if let term = text.term(at: first.range) {
      switch term.kind {
      case .named(let word, let name): return named(word, name, first.range, rest)
      default: return .untyped
      }
    }
    guard case .key(let name) = first.component else { return .untyped }
    if let key = profile.keys[name] { return follow(key, rest) }
    if profile.unknownKeys == .unnoted { return .untyped }
    return .unknown(
      UnknownName(
        code: .unknownKey, name: name, range: first.range, severity: profile.unknownKeys, owner: profile.name,
        about: profile.unknownKeysAbout, candidates: Array(profile.keys.keys)))
  }

  /// Looks up a key in a term, `@status(management.declarations.configurations)`, perhaps followed by members.
  private func named(
    _ word: String, _ name: String, _ range: SourceRange, _ rest: ArraySlice<Component>
  ) -> KeyLookup {
    guard let term = profile.terms[word] else { return .untyped }
    if let key = term.keys[name] { return follow(key, rest) }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    for count in stride(from: parts.count - 1, to: 0, by: -1) {
      guard var key = term.keys[parts[..<count].joined(separator: ".")] else { continue }
      for part in parts[count...] {
        switch member(named: part, of: key, range) {
        case .key(let found): key = key.type == .list ? found.throughList : found
        case let other: return other
        }
      }
      return follow(key, rest)
    }
    if term.unknownKeys == .unnoted { return .untyped }
    return .unknown(
      UnknownName(
        code: .unknownKey, name: name, range: range, severity: term.unknownKeys, owner: "@\(word)",
        about: term.unknownKeysAbout, candidates: Array(term.keys.keys), term: word))
  }

  /// The key or member at the end of a path that begins with a key of the profile.
  private func follow(_ start: ProfileKey, _ components: ArraySlice<Component>) -> KeyLookup {
    var key = start
    for (component, range) in components {
      switch component {
      case .collectionOperator("count"): return .key(ProfileKey(.integer))
      case .collectionOperator("sum"), .collectionOperator("avg"): return .key(ProfileKey(.number))
      case .key(let name):
        switch member(named: memberName(name, range), of: key, range) {
        case .key(let found): key = key.type == .list ? found.throughList : found
        case let other: return other
        }
      default: return .untyped
      }
    }
    return .key(key)
  }

  private func memberName(_ name: String, _ range: SourceRange) -> String {
    if let term = text.term(at: range) {
      switch term.kind {
      case .named(_, let member): return member
      case .time: return String(term.original.prefix { $0 != "(" })
      default: break
      }
    }
    return name
  }

  private func member(named name: String, of key: ProfileKey, _ range: SourceRange) -> KeyLookup {
    let owner = key.ofElements
    if let member = owner.members[name] { return .key(member) }
    if owner.type == .text, let property = StringProperty(name: name) {
      return .key(ProfileKey(Self.type(of: property)))
    }
    if owner.type == .date, Self.dateProperties.contains(name) { return .key(ProfileKey(.number)) }
    if owner.type == .text || owner.type == .date {
      return .unknown(
        UnknownName(
          code: .unknownProperty, name: name, range: range, severity: .note, owner: owner.type.phrase, about: nil,
          candidates: owner.type == .text ? StringProperty.allCases.map(\.rawValue) : Self.dateProperties))
    }
    guard !owner.members.isEmpty, owner.unknownMembers != .unnoted else { return .untyped }
    // A list of members may be incomplete, so an unknown name is only a note unless the profile specifies otherwise.
    return .unknown(
      UnknownName(
        code: .unknownKey, name: name, range: range, severity: owner.unknownMembers ?? .note, owner: "the object",
        about: nil, candidates: Array(owner.members.keys)))
  }

  /// The properties of a date that Apple's systems can read as keys. The language's own properties, such as `hour`, are an extension.
  private static let dateProperties = [
    "timeIntervalSince1970", "timeIntervalSinceNow", "timeIntervalSinceReferenceDate",
  ]

  private static func type(of property: StringProperty) -> ProfileType {
    switch property.type {
    case .integer: .integer
    case .double: .number
    case .boolean: .boolean
    default: .text
    }
  }

  /// Reports the issues of a path, and the parts that the profile has rules about.
  mutating func visitKey(_ expression: QueryExpression) {
    visitSteps(expression)
    switch lookup(expression) {
    case .unknown(let name): report(name)
    case .key(let key):
      if let reason = key.notSearched {
        add(.keyNotSearched, .error, expression.range, reason)
      }
    case .untyped: break
    }
  }

  private mutating func visitSteps(_ expression: QueryExpression) {
    let path: QueryKeyPath
    var isFromRoot = false
    switch expression.node {
    case .keyPath(let found):
      path = found
      isFromRoot = true
    case .path(let base, let found):
      path = found
      switch base.node {
      case .variable: break
      case .literal(.integer), .literal(.double), .literal(.decimal): visitNumberPath(expression)
      case .keyPath, .path: visitSteps(base)
      default: visit(base)
      }
    default: return
    }
    let components = Self.components(path, expression.range)
    var keys = 0
    for (index, step) in components.enumerated() {
      switch step.component {
      case .key(let name):
        keys += 1
        if index > 0, name != "length", StringProperty(name: name) != nil { use(.textProperty, step.range) }
      case .collectionOperator(let name):
        if CollectionOperator(name: name) != nil {
          use(.collectionOperator, step.range)
        } else if let nearest = Self.nearestOperator(name), text.term(at: step.range) == nil {
          issues.append(
            PredicateIssue(
              severity: .error, kind: .unknownKey, code: DiagnosticCode.unknownCollectionOperator.rawValue,
              message: "there is no collection operator “@\(name)”", range: step.range,
              hint: "the nearest name is @\(nearest)",
              suggestion: "@\(nearest)"))
        } else if profile.syntax.contains(.extensionTerms), text.term(at: step.range) == nil {
          use(profile.terms[name] == nil ? .unknownTerm : .bareTerm, step.range)
        }
      case .call(let name, let arguments):
        checkFunction(name, taking: arguments.count + 1, step.range)
        for argument in arguments { visit(argument) }
      case .placeholder: if !profile.takesArguments { use(.placeholder, step.range) }
      case .variable: break
      }
    }
    if isFromRoot, keys > 1 { use(.keyPath, expression.range) }
  }

  /// The collection operator that a name is a misspelling of. Names such as `@allKeys` are not misspellings: `@` also reads a dictionary's own
  /// properties.
  private static func nearestOperator(_ name: String) -> String? {
    let others = ["allKeys", "allValues", "keys", "values", "links", "type", "size", "first", "last"]
    let operators = CollectionOperator.allCases.map(\.rawValue)
    return NearestSpelling.of(name, among: operators + others).flatMap { operators.contains($0) ? $0 : nil }
  }

  /// Reports `2.x`, which reads a key of a number: a text without quotes is probably meant.
  private mutating func visitNumberPath(_ expression: QueryExpression) {
    guard let written = text.bytes.text(at: expression.range) else { return }
    add(
      .keyOfNumber, .error, expression.range, "“\(written)” reads a key of a number, but a number has no keys",
      hint: "write \"\(written)\"", mend: .quoted(written))
  }

  /// Reports an unknown name, with the nearest known one.
  mutating func report(_ unknown: UnknownName) {
    guard unknown.severity != .unnoted else { return }
    let quotes: Set<Character> = ["'", "\""]
    if let word = unknown.term, let quote = unknown.name.first, quotes.contains(quote), unknown.name.last == quote,
      unknown.name.count > 2
    {
      let name = unknown.name.dropFirst().dropLast()
      add(
        unknown.code, .error, unknown.range, "the name in @\(word)(…) must be in quotes",
        hint: "write @\(word)(\(name))", mend: Mend("@\(word)(\(name))"))
      return
    }
    let nearest = NearestSpelling.of(unknown.name, among: unknown.candidates.sorted())
    if unknown.severity == .near, nearest == nil { return }
    // An application's own attributes of Spotlight have an underscore: com_example_key, _kMDItemGroupId.
    let isOwnAttribute = nearest == nil && unknown.severity != .error && unknown.name.utf8.contains(UInt8(ascii: "_"))
    if isOwnAttribute, profile.syntax.contains(.spotlight) { return }
    let isError = unknown.severity == .error || unknown.severity == .nearError && nearest != nil
    let isOnce = !isError || unknown.declared != nil
    if nearest == nil, isOnce, !notedNames.insert(unknown.name).inserted { return }
    let about = unknown.about.map { "; \($0)" } ?? ""
    add(
      unknown.code, isError ? .error : .note, unknown.range,
      "\(unknown.owner) has no \(unknown.code.subject) “\(unknown.name)”\(about)",
      hint: nearest.map { "the nearest name is \($0)" } ?? unknown.declared.map { "the SUBQUERY declares \($0)" },
      suggestion: nearest,
      mend: nearest.flatMap { name in unknown.term.map { Mend("@\($0)(\(name))") } })
  }
}

extension CheckCode {
  /// What a name with this code is called in messages.
  fileprivate var subject: String {
    switch self {
    case .unknownVariable: "variable"
    case .unknownProperty: "property"
    default: "key"
    }
  }
}

/// The result of looking up an expression that names a key in a profile.
enum KeyLookup {
  /// A key of the profile, or a member of one.
  case key(ProfileKey)
  /// A name that the profile does not have.
  case unknown(UnknownName)
  /// The profile has no facts about the expression.
  case untyped
}

/// A name that a profile does not have, and the parts of its message.
struct UnknownName {
  let code: CheckCode
  let name: String
  let range: SourceRange
  let severity: UnknownNames
  let owner: String
  let about: String?
  let candidates: [String]
  /// The term that the name belongs to: `status` for `@status(name)`.
  var term: String?
  /// The variable that a surrounding SUBQUERY declares and does not use.
  var declared: String?
}

/// The variable of a SUBQUERY.
struct BoundVariable {
  let name: String
  /// The key of the elements; nil if their type is unknown.
  let key: ProfileKey?
  /// Whether the condition of the SUBQUERY reads the variable.
  let isUsed: Bool

  init(_ name: String, _ key: ProfileKey?, in condition: QueryPredicate) {
    self.name = name
    self.key = key
    var search = VariableSearch(name: name)
    condition.walk(&search)
    isUsed = search.isFound
  }

  /// Searches a condition for a variable.
  private struct VariableSearch: PredicateVisitor {
    let name: String
    var isFound = false

    mutating func visit(_ predicate: QueryPredicate) -> Bool { !isFound }

    mutating func visit(_ expression: QueryExpression) -> Bool {
      if case .variable(let other) = expression.node, other.hasSameScalars(as: name) { isFound = true }
      return !isFound
    }
  }
}

/// A comparison of a key with constants, for the checks of values.
struct KeyComparison {
  let key: ProfileKey
  /// How the key is written.
  let name: String
  /// The range of the key.
  let range: SourceRange
  /// The operator. It is reversed if the key was written on the right.
  let `operator`: ComparisonOperator
  /// Whether the constants are written as a list.
  let isList: Bool
  /// ANY or ALL; `direct` for neither.
  let quantifier: Quantifier
  /// The options in brackets.
  let options: StringOptions
  let constants: [KeyConstant]
}

/// A constant that a key is compared with.
struct KeyConstant {
  let literal: QueryLiteral
  /// The range of the constant.
  let range: SourceRange

  /// The constant as a text; nil for other types.
  var text: String? {
    if case .string(let text) = literal { text } else { nil }
  }

  /// The constant as an integer; nil for other types.
  var integer: Int64? {
    if case .integer(let number) = literal { number } else { nil }
  }
}
