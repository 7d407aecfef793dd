import PredicateModel
import PredicateSyntax

/// Writes a statement as Objective-C: a predicate alone, or a fetch request. A comment lists the clauses that a fetch request cannot express.
package struct ObjectiveCRequestText {
  private let fetch: EntityFetch
  private let isCount: Bool
  /// Whether the rows are groups. Distinct rows are not groups.
  private let isGrouped: Bool
  /// Whether a column contains several values of an object.
  private let hasCollections: Bool

  package init(_ fetch: EntityFetch, _ bound: BoundFetch, isCount: Bool) {
    self.fetch = fetch
    self.isCount = isCount
    let isDistinctAlone = fetch.isDistinct && fetch.groupBy.isEmpty && bound.grouping?.aggregates.isEmpty == true
    isGrouped = bound.grouping != nil && !isDistinctAlone
    hasCollections = bound.columns.contains { if case .collection = $0.value.type { true } else { false } }
  }

  /// The lines of code.
  package var lines: [String] {
    if fetch.isPredicateAlone && !isCount {
      return ["NSPredicate *predicate = \(Self.text(of: fetch.predicate ?? .literal(true)));"]
    }
    var lines = [
      "NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:\(SourceLiteral.objectiveC(fetch.entity))];"
    ]
    if let predicate = fetch.predicate { lines.append("request.predicate = \(Self.text(of: predicate));") }
    var omitted: [String] = []
    if isGrouped {
      // If the rows are groups, all clauses except the condition are omitted, because order, limit and offset refer to groups.
      omitted = fetch.clauseTexts.filter { $0.kind != .where }.map(\.text)
    } else {
      let isWholeOrder = writeOrder(&lines, &omitted)
      omitted += clause(.first)
      writeBounds(&lines, &omitted, areOfAllRows: isWholeOrder && fetch.firstOfEach == nil)
      writeColumns(&lines, &omitted)
    }
    if isCount, !isGrouped {
      lines.append("NSUInteger count = [context countForFetchRequest:request error:&error];")
    } else if isCount {
      omitted.insert("count", at: 0)
    }
    return lines + omitted.map { "// Not exported: \($0.withPlainCalls { _ in true })" }
  }

  private static func text(of predicate: QueryPredicate) -> String {
    "[NSPredicate predicateWithFormat:\(SourceLiteral.objectiveC(predicate.canonicalFormat))]"
  }

  // MARK: Clauses

  /// Writes the sort keys up to the first one that a fetch request cannot express. Later keys have no effect without it.
  ///
  /// - Returns: Whether all keys were written. If not, limit and offset would select other objects.
  private func writeOrder(_ lines: inout [String], _ omitted: inout [String]) -> Bool {
    var descriptors: [String] = []
    // Sort keys that are names of columns are replaced by their values, because objects do not have such properties.
    let keys = fetch.ofWholeObjects.sortKeys
    for (position, key) in keys.enumerated() {
      guard let path = Self.plainPath(key.expression), key.options.isEmpty || key.options == .caseInsensitive else {
        var others = EntityFetch(fetch.entity)
        others.sortKeys = Array(keys[position...])
        omitted += others.clauseTexts.map(\.text)
        break
      }
      let selector = key.options.isEmpty ? "" : " selector:@selector(caseInsensitiveCompare:)"
      descriptors.append(
        "[NSSortDescriptor sortDescriptorWithKey:\(path) ascending:\(key.isAscending ? "YES" : "NO")\(selector)]")
    }
    if !descriptors.isEmpty { lines.append("request.sortDescriptors = @[\(descriptors.joined(separator: ", "))];") }
    return descriptors.count == keys.count
  }

  private func writeBounds(_ lines: inout [String], _ omitted: inout [String], areOfAllRows: Bool) {
    if let limit = fetch.limit {
      // A limit of 0 is omitted, because a fetch limit of 0 means no limit.
      if limit == 0 || !areOfAllRows {
        omitted += clause(.limit)
      } else {
        lines.append("request.fetchLimit = \(limit);")
      }
    }
    guard fetch.offset > 0 else { return }
    if areOfAllRows {
      lines.append("request.fetchOffset = \(fetch.offset);")
    } else {
      omitted += clause(.offset)
    }
  }

  private func writeColumns(_ lines: inout [String], _ omitted: inout [String]) {
    guard !fetch.columns.isEmpty else { return }
    let paths = fetch.columns.compactMap { Self.plainPath($0.expression) }
    guard paths.count == fetch.columns.count, !hasCollections else {
      // With distinct rows, all columns are omitted if one cannot be expressed: fewer columns would give other rows.
      return omitted += clause(.show)
    }
    lines.append("request.resultType = NSDictionaryResultType;")
    lines.append("request.propertiesToFetch = @[\(paths.joined(separator: ", "))];")
    if fetch.isDistinct { lines.append("request.returnsDistinctResults = YES;") }
    for column in fetch.columns where !column.name.hasSameScalars(as: column.expression.canonicalFormat) {
      omitted.append("the name \(column.name) of \(column.expression.canonicalFormat)")
    }
  }

  // MARK: Words

  /// The clause of a kind as text.
  private func clause(_ kind: ClauseKind) -> [String] {
    fetch.clauseTexts.filter { $0.kind == kind }.map(\.text)
  }

  /// A path of keys as a literal; nil for an expression that cannot be a key of a fetch request.
  private static func plainPath(_ expression: QueryExpression) -> String? {
    guard case .keyPath(let path) = expression.node else { return nil }
    let names = path.components.compactMap { if case .key(let name) = $0 { name } else { nil } }
    guard names.count == path.count else { return nil }
    return SourceLiteral.objectiveC(names.joined(separator: "."))
  }
}
