import PredicateSQL

extension SQLRewrites {
  /// Elements are read once for all rows if no index has the foreign key, or if a value needs all elements.
  package static let unindexedKeys = SQLRewrites(ofDatabase: 0)
  /// A comparison of a key of several columns gets comparisons of the key's parts as additional conditions.
  package static let keyParts = SQLRewrites(ofDatabase: 1)
  /// `predicate_beginsWith(title, "ab")` → `title >= "ab" AND title < "ac"`.
  package static let prefixRanges = SQLRewrites(ofDatabase: 2)
  /// A comparison of a date's property gets the range of the dates that can have it as an additional condition.
  package static let dateRanges = SQLRewrites(ofDatabase: 3)
  /// A comparison of a converted date or UUID gets a comparison of the stored column as an additional condition.
  package static let storedForms = SQLRewrites(ofDatabase: 4)
  /// A comparison that tests the class of a stored value gets an additional comparison of the bare column.
  package static let bareColumns = SQLRewrites(ofDatabase: 5)
  /// Conditions that most rows meet are marked as likely.
  package static let likelyConditions = SQLRewrites(ofDatabase: 6)

  /// A column is sorted and compared without a test of its values if its index proves that it holds only values of the attribute.
  package static let provenColumns = SQLRewrites(ofDatabase: 7)

  /// The first rows in an order are searched only among those at the end of an index.
  package static let indexEnds = SQLRewrites(ofDatabase: 8)

  /// Groups without aggregates are distinct rows: SQLite sorts the rows of groups, and looks up those of DISTINCT.
  package static let distinctKeys = SQLRewrites(ofDatabase: 9)

  /// Every rewrite for SQLite, with its name.
  package static let named: [(name: String, rewrite: SQLRewrites)] =
    neutral + [
      ("unindexedKeys", .unindexedKeys), ("keyParts", .keyParts), ("prefixRanges", .prefixRanges),
      ("dateRanges", .dateRanges), ("storedForms", .storedForms), ("bareColumns", .bareColumns),
      ("likelyConditions", .likelyConditions), ("provenColumns", .provenColumns), ("indexEnds", .indexEnds),
      ("distinctKeys", .distinctKeys),
    ]

  package static let sqlite = SQLRewrites(named.map(\.rewrite))
}

extension SQLiteLowering {
  package var testRewrite: SQLTestRewrite? {
    { [reliedColumns] test, place, rewriter in rewriter.rewriteForIndexes(test, place, reliedColumns) }
  }

  package var selectRewrite: SQLSelectRewrite? {
    { select, rewriter in rewriter.endsOfIndex(select) ?? rewriter.distinctKeys(select) }
  }
}

extension SQLRewriter {
  /// A statement over groups by all of their columns, with distinct rows in place of the groups; nil for any other statement.
  fileprivate func distinctKeys(_ select: SQLSelect) -> SQLSelect? {
    guard rewrites.contains(.distinctKeys), case .select(var groups)? = select.sources.first?.relation,
      !groups.grouping.isEmpty, groups.grouping.count == groups.columns.count, groups.groupCondition == nil,
      groups.order.isEmpty, groups.limit == nil
    else { return nil }
    (groups.grouping, groups.isDistinct) = ([], true)
    var whole = select
    let root = whole.sources[0]
    whole.sources[0] = SQLSource(number: root.number, relation: .select(groups), join: root.join)
    return whole
  }

  /// A test with an additional condition that an index finds. The first rewrite that applies decides.
  fileprivate mutating func rewriteForIndexes(
    _ test: SQLExpression, _ place: Place, _ reliedColumns: ReliedColumns?
  ) -> SQLExpression {
    if let range = prefixRange(test, place) { return range }
    if let bare = bareComparison(test, place, reliedColumns) { return place.isTested ? bare : marked(bare, place) }
    if let search = bareSearch(test, reliedColumns) { return search }
    if place.isTested { return test }
    if let weaker = keyParts(beside: test) ?? dynamicEquality(beside: test) { return ordered(.all([weaker, test])) }
    guard let comparison = SQLComparison(test) else { return test }
    if let range = dateRange(beside: comparison) { return ordered(.all([rewrite(range, place), test])) }
    guard let read = comparison.value.read else { return test }
    if let weaker = storedForm(beside: comparison, read) { return ordered(.all([weaker, test])) }
    guard read.isIndexed else { return test }
    if let weaker = bareColumn(beside: test, comparison, read) { return ordered(.all([weaker, test])) }
    return isLikely(comparison, read, place) ? .strict(.likely, [test]) : test
  }

  /// A condition whose comparisons are marked as likely if most rows meet them.
  private func marked(_ bare: SQLExpression, _ place: Place) -> SQLExpression {
    if case .all(let parts) = bare.node { return .all(parts.map { marked($0, place) }) }
    guard let comparison = SQLComparison(bare), let read = comparison.value.indexedRead,
      isLikely(comparison, read, place)
    else { return bare }
    return .strict(.likely, [bare])
  }
}
