import PredicateBinding
import PredicateDatabases
import PredicateModel
import PredicateOutput
import PredicateStatements
import PredicateValues

/// Finds out why an answer has no rows: which condition excludes every row.
///
/// ```swift
/// try EmptyAnswer(query, on: database, variables: [:]) { print($0) }.explain()
/// ```
package struct EmptyAnswer {
  package enum Finding {
    case sentence(String)
    /// A sentence about a condition of the statement that finds no objects, and a condition that finds some.
    case correction(String, QueryPredicate, instead: QueryPredicate)
    /// The number of objects that meet all conditions except one.
    case rest(without: String, count: String)
    /// The number of objects that meet each condition by itself.
    case counts([(condition: String, count: Int)])

    /// The finding as a sentence; nil for counts.
    package var text: String? {
      switch self {
      case .sentence(let text), .correction(let text, _, _): text
      case .rest(let condition, let count): "Without \(condition): \(count)."
      case .counts: nil
      }
    }
  }

  private let query: QueryStatement
  private let database: any QueryBackend
  private let variables: QueryVariables
  /// The time that the empty answer took, if the explanation is automatic; nil if the user requested the explanation.
  private let elapsed: Duration?
  private let tell: (Finding) -> Void

  /// Explains an answer without rows.
  ///
  /// - Parameter elapsed: The time that the answer took, for an automatic explanation. Its reasons are shorter, and left out if finding them would
  ///   take long. Nil if the user requested the explanation.
  package init(
    _ query: QueryStatement, on database: any QueryBackend, variables: QueryVariables, elapsed: Duration? = nil,
    tell: @escaping (Finding) -> Void
  ) {
    self.query = query
    self.database = database
    self.variables = variables
    self.elapsed = elapsed
    self.tell = tell
  }

  /// The greatest number of conditions that are counted individually for an automatic explanation.
  private static let mostConditions = 12
  /// The longest time of an answer that gets an automatic explanation.
  private static let patience = Duration.seconds(1)
  /// The number of an attribute's values that are searched for similar spellings.
  private static let mostValues = 2_000
  /// The number of constants of a list that are explained.
  private static let mostConstants = 5
  /// The database's steps for an automatic explanation: about half a second, if a step is an instruction of a virtual machine.
  private static let mostSteps = 25_000_000
  /// The greatest table that an automatic explanation searches for texts that differ only in case.
  private static let mostRows = 1_000_000

  private var isAutomatic: Bool { elapsed != nil }

  /// The conditions that are counted one by one; empty if counting them would take too long.
  private var conditions: [QueryPredicate] {
    guard let predicate = query.fetch.predicate else { return [] }
    let conditions = predicate.conjuncts
    if let elapsed, conditions.count > Self.mostConditions || elapsed > Self.patience { return [] }
    return conditions
  }

  /// Reports how many objects meet each condition by itself. For a constant that no object has, reports the nearest values.
  ///
  /// - Throws: If the user requested the explanation, the error of a statement whose names or types are wrong. Cancellation.
  package func explain() throws {
    if !isAutomatic { _ = try BoundFetch(query.fetch, model: database.model, variables: variables) }
    try withoutFailing { try limited(explainEach) }
  }

  /// Runs a part of the explanation. An automatic explanation has a limit, because finding reasons in a large table can take longer than the answer.
  private func limited(_ work: () throws -> Void) throws {
    if isAutomatic { try database.limiting(steps: Self.mostSteps, work) } else { try work() }
  }

  /// Runs a part of the explanation. A condition by itself may have an error that the statement does not have: AND stops at the first condition that is
  /// false, and the error comes from a row after it. An automatic explanation then leaves the part out. A requested one reports the error.
  private func withoutFailing(_ work: () throws -> Void) throws {
    do {
      try work()
    } catch let cancellation as CancellationError {
      throw cancellation
    } catch {
      guard !isAutomatic else { return }
      let message = (error as? PredicateIssue)?.message ?? (error as? DatabaseIssue)?.message ?? "\(error)"
      say("It is not known how many objects meet each single condition: \(message)")
    }
  }

  private func explainEach() throws {
    let (fetch, conditions) = (query.fetch, conditions)
    guard !conditions.isEmpty else { return }
    let noun = EntityNoun(fetch.entity)
    let everything = try count(nil, of: fetch.entity)
    guard everything > 0 else { return say("There are no \(noun.plural) at all.") }
    let counted = try conditions.prefix(Self.mostConditions).map {
      (condition: $0, count: try countAlone($0))
    }
    // For an automatic explanation, the count of a single condition is left out: the empty answer itself shows that it is 0.
    if counted.count > 1 || !isAutomatic { tell(.counts(counted.map { (written($0.condition), $0.count) })) }
    for (condition, count) in counted where count == 0 { try explain(condition, of: fetch.entity) }
    guard counted.count > 1, counted.allSatisfy({ $0.count > 0 }) else { return }
    try explainTogether(conditions, of: fetch.entity, noun)
  }

  /// Explains only the constants. Used for answers that programs read.
  package func explainConstants() throws {
    let end = ContinuousClock.now + Self.patience
    try limited {
      for condition in conditions where ContinuousClock.now < end {
        try withoutFailing {
          if try countAlone(condition) == 0 { try explain(condition, of: query.entity) }
        }
      }
    }
  }

  /// The number of objects that meet a condition of the statement by itself. The only condition of a statement without rows needs no search.
  private func countAlone(_ condition: QueryPredicate) throws -> Int {
    let fetch = query.fetch
    if isAutomatic, fetch.limit == nil, fetch.offset == 0, fetch.predicate == condition { return 0 }
    return try count(condition, of: fetch.entity)
  }

  private func count(_ predicate: QueryPredicate?, of entity: String) throws -> Int {
    try database.number(of: EntityFetch(entity, where: predicate), variables: variables)
  }

  private func say(_ text: String) { tell(.sentence(text)) }

  private func better(
    _ reason: String, _ condition: QueryPredicate, _ comparison: QueryComparison, _ found: String
  ) -> Finding {
    .correction("\(reason): \(condition.shownFormat) finds \(found).", condition, instead: .comparison(comparison))
  }

  /// If some objects meet each condition but none meets all: reports for each condition how many objects meet all other conditions.
  private func explainTogether(_ conditions: [QueryPredicate], of entity: String, _ noun: EntityNoun) throws {
    say("Each condition is true for some objects, but no object meets all conditions together.")
    for position in conditions.indices {
      let rest = conditions.indices.filter { $0 != position }.map { conditions[$0] }
      let left = try count(.and(rest), of: entity)
      if left > 0 { tell(.rest(without: written(conditions[position]), count: noun.counted(left))) }
    }
  }

  /// A comparison as the user wrote it; every other condition in its canonical format.
  private func written(_ condition: QueryPredicate) -> String {
    guard case .comparison = condition.node, let text = query.text.utf8.text(at: condition.range), !text.isEmpty,
      !text.contains("\n")
    else { return condition.shownFormat }
    return text
  }

  // MARK: Constants

  /// Explains a comparison with a constant that no object has.
  private func explain(_ condition: QueryPredicate, of entityName: String) throws {
    guard case .comparison(let comparison) = condition.node, case .keyPath(let path) = comparison.left.node,
      let entity = database.model.entity(named: entityName)
    else { return }
    if try explainCase(comparison, entityName) { return }
    guard
      let target = PathTarget.target(of: path, from: entity, in: database.model)
    else { return }
    if case .objects = target { return try explainList(comparison, path, entityName) }
    guard let source = target.source else { return }
    if source.attribute.type == .date, try explainDay(comparison, path, entityName) { return }
    if source.attribute.columnContent == .timesOfDay, try explainTime(comparison, entityName) { return }
    if case .values(.string, _) = target, try explainMembership(comparison, entityName) { return }
    let constants = Self.texts(in: comparison.right)
    // Date constants are explained by the range of the attribute's values, because they are written as texts.
    if constants.isEmpty || source.attribute.type == .date { return try explainRange(source, path, comparison.right) }
    for constant in constants.prefix(Self.mostConstants) {
      let alike = try alike(constant, source)
      if alike.contains(where: { $0.hasSameScalars(as: constant) }) { continue }
      guard let near = try alike.isEmpty ? near(constant, source) : alike else { return }
      if !near.isEmpty {
        let list = near.map { QueryExpression.literal(.string($0)).exactFormat }.joined(separator: ", ")
        let written = QueryExpression.literal(.string(constant)).exactFormat
        let text = "No object has \(source.attribute.name) \(written). Similar values are \(list)"
        if case .literal = comparison.right.node {
          let corrected = QueryComparison(
            comparison.left, comparison.operator, .literal(.string(near[0])), quantifier: comparison.quantifier,
            options: comparison.options, spelling: comparison.spelling)
          tell(.correction(text, .comparison(corrected), instead: .comparison(comparison)))
        } else {
          say(text)
        }
      }
    }
  }

  /// The stored texts of an attribute that differ from a constant only in case, accents or the kind of apostrophes. All texts of the column are read.
  private func alike(_ constant: String, _ source: PathTarget.Source) throws -> [String] {
    guard source.attribute.type == .string else { return [] }
    if isAutomatic, let count = try database.approximateRowCount(ofTable: source.entity.table),
      count > Self.mostRows
    {
      return []
    }
    let key = QueryExpression.keyPath(QueryKeyPath(.key(source.attribute.name)))
    let spellings = Set(
      ["'", "\u{2019}"].map { apostrophe in
        String(constant.map { $0 == "'" || $0 == "\u{2019}" ? Character(apostrophe) : $0 })
      })
    let conditions = spellings.map { spelling in
      QueryPredicate.comparison(
        QueryComparison(
          key, .equal, .literal(.string(spelling)), options: [.caseInsensitive, .diacriticInsensitive]))
    }
    var fetch = EntityFetch(source.entity.name, where: .or(conditions), limit: 3)
    fetch.columns = [FetchedColumn(key, as: source.attribute.name)]
    fetch.isDistinct = true
    return try database.rows(of: fetch).rows.compactMap { row in
      if case .string(let text)? = row.first { text } else { nil }
    }
  }

  /// The texts in a sample of an attribute's values that resemble the constant most. If the values cannot be read, reports that and returns nil.
  private func near(_ constant: String, _ source: PathTarget.Source) throws -> [String]? {
    do {
      let values = try database.values(
        of: source.attribute.name, in: source.entity.name, prefix: "", limit: Self.mostValues)
      let texts = values.compactMap { if case .string(let text) = $0 { text } else { nil } }
      return texts.contains { $0.hasSameScalars(as: constant) } ? [] : Self.near(constant, among: texts)
    } catch let issue as DatabaseIssue {
      say("Similar values of \(source.attribute.name) cannot be found: \(issue.message)")
      return nil
    }
  }

  /// Reports how many objects a comparison of texts finds without regard to case. Returns false if it finds none. Also returns false for == and IN
  /// with a single text, for which similar spellings are shown instead.
  private func explainCase(_ comparison: QueryComparison, _ entity: String) throws -> Bool {
    switch comparison.operator {
    case .like, .matches, .beginsWith, .endsWith, .contains: break
    case .equal, .in: if comparison.quantifier == .direct { return false }
    default: return false
    }
    guard !comparison.options.contains(.caseInsensitive), !Self.texts(in: comparison.right).isEmpty else {
      return false
    }
    let folded = QueryPredicate.comparison(
      QueryComparison(
        comparison.left, comparison.operator, comparison.right, quantifier: comparison.quantifier,
        options: comparison.options.union(.caseInsensitive), spelling: comparison.spelling))
    let found = try count(folded, of: entity)
    guard found > 0 else { return false }
    tell(better("Upper and lower case count", folded, comparison, EntityNoun(entity).counted(found)))
    return true
  }

  /// For `CONTAINS` on a to-many text, which requires an equal element: suggests ANY, which searches inside each text. Returns false if that finds
  /// nothing, too.
  private func explainMembership(_ comparison: QueryComparison, _ entity: String) throws -> Bool {
    guard comparison.operator == .contains, comparison.quantifier == .direct else { return false }
    let each = QueryPredicate.comparison(
      QueryComparison(
        comparison.left, .contains, comparison.right, quantifier: .any, options: comparison.options))
    let found = try count(each, of: entity)
    guard found > 0 else { return false }
    let text =
      "CONTAINS finds a text that is equal to a whole element: \(each.shownFormat) searches inside each text, and finds "
      + "\(EntityNoun(entity).counted(found))."
    tell(.correction(text, each, instead: .comparison(comparison)))
    return true
  }

  /// For a to-many relationship that is compared with nil: reports the number of objects without elements.
  private func explainList(_ comparison: QueryComparison, _ path: QueryKeyPath, _ entity: String) throws {
    guard comparison.operator == .equal, case .literal(.null) = comparison.right.node else { return }
    let name = QueryExpression.keyPath(path).canonicalFormat
    let none = try QueryPredicate("\(key: name).@count == 0")
    let found = EntityNoun(entity).counted(try count(none, of: entity))
    tell(better("\(name) is a list, which is never nil", none, comparison, found))
  }

  /// For a date that is compared with a day: reports the number of objects with a time on that day. Returns false if there is none.
  private func explainDay(
    _ comparison: QueryComparison, _ path: QueryKeyPath, _ entity: String
  ) throws -> Bool {
    guard comparison.operator == .equal, comparison.quantifier == .direct,
      case .literal(.string(let text)) = comparison.right.node, let date = ISODate.parse(text),
      case .date(date) = DateProperty.startOfDay.value(of: date, in: database.model.timeZone)
    else { return false }
    let day = QueryKeyPath(path.first, path.rest + [.key(DateProperty.startOfDay.rawValue)])
    let sameDay = QueryPredicate.comparison(QueryComparison(.keyPath(day), .equal, comparison.right))
    let found = try count(sameDay, of: entity)
    guard found > 0 else { return false }
    tell(better("Dates have a time of day", sameDay, comparison, EntityNoun(entity).counted(found)))
    return true
  }

  /// For a column of times that is compared with `"9:30"`: reports the number of objects for `"09:30:00"`, which is how the database writes the time.
  /// Returns false if there is none.
  private func explainTime(_ comparison: QueryComparison, _ entity: String) throws -> Bool {
    guard comparison.quantifier == .direct, case .literal(.string(let text)) = comparison.right.node,
      let time = Self.time(text), !time.hasSameScalars(as: text)
    else { return false }
    let whole = QueryPredicate.comparison(
      QueryComparison(comparison.left, comparison.operator, .literal(.string(time)), spelling: comparison.spelling))
    let found = try count(whole, of: entity)
    guard found > 0 else { return false }
    tell(
      better(
        "A text with a time must have two digits for the hour, and seconds", whole, comparison,
        EntityNoun(entity).counted(found)))
    return true
  }

  /// `09:30:00` for `9:30`; nil for a text that is not a time.
  private static func time(_ text: String) -> String? {
    var parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard (2...3).contains(parts.count), parts.allSatisfy({ (1...2).contains($0.utf8.count) && Int($0) != nil }) else {
      return nil
    }
    if parts.count == 2 { parts.append("00") }
    return parts.map { $0.utf8.count == 1 ? "0\($0)" : $0 }.joined(separator: ":")
  }

  private static func texts(in expression: QueryExpression) -> [String] {
    switch expression.node {
    case .literal(.string(let text)): [text]
    case .aggregate(let elements): elements.flatMap(texts)
    default: []
    }
  }

  /// The three texts that resemble a text most. Texts that differ only in case and accents come first, then texts that contain it, then texts with a
  /// few other letters.
  package static func near(_ text: String, among values: [String]) -> [String] {
    let folding = StringFolding([.caseInsensitive, .diacriticInsensitive])
    let wanted = folding.fold(text)
    guard !wanted.isEmpty else { return [] }
    var found = values.filter { folding.fold($0).hasSameScalars(as: wanted) }
    let inside = values.filter { value in
      wanted.utf8.count > 2 && Self.hasWords(wanted, in: folding.fold(value))
    }
    var rest = values
    while found.count < 3, let next = NearestSpelling.of(text, among: rest) {
      found.append(next)
      rest.removeAll { $0.hasSameScalars(as: next) }
    }
    var distinct: [String] = []
    for value in found + inside where !distinct.contains(where: { $0.hasSameScalars(as: value) }) {
      distinct.append(value)
    }
    return Array(distinct.prefix(3))
  }

  /// Whether a text contains another one at the beginning of a word.
  private static func hasWords(_ wanted: String, in text: String) -> Bool {
    var rest = text[...]
    while let found = rest.range(of: wanted) {
      if found.lowerBound == text.startIndex { return true }
      let before = text[text.index(before: found.lowerBound)]
      if !before.isLetter && !before.isNumber { return true }
      rest = rest[rest.index(after: found.lowerBound)...]
    }
    return false
  }

  /// For numbers and dates: reports the least and the greatest value.
  private func explainRange(_ source: PathTarget.Source, _ path: QueryKeyPath, _ constant: QueryExpression) throws {
    guard [.number, .date].contains(source.attribute.type.family), source.attribute.type != .boolean,
      constant.isConstant
    else { return }
    let key = QueryKeyPath(.key(source.attribute.name))
    let hasValue = QueryPredicate.comparison(QueryComparison(.keyPath(key), .notEqual, .literal(.null)))
    let ends = try [true, false].compactMap { isAscending -> QueryValue? in
      let order = QuerySortKey(key, isAscending: isAscending)
      let table = try database.rows(
        of: EntityFetch(source.entity.name, where: hasValue, sortedBy: [order], limit: 1))
      guard let column = table.columns.firstIndex(where: { $0.hasSameScalars(as: source.attribute.name) }),
        !table.rows.isEmpty
      else { return nil }
      return table.value(row: 0, column: column)
    }
    guard ends.count == 2 else { return say("No \(source.entity.name) has a \(source.attribute.name).") }
    let writer = ValueText()
    say("\(source.attribute.name) has values from \(writer.text(of: ends[0])) to \(writer.text(of: ends[1])).")
  }
}

extension QueryExpression {
  /// Whether the expression is obviously the same for all objects: a literal, a variable, a list of constants, or a negated constant.
  var isConstant: Bool {
    switch node {
    case .literal, .variable: true
    case .aggregate(let elements): elements.allSatisfy(\.isConstant)
    case .negate(let operand): operand.isConstant
    default: false
    }
  }
}
