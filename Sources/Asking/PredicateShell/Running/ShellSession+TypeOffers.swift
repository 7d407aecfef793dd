import PredicateDatabases
import PredicateModel
import PredicateStatements
import PredicateSyntax
import PredicateValues

extension ShellSession {
  /// The issues of a statement, with additional hints. If an issue refers to an attribute whose values look like dates or booleans, the hint is the
  /// command that changes the attribute's type.
  func offeringTypes(_ issues: [PredicateIssue], in text: String) -> [PredicateIssue] {
    let suggestions = database.suggestions
    let start = statementStart(in: text)
    let tree = parser.parse(text, from: start)
    let entity = tree.query?.entity ?? tree.change?.entity ?? currentEntity
    let tokens = SourceToken.all(in: Array(text.utf8), from: 0)
    return issues.map { issue in
      guard issue.severity == .error, issue.kind == .type || issue.kind == .unknownKey, let range = issue.range else {
        return issue
      }
      let inside = tokens.filter { $0.range.lowerBound >= range.lowerBound && $0.range.upperBound <= range.upperBound }
      let assigned = tree.change?.assignments.first { $0.valueRange == range }
      if issue.code == "change-type", let assigned {
        return issue.with(hint: offer(for: [assigned.member], usedWith: inside, entity)?.words)
      }
      let paths = Self.paths(at: range, in: tokens)
      let names = Self.names(at: range, in: tokens)
      if let offer = offerForLists(issue, names, entity) { return issue.with(hint: offer) }
      let suggestion = groups(of: suggestions, at: paths, named: names, entity).first { group in
        wouldFix(group, issue, in: text, from: start)
      }?.first
      if let suggestion { return issue.with(hint: suggestion.offer) }
      let offers = paths.compactMap { offer(for: $0, usedWith: inside, entity) }
      let types = offers.compactMap(\.type)
      let isTrue = types.isEmpty || wouldFix(types, issue, in: text, from: start)
      return issue.with(hint: isTrue ? offers.first?.words : nil).with(
        hint: offers.isEmpty ? castHint(issue, names, entity) : nil)
    }
  }

  /// A proposal for a column that a statement uses with another type.
  private enum Offer {
    /// The command `.type`.
    case type(TypeSuggestion)
    /// A conversion in the statement.
    case conversion(String)

    var words: String {
      switch self {
      case .type(let suggestion): suggestion.offer
      case .conversion(let words): words
      }
    }

    var type: TypeSuggestion? {
      if case .type(let suggestion) = self { suggestion } else { nil }
    }
  }

  /// The suggestions for the columns at a place, in groups that may fix the issue there, the likeliest first. The columns at the ends of paths are one
  /// group. A path from a variable has no known entity, so the columns of each entity that have its names are a group then.
  private func groups(
    of suggestions: [TypeSuggestion], at paths: [[String]], named names: [String], _ entity: String?
  ) -> [[TypeSuggestion]] {
    let sources = paths.compactMap { source(of: $0, entity)?.source }
    let used = sources.compactMap { source in
      suggestions.first {
        $0.entity.hasSameScalars(as: source.entity.name) && $0.attribute.hasSameScalars(as: source.attribute.name)
      }
    }
    guard sources.isEmpty else { return used.isEmpty ? [] : [used] }
    var groups: [[TypeSuggestion]] = []
    for suggestion in suggestions where names.contains(where: { $0.hasSameScalars(as: suggestion.attribute) }) {
      if let place = groups.firstIndex(where: { $0[0].entity.hasSameScalars(as: suggestion.entity) }) {
        groups[place].append(suggestion)
      } else {
        groups.append([suggestion])
      }
    }
    let own = groups.firstIndex { group in entity.map { group[0].entity.hasSameScalars(as: $0) } ?? false }
    if let own { groups.swapAt(0, own) }
    return groups
  }

  /// Whether the issue disappears if columns have their suggested types. `name = max(name)` needs another statement, and not another type. True if the
  /// text has no statement that can be parsed.
  private func wouldFix(
    _ suggestions: [TypeSuggestion], _ issue: PredicateIssue, in text: String, from start: Int
  ) -> Bool {
    do {
      var retyped = database
      for other in suggestions {
        retyped = try retyped.retyped(
          other.attribute, of: other.entity, to: other.type, storedAs: other.type == .any ? .json : nil)
      }
      let parser = StatementParser(model: retyped.model, currentEntity: currentEntity)
      let tree = parser.parse(text, from: start)
      guard tree.errors.isEmpty, let query = tree.query ?? tree.change?.query else { return true }
      do { _ = try BoundFetch(query.fetch, model: retyped.model, variables: queryVariables) } catch let rest {
        return rest.range != issue.range
      }
      return true
    } catch {
      // The hint is optional, so an error in finding it is ignored.
      return false
    }
  }

  /// The offset at which the statement begins: after the name and the other arguments of a command, otherwise 0.
  private func statementStart(in text: String) -> Int {
    guard case .command(let call) = parser.parse(text).content, let command = ShellCommand.named(call.name) else {
      return 0
    }
    do {
      let arguments = try CommandArguments(call, of: command, in: self)
      return arguments[.statement] == nil ? 0 : Int(arguments.place(.statement).lowerBound)
    } catch {
      // The arguments are wrong, so they contain no statement.
      return 0
    }
  }

  /// The hint that CAST reads dates from texts, with the path in place of x. If CAST cannot read any text of the column as a date, the hint proposes
  /// parts of the texts instead.
  private func castHint(_ issue: PredicateIssue, _ names: [String], _ entity: String?) -> String? {
    guard let part = issue.datePartOfText, issue.hint == PredicateIssue.dateHint(part, ofText: "x"),
      let (source, rest) = source(of: names, entity)
    else { return nil }
    let path = names.dropLast(rest.count).joined(separator: ".")
    do {
      let evidence = try database.evidence(source.attribute.name, of: source.entity.name, as: .date, storedAs: nil)
      guard let evidence, evidence.isRefuted else {
        return PredicateIssue.dateHint(part, ofText: path)
      }
      return "no text of \(path) is a date that CAST reads, such as \(evidence.misfits.first?.shownText ?? ""); "
        + "to read parts of the text, write substring(\(path), 1, 4) or \(path) BEGINSWITH \"…\""
    } catch {
      // The hint is optional, so an error in finding it is ignored.
      return nil
    }
  }

  /// The attribute at the end of a path, and the names after it; nil if the path does not end at an attribute.
  private func source(of names: [String], _ entity: String?) -> (source: PathTarget.Source, rest: ArraySlice<String>)? {
    guard let entity = entity.flatMap({ database.declaredModel.entity(named: $0) }) else { return nil }
    var target = PathTarget.object(entity)
    var rest = names[...]
    while target.source == nil, let name = rest.popFirst() {
      target = target.step(to: name, in: database.declaredModel)
    }
    return target.source.map { ($0, rest) }
  }

  /// For an issue about a path into JSON that is a collection in some row: a condition that excludes these rows. Nil for every other issue.
  private func offerForLists(_ issue: PredicateIssue, _ names: [String], _ entity: String?) -> String? {
    guard issue.message.contains("collection"), let entity = entity.flatMap({ database.model.entity(named: $0) }),
      let attribute = names.lazy.compactMap({ entity.attribute(named: $0) }).first(where: \.isJSON),
      let path = QueryKeyPath(keys: [attribute.name]), let key = (entity.keyAttribute ?? entity.hiddenKey)?.name
    else { return nil }
    let first = QueryExpression.index(.keyPath(path), .expression(.literal(.integer(0))))
    let condition = QueryPredicate.comparison(QueryComparison(first, .notEqual, .literal(.null)))
    do {
      var fetch = EntityFetch(entity.name, where: condition, limit: 1)
      fetch.columns = [FetchedColumn(.keyPath(QueryKeyPath(.key(key))))]
      guard let found = try answers.rows(of: fetch).rows.first?.first else { return nil }
      let written = QueryExpression.keyPath(path).canonicalFormat
      return
        "\(attribute.name) of \(entity.label(ofKey: [found])) is a list: \(written)[0] == nil AND … leaves "
        + "lists out"
    } catch {
      // The hint is optional, so an error in finding it is ignored.
      return nil
    }
  }

  /// The command `.type` for an attribute that a statement uses with another type, if its values fit that type: `made.year == 2020`, `cost > 5`,
  /// `done == YES`, `made > "2020-01-01"`. Nil for every other issue.
  private func offer(for names: [String], usedWith inside: [SourceToken], _ entity: String?) -> Offer? {
    guard let (source, rest) = source(of: names, entity),
      [.string, .integer, .double].contains(source.attribute.type)
    else { return nil }
    let types: [QueryType]
    let hasDate = inside.contains { $0.stringValue.flatMap(ISODate.parse) != nil }
    if rest.first.flatMap({ DateProperty(name: $0) }) != nil || inside.contains(where: { $0.isWord("now") })
      || hasDate && source.attribute.type != .string
    {
      types = [.date]
    } else if inside.contains(where: { token in ["yes", "no", "true", "false"].contains { token.isWord($0) } }) {
      types = [.boolean]
    } else if source.attribute.type == .string, inside.contains(where: { $0.kind == .number }) {
      types = [.integer, .double]
    } else {
      return nil
    }
    for type in types {
      do {
        let evidence = try database.evidence(
          source.attribute.name, of: source.entity.name, as: type, storedAs: nil)
        guard let evidence, evidence.valueCount > 0 else { continue }
        // In files that were made from texts, an empty text means a missing value.
        let areEmpty =
          [.boolean, .date].contains(type) && evidence.misfits == [.text("")]
          && evidence.misfitCount < evidence.valueCount
        if !areEmpty, evidence.misfitCount * 10 > evidence.valueCount {
          // The column has texts, and at least half of them are numbers. Without a conversion they would be compared as texts.
          if type == .double, evidence.misfitCount * 2 <= evidence.valueCount, let number = asNumber(inside) {
            return .conversion(number)
          }
          continue
        }
      } catch {
        // The hint is optional, so an error in finding it is ignored.
        return nil
      }
      return .type(
        TypeSuggestion(
          entity: source.entity.name, attribute: source.attribute.name, declared: source.attribute.type, type: type))
    }
    return nil
  }

  /// The hint for a text that is compared with a number by its order: `CAST(amount, "NSNumber") < 0`. Nil for every other comparison.
  private func asNumber(_ tokens: [SourceToken]) -> String? {
    guard let sign = tokens.firstIndex(where: { ["<", "<=", "=<", ">", ">=", "=>"].contains($0.text) }), sign > 0,
      tokens[..<sign].allSatisfy({ $0.kind == .word || $0.isMark(".") }), let first = tokens[(sign + 1)...].first
    else { return nil }
    let number = tokens[(sign + 1)...].map(\.text).joined()
    guard first.kind == .number || first.text == "-" else { return nil }
    return
      "to compare the texts as numbers, write CAST(\(tokens[..<sign].map(\.text).joined()), \"NSNumber\") "
      + "\(tokens[sign].text) \(number)"
  }

  /// The names in a range, preceded by the names of the path before the range.
  private static func names(at range: SourceRange, in tokens: [SourceToken]) -> [String] {
    places(at: range, in: tokens).filter { tokens[$0].kind == .word }.map { tokens[$0].text }
  }

  /// The paths in a range, as their names. A path that begins before the range is whole. A path from a variable and the name of a function are left out.
  private static func paths(at range: SourceRange, in tokens: [SourceToken]) -> [[String]] {
    var paths: [[String]] = []
    var next = 0
    for place in places(at: range, in: tokens) where place >= next && tokens[place].kind == .word {
      var names = [tokens[place].text]
      next = place + 1
      while next + 1 < tokens.count, tokens[next].isMark("."), tokens[next + 1].range.upperBound <= range.upperBound {
        if tokens[next + 1].kind == .word { names.append(tokens[next + 1].text) }
        next += 2
      }
      let isCall = next < tokens.count && tokens[next].isMark("(")
      let continuesPath = place > 0 && tokens[place - 1].isMark(".")
      if !isCall, !continuesPath { paths.append(names) }
    }
    return paths
  }

  /// The positions of the tokens in a range, and of the path before it.
  private static func places(at range: SourceRange, in tokens: [SourceToken]) -> Range<Int> {
    let inside = tokens.indices.filter {
      tokens[$0].range.lowerBound >= range.lowerBound && tokens[$0].range.upperBound <= range.upperBound
    }
    guard let last = inside.last, var first = inside.first else { return 0..<0 }
    while first > 1, tokens[first - 1].isMark(".") { first -= 2 }
    return first..<(last + 1)
  }
}
