import PredicateModel
import PredicateSyntax

/// A statement as Objective-C: a predicate alone, or a fetch request. What a fetch request has no form for is named in a comment.
struct ObjectiveCRequestText {
  private let fetch: EntityFetch
  private let isCount: Bool
  /// Whether rows are groups. Distinct rows do not count.
  private let isGrouped: Bool
  /// Whether a column holds many values of an object.
  private let hasCollections: Bool

  init(_ fetch: EntityFetch, _ bound: BoundFetch, isCount: Bool) {
    self.fetch = fetch
    self.isCount = isCount
    let isDistinctAlone = fetch.isDistinct && fetch.groupBy.isEmpty && bound.grouping?.aggregates.isEmpty == true
    isGrouped = bound.grouping != nil && !isDistinctAlone
    hasCollections = bound.columns.contains { if case .collection = $0.value.type { true } else { false } }
  }

  /// The lines of code.
  var lines: [String] {
    if fetch.isPredicateAlone && !isCount {
      return ["NSPredicate *predicate = \(Self.text(of: fetch.predicate ?? .literal(true)));"]
    }
    var lines = [
      "NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:\(SourceLiteral.objectiveC(fetch.entity))];"
    ]
    if let predicate = fetch.predicate { lines.append("request.predicate = \(Self.text(of: predicate));") }
    var omitted: [String] = []
    if isGrouped {
      // Order and bounds are those of groups.
      omitted = groupClauses
    } else {
      let isWholeOrder = writeOrder(&lines, &omitted)
      writeBounds(&lines, &omitted, isWholeOrder)
      writeColumns(&lines, &omitted)
    }
    if isCount, !isGrouped {
      lines.append("NSUInteger count = [context countForFetchRequest:request error:&error];")
    } else if isCount {
      omitted.insert("count", at: 0)
    }
    return lines + omitted.map { "// Not exported: \($0)" }
  }

  private static func text(of predicate: QueryPredicate) -> String {
    "[NSPredicate predicateWithFormat:\(SourceLiteral.objectiveC(predicate.canonicalFormat))]"
  }

  // MARK: Clauses

  /// Writes the sort keys up to the first one without a form: later keys say nothing without it.
  ///
  /// - Returns: Whether all were written. Bounds choose other objects in another order.
  private func writeOrder(_ lines: inout [String], _ omitted: inout [String]) -> Bool {
    var descriptors: [String] = []
    // Objects have no keys with the names of columns.
    let keys = fetch.ofWholeObjects.sortKeys
    for (position, key) in keys.enumerated() {
      guard let path = Self.plainPath(key.expression), key.options.isEmpty || key.options == .caseInsensitive else {
        omitted.append("sort by \(keys[position...].map(Self.text).joined(separator: ", "))")
        break
      }
      let selector = key.options.isEmpty ? "" : " selector:@selector(caseInsensitiveCompare:)"
      descriptors.append(
        "[NSSortDescriptor sortDescriptorWithKey:\(path) ascending:\(key.isAscending ? "YES" : "NO")\(selector)]")
    }
    if !descriptors.isEmpty { lines.append("request.sortDescriptors = @[\(descriptors.joined(separator: ", "))];") }
    return descriptors.count == keys.count
  }

  private func writeBounds(_ lines: inout [String], _ omitted: inout [String], _ isWholeOrder: Bool) {
    if let limit = fetch.limit {
      // A fetch limit of 0 means no limit.
      if limit == 0 || !isWholeOrder {
        omitted.append("limit \(limit)")
      } else {
        lines.append("request.fetchLimit = \(limit);")
      }
    }
    guard fetch.offset > 0 else { return }
    if isWholeOrder {
      lines.append("request.fetchOffset = \(fetch.offset);")
    } else {
      omitted.append("offset \(fetch.offset)")
    }
  }

  private func writeColumns(_ lines: inout [String], _ omitted: inout [String]) {
    guard !fetch.columns.isEmpty else { return }
    let paths = fetch.columns.compactMap { Self.plainPath($0.expression) }
    guard paths.count == fetch.columns.count, !hasCollections else {
      // Some of the columns would be another answer, where rows are given once.
      return omitted.append("show \(fetch.isDistinct ? "distinct " : "")\(Self.text(of: fetch.columns))")
    }
    lines.append("request.resultType = NSDictionaryResultType;")
    lines.append("request.propertiesToFetch = @[\(paths.joined(separator: ", "))];")
    if fetch.isDistinct { lines.append("request.returnsDistinctResults = YES;") }
    for column in fetch.columns where !column.name.hasSameScalars(as: column.expression.canonicalFormat) {
      omitted.append("the name \(column.name) of \(column.expression.canonicalFormat)")
    }
  }

  /// The clauses behind the condition, as statements write them.
  private var groupClauses: [String] {
    var clauses: [String] = []
    if !fetch.groupBy.isEmpty { clauses.append("group by \(Self.text(of: fetch.groupBy))") }
    if let having = fetch.having { clauses.append("having \(having.canonicalFormat)") }
    if !fetch.columns.isEmpty {
      clauses.append("show \(fetch.isDistinct ? "distinct " : "")\(Self.text(of: fetch.columns))")
    }
    if !fetch.sortKeys.isEmpty { clauses.append("sort by \(fetch.sortKeys.map(Self.text).joined(separator: ", "))") }
    if let limit = fetch.limit { clauses.append("limit \(limit)") }
    if fetch.offset > 0 { clauses.append("offset \(fetch.offset)") }
    return clauses
  }

  // MARK: Words

  /// A path of keys as a literal; nil for anything that a key of a fetch request cannot be.
  private static func plainPath(_ expression: QueryExpression) -> String? {
    guard case .keyPath(let path) = expression.node else { return nil }
    let names = path.components.compactMap { if case .key(let name) = $0 { name } else { nil } }
    guard names.count == path.count else { return nil }
    return SourceLiteral.objectiveC(names.joined(separator: "."))
  }

  private static func text(of columns: [FetchedColumn]) -> String {
    columns.map { column in
      let text = CellText.escaped(column.expression.canonicalFormat)
      return column.name.hasSameScalars(as: text) ? text : "\(text) as \(CellText.escaped(column.name))"
    }.joined(separator: ", ")
  }

  private static func text(of key: SortKey) -> String {
    let options = key.options.isEmpty ? "" : "[\(key.options.letters)]"
    return CellText.escaped(key.expression.canonicalFormat) + options + (key.isAscending ? "" : " desc")
  }
}
