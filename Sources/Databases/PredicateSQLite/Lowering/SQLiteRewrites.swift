import PredicateModel
import PredicateSQL
import PredicateValues

extension SQLRewrites {
  /// Elements are read once for all rows if no index has the foreign key, or if a value needs all elements.
  package static let unindexedKeys = SQLRewrites(ofDatabase: 0)
  /// A comparison of a key of several columns gets comparisons of the key's parts as additional conditions.
  package static let keyParts = SQLRewrites(ofDatabase: 1)
  /// `predicate_beginsWith(title, "ab")` → `title >= "ab" AND title < "ac"`. A comparison that ignores case gets ranges of an index that ignores case.
  package static let prefixRanges = SQLRewrites(ofDatabase: 2)
  /// A comparison of a date's property gets the range of the dates that can have it as an additional condition.
  package static let dateRanges = SQLRewrites(ofDatabase: 3)
  /// A comparison of a converted date or UUID gets a comparison of the stored column as an additional condition.
  package static let storedForms = SQLRewrites(ofDatabase: 4)
  /// A comparison that tests the class of a stored value gets an additional comparison of the bare column.
  package static let bareColumns = SQLRewrites(ofDatabase: 5)
  /// Conditions that most rows meet are marked as likely.
  package static let likelyConditions = SQLRewrites(ofDatabase: 6)

  /// A column is sorted, grouped and compared without a test of its values if its index proves that it holds only values of the attribute.
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
    { [reliedColumns] test, place, rewriter in
      rewriter.withLiterals(rewriter.rewriteForIndexes(test, place, reliedColumns))
    }
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
    if !place.isInsideValue, let weaker = foldedTexts(beside: test) { return ordered(.all([weaker, test])) }
    if let weaker = keyParts(beside: test) { return ordered(.all([weaker, test])) }
    if let equality = dynamicEquality(test, place) { return ordered(equality) }
    guard let comparison = SQLComparison(test) else { return test }
    if let range = dateRange(beside: comparison) { return ordered(.all([rewrite(range, place), test])) }
    guard let read = comparison.value.read else { return test }
    if let weaker = storedForm(beside: comparison, read) { return ordered(.all([weaker, test])) }
    guard read.isIndexed else { return test }
    if let weaker = bareColumn(beside: test, comparison, read) { return ordered(.all([weaker, test])) }
    return isLikely(comparison, read, place) ? .strict(.likely, [test]) : test
  }

  /// A comparison with a number as a literal, if a partial index has only rows with that number. SQLite does not use the index for a parameter, because
  /// the parameter may have another value when the statement runs again.
  fileprivate func withLiterals(_ test: SQLExpression) -> SQLExpression {
    switch test.node {
    case .all(let parts): return .all(parts.map(withLiterals))
    case .binary(.equal, let column, let right):
      guard case .parameter(let constant) = right.node, case .integer(let number) = dialect.binding(constant),
        column.isColumn, let read = column.read,
        indexes.arePartial(read.table, where: read.attribute.column, equals: number), let literal = Int(exactly: number)
      else { return test }
      return .compare(.equal, column, .integer(literal))
    default: return test
    }
  }

  /// Marks the comparisons that most rows meet as likely, so that SQLite does not look up most rows one by one in an index.
  private func marked(_ bare: SQLExpression, _ place: Place) -> SQLExpression {
    if case .all(let parts) = bare.node { return .all(parts.map { marked($0, place) }) }
    guard let comparison = SQLComparison(bare), let read = comparison.value.indexedRead,
      isLikely(comparison, read, place)
    else { return bare }
    return .strict(.likely, [bare])
  }
}

/// Bounds that most rows meet. Without statistics SQLite assumes that any bound leaves few rows, and looks the rows up one by one in an index. In a
/// table of a million films, half of them newer than 1990, `year > 1990 AND rating >= 7.5` took nine times as long that way as reading all rows. If a
/// sample shows that most rows meet the condition, it is marked as likely. SQLite still uses an index that covers the statement.
extension SQLRewriter {
  /// Whether to mark a comparison with constants as likely, because it holds for many rows.
  func isLikely(_ comparison: SQLComparison, _ read: SQLColumnRead, _ place: Place) -> Bool {
    guard rewrites.contains(.likelyConditions), indexes.hasSamples, read.isOfVariable,
      let part = part(comparison, read, place)
    else { return false }
    return part > SQLPlanner.manyRows
  }

  /// The approximate share of rows that meet a comparison; nil without a sample that shows it.
  private func part(_ comparison: SQLComparison, _ read: SQLColumnRead, _ place: Place) -> Double? {
    let attribute = read.attribute
    if case .list(let constants) = comparison.constants {
      guard attribute.isTrusted, attribute.storage == .text, constants.count <= dialect.limits.writtenConstants else {
        return nil
      }
      let texts = constants.compactMap(\.text)
      return indexes.part(ofTable: read.table, with: attribute.column, among: texts)
    }
    guard attribute.storage.isNumber, case .column = comparison.value.node,
      let interval = comparison.interval
    else { return nil }
    // The bounds of converted dates are stored numbers. The intervals of the place are dates, so they are not intersected with them.
    let whole =
      attribute.storage.isConvertedDate ? interval : interval.intersection(place.intervals[SQLColumnName(read)])
    return indexes.part(ofTable: read.table, with: attribute.column, from: whole.low, to: whole.high)
  }
}

/// `BEGINSWITH` as a range of texts, which an index finds. Without this rewrite a Swift function tests each text.
extension SQLRewriter {
  /// A test for a prefix as a range; nil for every other condition, and if no range is equivalent.
  package func prefixRange(_ condition: SQLExpression, _ place: Place) -> SQLExpression? {
    guard rewrites.contains(.prefixRanges), case .function(.beginsWith, let arguments) = condition.node,
      arguments.count == 3, case .parameter(let pattern) = arguments[1].node, let text = pattern.text, !text.isEmpty,
      case .integer(let options) = arguments[2].node
    else { return nil }
    let value = arguments[0]
    if options != 0 {
      let folding = StringFolding(StringOptions(rawValue: UInt8(options)))
      if place.isInsideValue || !folding.foldsCase { return nil }
      if let read = value.read, indexes.beginInLowercase(with: read.attribute.column, of: read.table), !place.isTested,
        let weaker = foldedTexts(beside: condition)
      {
        return ordered(.all([weaker, condition]))
      }
      return foldedPrefix(value, text, condition)
    }
    guard dialect.ordersStringsByScalars else { return nil }
    if case .column = value.node { return prefix(value, text) }
    if let column = value.read.flatMap(bareText) { return prefix(column, text) }
    guard !place.isTested, let read = value.indexedRead,
      let bare = bareColumn(of: read, besides: Self.bounds(ofPrefix: text))
    else {
      return nil
    }
    return ordered(.all([prefix(bare, text), condition]))
  }

  /// `x BEGINSWITH "ab"` as the range from "ab" up to, but not including, "ac". If no string is greater than all strings with the prefix, the upper
  /// bound is a blob, so that the text of the statement is the same.
  private func prefix(_ value: SQLExpression, _ text: String) -> SQLExpression {
    let lower = SQLExpression.compare(.greaterOrEqual, value.comparedByScalars, .parameter(.string(text)))
    // A blob is a possible bound, because SQLite sorts bytes after every text.
    let end = Self.successor(ofPrefix: text).map { QueryValue.string($0) } ?? .data([])
    return .all([lower, .compare(.less, value.comparedByScalars, .parameter(end))])
  }

  /// `x BEGINSWITH[c] "ab"` as a range that ignores case, from "ab" on. If the first characters of a text are ASCII, one more than the prefix has, then the
  /// text is in the range exactly if it begins with the prefix. All other texts sort after them, and the function tests them. Nil if this does not apply.
  ///
  /// If only the front of the prefix is ASCII, the front bounds the range, and the function tests every text in the range. So the statement's text is
  /// the same for all prefixes.
  private func foldedPrefix(_ value: SQLExpression, _ text: String, _ own: SQLExpression) -> SQLExpression? {
    guard dialect.ordersStringsByScalars else { return nil }
    var value = value
    if let column = value.read.flatMap(bareText) { value = column }
    guard case .column = value.node else { return nil }
    var start = String(decoding: text.utf8.prefix { $0 > 0 && $0 < 0x80 }, as: UTF8.self)
    // If the bound looks like a number, the empty text is used, which precedes every other text. Otherwise SQLite could convert the bound when it
    // compares it with a column of numbers.
    if Self.looksLikeNumber(.string(start)) { start = "" }
    let end = !start.isEmpty && start.utf8.count == text.utf8.count ? start + "\u{80}" : start
    let lower = SQLExpression.compare(.greaterOrEqual, value.withoutCase, .parameter(.string(start)))
    let upper = SQLExpression.compare(.less, value.withoutCase, .parameter(.string(end)))
    return .all([lower, .any([upper, own])])
  }

  /// The bounds of the range of texts with a prefix: `/` and `0` for `/`.
  private static func bounds(ofPrefix text: String) -> [QueryValue] {
    [.string(text)] + (successor(ofPrefix: text).map { [.string($0)] } ?? [])
  }

  /// The least string that is greater than every string with the prefix; nil if there is none.
  package static func successor(ofPrefix text: String) -> String? {
    var scalars = Array(text.unicodeScalars)
    while let last = scalars.popLast() {
      guard let next = successor(of: last) else { continue }
      var result = String.UnicodeScalarView(scalars)
      result.append(next)
      return String(result)
    }
    return nil
  }

  /// The next scalar. After U+D7FF it is U+E000, because the code points between them are not scalars.
  private static func successor(of scalar: Unicode.Scalar) -> Unicode.Scalar? {
    scalar.value == 0xD7FF ? Unicode.Scalar(0xE000) : Unicode.Scalar(scalar.value + 1)
  }
}

/// `==[c]`, `BEGINSWITH[c]` and `lowercase(x) ==` beside an index that ignores the case of ASCII letters. Without this rewrite a Swift function tests each text.
extension SQLRewriter {
  /// The texts that can equal an ASCII text without regard to case, or begin with it, as ranges of the index; nil if there is no such index.
  ///
  /// A text of ASCII is equal by the index's collation, or in lowercase letters. Every other text begins like the constant, and then has a scalar
  /// outside of ASCII, such as a wide letter or a Kelvin sign. The index has these texts after all ASCII texts with the same beginning. Each beginning
  /// is one range, and long beginnings share one.
  fileprivate func foldedTexts(beside test: SQLExpression) -> SQLExpression? {
    guard rewrites.contains(.prefixRanges), dialect.ordersStringsByScalars,
      let (read, text, isPrefix) = comparedWithoutCase(test),
      !text.isEmpty, text.utf8.allSatisfy({ 0 < $0 && $0 < 0x80 }), !read.attribute.convertsNumericTexts
    else { return nil }
    var (column, own) = (read.column, text)
    if indexes.beginIgnoringCase(with: read.attribute.column, of: read.table) {
      column = read.column.withoutCase
    } else if indexes.beginInLowercase(with: read.attribute.column, of: read.table) {
      (column, own) = (.written("lower(\(read.column))", type: .string, mayBeNull: true), text.lowercased())
    } else {
      return nil
    }
    // Each bound is marked as unlikely, because SQLite assumes that a range has a fourth of the rows. It would rather read all rows than eight ranges.
    func range(from low: String, below high: String) -> SQLExpression {
      .all([
        .strict(.unlikely, [.compare(.greaterOrEqual, column, .parameter(.string(low)))]),
        .strict(.unlikely, [.compare(.less, column, .parameter(.string(high)))]),
      ])
    }
    func range(from low: String, to front: String) -> SQLExpression { range(from: low, below: front + "\u{10FFFF}") }
    let fronts = (0...min(own.utf8.count, Self.mostFronts)).map {
      String(decoding: own.utf8.prefix($0), as: UTF8.self)
    }
    let end = isPrefix ? Self.successor(ofPrefix: own) : nil
    var ranges = [end.map { range(from: own, below: $0) } ?? .compare(.equal, column, .parameter(.string(own)))]
    ranges += fronts.map { range(from: $0 + "\u{80}", to: $0) }
    if own.utf8.count > Self.mostFronts, let front = fronts.last { ranges.append(range(from: own, to: front)) }
    return .any(ranges)
  }

  /// A column and the text that it equals or begins with, without regard to case; nil for any other test.
  private func comparedWithoutCase(_ test: SQLExpression) -> (SQLColumnRead, String, isPrefix: Bool)? {
    switch test.node {
    case .function(let function, let arguments) where function == .equals || function == .beginsWith:
      guard arguments.count == 3, case .parameter(let constant) = arguments[1].node, let text = constant.text,
        case .integer(let options) = arguments[2].node
      else { return nil }
      let folds = StringFolding(StringOptions(rawValue: UInt8(options))).foldsCase
      let read = folds ? arguments[0].read : lowercaseRead(arguments[0])
      return read.map { ($0, text, function == .beginsWith) }
    case .binary(.equal, let value, let right):
      guard case .parameter(let constant) = right.node, let text = constant.text else { return nil }
      return lowercaseRead(value).map { ($0, text, false) }
    default: return nil
    }
  }

  /// The column of `lowercase(x)`; nil for any other value.
  private func lowercaseRead(_ value: SQLExpression) -> SQLColumnRead? {
    guard case .function(.call, let arguments) = value.node, arguments.count == 3,
      case .name("lowercase:") = arguments[0].node
    else { return nil }
    return arguments[2].read
  }

  static let mostFronts = 12
}

extension SQLExpression {
  /// The text, compared by bytes while ignoring the case of ASCII letters, up to a NUL. Bytes outside of ASCII are greater than all ASCII bytes.
  var withoutCase: SQLExpression {
    .written("\(self, .primary) COLLATE NOCASE", type: .string)
  }
}
