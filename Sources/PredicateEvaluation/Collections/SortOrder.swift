import PredicateBinding
import PredicateValues

/// How elements stand by some keys: the values of each key for all of them.
struct SortOrder {
  private let columns: [SortColumn]

  /// Reads and binds the keys, and reads their values.
  init<Element>(
    _ elements: [Element], by keys: [QuerySortKey], variables: QueryVariables, options: BindingOptions
  ) throws(PredicateIssue) {
    let reader = try ElementReader<Element>(reading: options.reading)
    var columns: [SortColumn] = []
    for key in keys {
      let bound = try key.bound(to: reader.root, variables: variables, options: options)
      let plan = QueryPlan(bound, over: reader.rows, limits: options.limits)
      if let heads = try reader.sortHeads(by: plan, for: elements) {
        columns.append(SortColumn(numbers: heads, key))
      } else {
        columns.append(try SortColumn(reader.values(by: plan, for: elements) { $0.withoutNaN }, key))
      }
    }
    self.columns = columns
  }

  /// The order by columns that were read already.
  init(_ columns: [SortColumn]) { self.columns = columns }

  /// The positions of so many elements in their order.
  func positions(_ count: Int) throws(PredicateIssue) -> [Int] {
    guard let first = columns.first else { return Array(0..<count) }
    // The heads beside the positions: most comparisons then look at nothing else.
    var order = (0..<count).map { (head: first.head(at: $0), position: $0) }
    var issue: PredicateIssue?
    order.sort { left, right in
      if left.head != right.head { return left.head < right.head }
      if issue != nil { return false }
      do throws(PredicateIssue) {
        return try precedes(left.position, right.position)
      } catch {
        issue = error
        return false
      }
    }
    if let issue { throw issue }
    return order.map(\.position)
  }

  /// The position of the first of the elements that have a value of a key, or of the last one; nil where none has. Of stored strings
  /// only those are read as values that their heads do not tell apart.
  static func end<Element>(
    of elements: [Element], by key: QuerySortKey, isLast: Bool, variables: QueryVariables, options: BindingOptions
  ) throws(PredicateIssue) -> Int? {
    func order(_ elements: [Element]) throws(PredicateIssue) -> Int? {
      try SortOrder(elements, by: [key], variables: variables, options: options).end(isLast: isLast)
    }
    guard key.options.isEmpty, !key.isLocalizedStandard else { return try order(elements) }
    let reader = try ElementReader<Element>(reading: options.reading)
    let bound = try key.bound(to: reader.root, variables: variables, options: options)
    let plan = QueryPlan(bound, over: reader.rows, limits: options.limits)
    guard let heads = try reader.textHeads(by: plan, for: elements) else { return try order(elements) }
    var end: UInt64?
    var positions: [Int] = []
    for (position, head) in heads.enumerated() where head != 0 {
      if let end, head != end, (head < end) != (key.isAscending != isLast) { continue }
      if head != end { positions.removeAll(keepingCapacity: true) }
      end = head
      positions.append(position)
    }
    if end.map(TextHeads.isWhole) ?? true { return isLast ? positions.last : positions.first }
    return try order(positions.map { elements[$0] }).map { positions[$0] }
  }

  /// The first of the elements that have a value of the first key, or the last one; nil where none has.
  func end(isLast: Bool) throws(PredicateIssue) -> Int? {
    guard let column = columns.first else { return nil }
    var found: (head: UInt64, position: Int)?
    for position in 0..<column.count where !column.isNull(at: position) {
      let head = column.head(at: position)
      if let found {
        let isBefore = head == found.head ? try precedes(position, found.position) : head < found.head
        if isBefore == isLast { continue }
      }
      found = (head, position)
    }
    return found?.position
  }

  /// Whether an element comes before another one, that which comes first in the collection where no key tells them apart.
  func precedes(_ left: Int, _ right: Int) throws(PredicateIssue) -> Bool {
    for column in columns {
      switch try column.order(left, right) {
      case .less: return true
      case .greater: return false
      case .equal: continue
      }
    }
    return left < right
  }
}

extension QuerySortKey {
  /// What is compared, bound to the elements. An issue says which key it is about.
  func bound(
    to root: RootType, variables: QueryVariables, options: BindingOptions
  ) throws(PredicateIssue) -> BoundExpression {
    let bound: BoundExpression
    do throws(PredicateIssue) {
      bound = try Binder.bind(
        QueryExpression(format: format, limits: options.limits), to: root, variables: variables, options: options)
    } catch {
      throw error.withMessage("the sort key “\(format)”: \(error.text)")
    }
    if let family = bound.value.type.family, !family.isOrdered { throw .unorderedSortKey(format, bound.value.type) }
    return bound
  }
}

extension PredicateIssue {
  /// A sort key of objects, collections or dictionaries.
  static func unorderedSortKey(_ format: String, _ type: QueryType) -> PredicateIssue {
    PredicateIssue(
      kind: .type, code: "unordered-sort-key",
      message: "the sort key “\(format)” is \(type.description), and an order needs numbers, strings, dates or the like"
    )
  }
}
