import PredicateBinding
import PredicateValues

extension Sequence {
  /// The elements in the order of the keys, the first key first. Elements that no key tells apart keep their order.
  ///
  /// - Throws: what reading and binding a key throws; kind `type` for a key whose values have no order, and over dynamic values for
  ///   values of unlike families.
  /// - Complexity: each key is read once an element; then O(*n* log *n*) comparisons.
  public func sorted(by keys: QuerySortKey...) throws(PredicateIssue) -> [Element] {
    try sorted(by: keys)
  }

  /// The elements in the order of the keys, as ``sorted(by:)-(QuerySortKey...)``.
  public func sorted(by keys: [QuerySortKey]) throws(PredicateIssue) -> [Element] {
    let elements = Array(self)
    let columns = try elements.sortColumns(for: keys)
    guard let first = columns.first else { return elements }
    // The heads beside the positions: most comparisons then look at nothing else.
    var order = elements.indices.map { (head: first.head(at: $0), position: $0) }
    var issue: PredicateIssue?
    order.sort { left, right in
      if left.head != right.head { return left.head < right.head }
      if issue != nil { return false }
      do throws(PredicateIssue) {
        for column in columns {
          switch try column.order(left.position, right.position) {
          case .less: return true
          case .greater: return false
          case .equal: continue
          }
        }
      } catch {
        issue = error
        return false
      }
      return left.position < right.position
    }
    if let issue { throw issue }
    return order.map { elements[$0.position] }
  }
}

extension Array {
  /// The values of each key for all elements.
  fileprivate func sortColumns(for keys: [QuerySortKey]) throws(PredicateIssue) -> [SortColumn] {
    let reader = try ElementReader<Element>()
    var columns: [SortColumn] = []
    for key in keys {
      let plan = QueryPlan(
        try key.bound(to: reader.root), reader: reader.reader, element: Element.self,
        stride: MemoryLayout<Element>.stride)
      let values = withUnsafeBufferPointer { buffer in
        Result { () throws(PredicateIssue) in try Self.values(of: plan, for: buffer) }
      }
      columns.append(try SortColumn(values.get(), key))
    }
    return columns
  }

  private static func values(
    of plan: QueryPlan, for elements: UnsafeBufferPointer<Element>
  ) throws(PredicateIssue) -> [QueryValue] {
    var values: [QueryValue] = []
    guard let base = elements.baseAddress else { return values }
    values.reserveCapacity(elements.count)
    let run = QueryRun(plan)
    let size = run.chunkSize
    for first in stride(from: 0, to: elements.count, by: size) {
      try run.values(of: base + first, count: Swift.min(size, elements.count - first)) { values.append($0.withoutNaN) }
    }
    return values
  }
}

extension QuerySortKey {
  /// What is compared, bound to the elements. An issue says which key it is about.
  fileprivate func bound(to root: RootType) throws(PredicateIssue) -> BoundExpression {
    let bound: BoundExpression
    do throws(PredicateIssue) {
      bound = try Binder.bind(QueryExpression(format: format), to: root)
    } catch {
      throw PredicateIssue(
        kind: error.kind, code: error.code, message: "the sort key “\(format)”: \(error.message)", range: error.range,
        hint: error.hint)
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
