import PredicateModel
import PredicateValues

/// The candidates inside a condition or a value.
package struct ConditionCandidates {
  let model: DataModel
  /// The object whose properties can be named at the beginning of a path.
  let root: PathTarget
  /// The variables that are visible at the cursor.
  let variables: [(name: String, place: PathTarget)]
  /// Returns an attribute's values that begin with a text; empty if they cannot be found quickly.
  let values: (PathTarget.Source, String) -> [QueryValue]
  /// Names in addition to the properties of `root`, as statements write them: keys and columns of groups.
  let names: [(name: String, place: PathTarget)]

  /// The candidates for an expectation. `typed` is the text before the cursor that is being typed.
  package func candidates(for expectation: ExpressionCursor.Expectation, typed: String) -> [CompletionCandidate] {
    switch expectation {
    case .condition: start() + functions(typed: typed)
    case .operand(let compared): operands(comparedWith: compared, typed: typed)
    case .list(let compared): lists(comparedWith: compared, typed: typed)
    case .element(let compared): elements(comparedWith: compared, typed: typed)
    case .value(let type): values(of: type, typed: typed)
    case .collection: collections(typed: typed)
    case .index: Self.indexes
    case .key(let entity, let attribute):
      keys(PathTarget.Source(entity: entity, attribute: attribute), typed: typed)
    case .castTarget: CastTarget.allCases.map { CompletionCandidate("\"\($0.name)\"", .value, suffix: ")") }
    case .arithmetic(let place): Self.arithmetic(behind: place)
    case .member(let place): properties(of: place)
    case .operation(let place, let isQuantified): operators(for: place, isQuantified: isQuantified, typed: typed)
    case .options(let options): Self.options(options)
    case .connective:
      [CompletionCandidate("AND", .keyword), CompletionCandidate("OR", .keyword)]
    case .newVariable(let collection):
      [CompletionCandidate(Self.variableName(for: collection), .variable, suffix: ", ")]
    case .nothing: []
    }
  }

  package init(
    model: DataModel, root: PathTarget, variables: [(name: String, place: PathTarget)],
    values: @escaping (PathTarget.Source, String) -> [QueryValue], names: [(name: String, place: PathTarget)] = []
  ) {
    self.model = model
    self.root = root
    self.variables = variables
    self.values = values
    self.names = names
  }

  private static let indexes = ["FIRST", "LAST", "SIZE"].map { CompletionCandidate($0, .keyword, suffix: "]") }

  /// The values of an attribute that belongs to a key.
  private func keys(_ source: PathTarget.Source, typed: String) -> [CompletionCandidate] {
    values(source, Self.isText(typed) ? String(typed.dropFirst()) : typed).compactMap(Self.literal)
  }

  /// The values at a path of names inside the dictionaries of an attribute. Arrays on the path contribute each of their elements.
  private func values(in source: PathTarget.Source, _ names: [String]) -> [QueryValue] {
    names.reduce(values(source, "").flatMap(\.elements)) { found, name in
      found.flatMap { value -> [QueryValue] in
        if case .dictionary(let dictionary) = value { dictionary[name]?.elements ?? [] } else { [] }
      }
    }
  }

  /// The names in the dictionaries at a path inside an attribute.
  private func names(in source: PathTarget.Source, _ names: [String]) -> [CompletionCandidate] {
    let found = values(in: source, names).flatMap { value -> [String] in
      if case .dictionary(let dictionary) = value { dictionary.keys } else { [] }
    }
    return Self.distinct(found.map { CompletionCandidate(Self.written($0), .attribute) })
  }

  private static func distinct(_ candidates: [CompletionCandidate]) -> [CompletionCandidate] {
    var seen: Set<ScalarString> = []
    return candidates.filter { seen.insert(ScalarString($0.text)).inserted }
  }

  // MARK: Operands

  /// Candidates for the beginning of a condition.
  package func start() -> [CompletionCandidate] {
    // ANY, ALL and NONE are left out for groups, which have no collections.
    let words = (names.isEmpty ? ["NOT", "ANY", "ALL", "NONE"] : ["NOT"]).map { CompletionCandidate($0, .keyword) }
    guard names.isEmpty else { return named(of: nil) + words }
    let others = [
      CompletionCandidate("SUBQUERY(", .function, suffix: ""), CompletionCandidate("TRUEPREDICATE", .keyword),
    ]
    return members(of: root) { _ in true } + named(of: nil) + words + others
  }

  private func operands(comparedWith compared: ExpressionCursor.Compared, typed: String) -> [CompletionCandidate] {
    let found = elements(comparedWith: compared, typed: typed)
    guard !Self.isText(typed), compared.left.source?.attribute.isOptional ?? true else { return found }
    return found + [CompletionCandidate("nil", .value)]
  }

  /// Values for an element of a list after IN or BETWEEN. Nil is left out, because lists do not need it.
  private func elements(comparedWith compared: ExpressionCursor.Compared, typed: String) -> [CompletionCandidate] {
    let place = compared.left.element
    var candidates: [CompletionCandidate] = []
    if let source = place.source, source.attribute.type != .boolean {
      candidates += values(source, Self.isText(typed) ? String(typed.dropFirst()) : typed).compactMap(Self.literal)
    }
    if case .inside(let source, let names) = place {
      candidates += Self.distinct(values(in: source, names).compactMap(Self.literal))
    }
    if Self.isText(typed) { return candidates }
    if case .object(let entity) = place, !entity.objectKey.isEmpty {
      candidates.append(CompletionCandidate(ObjectReference.labelStart(entity.name), .entity, suffix: ""))
    }
    if place.type == .boolean { candidates += ["YES", "NO"].map { CompletionCandidate($0, .value) } }
    return candidates + values(of: place.type, typed: typed)
  }

  /// Candidates after IN and BETWEEN: a list, or a value that may be a list.
  private func lists(comparedWith compared: ExpressionCursor.Compared, typed: String) -> [CompletionCandidate] {
    let isIn = compared.entry.spelling == "IN"
    let holdsTexts = isIn && compared.left.element.type.family == .string
    let lists = variables.filter { variable in
      switch variable.place.type.family {
      case .collection, nil: true
      case .string: holdsTexts
      default: false
      }
    }
    let found = (typed.isEmpty ? [CompletionCandidate("{", .keyword, suffix: "")] : []) + lists.map(Self.candidate)
    guard isIn else { return found }
    return found
      + members(of: root) { member in
        if case .attribute(let attribute) = member { holdsTexts && attribute.type == .string } else { true }
      }
  }

  /// Candidates that have many elements.
  private func collections(typed: String) -> [CompletionCandidate] {
    members(of: root) { $0.leadsToMany }
      + variables.filter { Self.isObject($0.place) || $0.place.type.family == .collection || $0.place.type == .any }
      .map(Self.candidate)
  }

  /// Values of a type's family; of any family for nil.
  private func values(of type: QueryType?, typed: String) -> [CompletionCandidate] {
    if Self.isText(typed) { return [] }
    return named(of: type) + members(of: root) { member in type.map { Self.leads(member, to: $0) } ?? true }
      + functions(typed: typed, of: type)
  }

  private static func isText(_ typed: String) -> Bool { typed.hasPrefix("\"") || typed.hasPrefix("'") }

  /// Whether a member has the type's family, or is a to-one relationship, through which such a value can be reached.
  private static func leads(_ member: EntityMember, to type: QueryType) -> Bool {
    switch member {
    case .attribute(let attribute): type.family == nil || attribute.type.canMeet(type)
    case .relationship(let relationship): relationship.cardinality == .toOne
    }
  }

  private func named(of type: QueryType?) -> [CompletionCandidate] {
    func fits(_ place: PathTarget) -> Bool { type.map { place.type.canMeet($0) } ?? true || Self.isObject(place) }
    return names.filter { fits($0.place) }.map {
      CompletionCandidate($0.name, .attribute, suffix: Self.isObject($0.place) ? "." : " ")
    } + variables.filter { fits($0.place) }.map(Self.candidate)
  }

  private static func candidate(_ variable: (name: String, place: PathTarget)) -> CompletionCandidate {
    CompletionCandidate("$" + variable.name, .variable, suffix: isObject(variable.place) ? "." : " ")
  }

  private static func isObject(_ place: PathTarget) -> Bool {
    if case .object = place { true } else { false }
  }

  /// Functions are proposed only after a letter was typed, because there are many of them.
  package func functions(typed: String, of type: QueryType? = nil) -> [CompletionCandidate] {
    guard !typed.isEmpty else { return [] }
    return FunctionTable.standard.all.filter { definition in
      // Functions that are properties of dates are left out: they are proposed after the dot of a date.
      if DateProperty.isFunction(definition) { return false }
      guard definition.isSupported, let type else { return definition.isSupported }
      return definition.resultType(for: definition.parameters.map { _ in .any }).canMeet(type)
    }.map { definition in
      let isBare = definition.parameters.count == 1 && definition.name.hasSuffix(":")
      let name = isBare ? String(definition.name.dropLast()) : definition.name
      let end = definition.parameters.isEmpty && !definition.isVariadic ? "()" : "("
      return CompletionCandidate(name + end, .function, suffix: "")
    }
  }

  /// A value as a literal. Nil for a value whose literal would not help.
  package static func literal(_ value: QueryValue) -> CompletionCandidate? {
    switch value {
    case .string(let text), .url(let text):
      let shown = QueryExpression.literal(.string(text)).exactFormat
      return shown.utf8.count > 80 ? nil : CompletionCandidate(shown, .value)
    case .integer(let number): return CompletionCandidate(String(number), .value)
    case .double(let number): return CompletionCandidate("\(number)", .value)
    case .decimal(let number): return CompletionCandidate(number.description, .value)
    case .date(let date):
      return CompletionCandidate("\"\(DateText.text(of: date, precision: DateText.precision(of: date)))\"", .value)
    default: return nil
    }
  }

  // MARK: Properties

  private func properties(of place: PathTarget) -> [CompletionCandidate] {
    switch place {
    case .object: members(of: place) { _ in true }
    case .objects: Self.collectionOperators(of: place) + members(of: place) { _ in true }
    case .values: Self.collectionOperators(of: place)
    case .aggregate(let collectionOperator, _):
      members(of: place) { member in
        guard case .attribute(let attribute) = member else { return false }
        return (collectionOperator != .sum && collectionOperator != .avg) || attribute.type.family == .number
      }
    case .value(.string, _): [CompletionCandidate("length", .attribute)]
    case .value(.date, _): DateProperty.allCases.map { CompletionCandidate($0.rawValue, .attribute) }
    case .value(.any, let source?): names(in: source, [])
    case .inside(let source, let inner): names(in: source, inner)
    case .value, .unknown: []
    }
  }

  private static func collectionOperators(of place: PathTarget) -> [CompletionCandidate] {
    let all = [CollectionOperator.count, .sum, .avg, .min, .max]
    return all.filter { $0 == .count || isObjects(place) }.map {
      CompletionCandidate("@" + $0.rawValue, .collectionOperator, suffix: $0.needsKey ? "." : " ")
    }
  }

  private static func isObjects(_ place: PathTarget) -> Bool {
    if case .objects = place { true } else { false }
  }

  /// The members of an object, or of the elements of a collection.
  func members(of place: PathTarget, where isWanted: (EntityMember) -> Bool) -> [CompletionCandidate] {
    let entity: Entity
    switch place {
    case .object(let one), .objects(let one), .aggregate(_, let one): entity = one
    case .value, .values, .inside, .unknown: return []
    }
    let relationships = entity.relationships.flatMap { relationship in
      let levels = relationship.levels(keyLength: entity.key.columns.count)
      guard case .objects = PathTarget.object(entity).step(to: levels.name, in: model) else { return [relationship] }
      return [relationship, levels]
    }
    let all = entity.attributes.map { EntityMember.attribute($0) } + relationships.map { .relationship($0) }
    return all.filter(isWanted).map { member in
      let name = Self.written(member.name)
      switch member {
      case .attribute: return CompletionCandidate(name, .attribute)
      case .relationship: return CompletionCandidate(name, .relationship, suffix: ".")
      }
    }
  }

  /// A name as key paths write it: with `#` if it is a word of the language, after a dot in quotes if it is not an identifier.
  private static func written(_ name: String) -> String {
    QueryKeyPath(keys: [name]).map { QueryExpression.keyPath($0).exactFormat } ?? name
  }

  // MARK: Operators

  private func operators(
    for place: PathTarget, isQuantified: Bool, typed: String
  ) -> [CompletionCandidate] {
    let isMany: Bool
    switch place {
    case .objects, .values: isMany = true
    default: isMany = false
    }
    let spellings = isMany && !isQuantified ? ["CONTAINS"] : Self.spellings(for: place.element.type)
    let entries = spellings.compactMap { spelling in OperatorTable.entries.first { $0.spelling == spelling } }
    let isText = place.type == .string
    return entries.flatMap { entry -> [CompletionCandidate] in
      let plain = CompletionCandidate(entry.spelling, entry.class == .comparison ? .operator : .keyword)
      guard isText, entry.isWord, !typed.isEmpty, !entry.options.isEmpty else { return [plain] }
      return [plain] + ["[c]", "[cd]"].map { CompletionCandidate(entry.spelling + $0, .operator) }
    }
  }

  private static func arithmetic(behind place: PathTarget) -> [CompletionCandidate] {
    guard case .value(let type, _) = place, type.family == .number, type != .boolean else { return [] }
    return arithmetic.map { CompletionCandidate($0, .keyword) }
  }

  private static let equality = ["==", "!=", "IN"]
  private static let order = ["<", "<=", ">", ">=", "BETWEEN"]
  private static let texts = ["BEGINSWITH", "ENDSWITH", "CONTAINS", "LIKE", "MATCHES"]
  private static let arithmetic = ["+", "-", "*", "/", "**"]

  private static func spellings(for type: QueryType) -> [String] {
    switch type.family {
    case .string: equality + order + texts
    case .number: type == .boolean ? ["==", "!="] : equality + order + arithmetic
    case .date: equality + order
    case .data, .uuid, .url, .object, .dictionary: equality
    case .collection: ["CONTAINS", "UNION", "INTERSECT", "MINUS"]
    case nil: equality + order + texts
    }
  }

  private static func options(_ options: StringOptions) -> [CompletionCandidate] {
    let sets = [[.caseInsensitive, .diacriticInsensitive]] + StringOptions.lettered.map(\.option)
    return sets.filter { options.isSuperset(of: $0) }.map { CompletionCandidate($0.letters + "]", .option) }
  }

  /// A name for the variable of a SUBQUERY: `$t` for tags.
  private static func variableName(for collection: PathTarget) -> String {
    guard case .objects(let entity) = collection, let first = entity.name.lowercased().first, first.isLetter else {
      return "$x"
    }
    return "$\(first)"
  }
}

extension EntityMember {
  /// Whether the member has many values, or a path through it may have.
  fileprivate var leadsToMany: Bool {
    switch self {
    case .relationship: true
    case .attribute(let attribute): attribute.type.family == .collection
    }
  }
}

extension QueryValue {
  /// The elements of an array; any other value is its only element.
  fileprivate var elements: [QueryValue] { if case .array(let elements) = self { elements } else { [self] } }
}
