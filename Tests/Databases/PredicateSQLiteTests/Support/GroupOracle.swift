import PredicateBinding
import PredicateEngine
import PredicateModel
import PredicateReference
import PredicateSQLite
import PredicateTestSupport
import PredicateValues

/// Makes groups in memory in the simplest way, with none of the code that fetches run: it takes objects one by one, uses texts of the values as keys,
/// computes aggregates over arrays, and evaluates the condition over dictionaries of the columns.
struct GroupOracle {
  struct Request: CustomStringConvertible {
    var entity: String
    var predicate: String?
    /// The keys, shown under their texts.
    var keys: [String]
    /// The aggregates and the names that they are shown under.
    var aggregates: [(text: String, name: String)]
    /// A condition on the names of the aggregates.
    var having: String?
    /// The positions of the columns to sort by. Keys come first, then aggregates.
    var order: [(column: Int, isAscending: Bool)] = []
    var limit: Int?
    var offset = 0

    var description: String {
      "\(entity) where \(predicate ?? "-") group by \(keys) show \(aggregates) having \(having ?? "-") sort by \(order) "
        + "limit \(limit.map(String.init) ?? "-") offset \(offset)"
    }

    func fetch() throws -> EntityFetch {
      let keys = try keys.map { FetchedColumn(try QueryExpression(format: QueryFormat(raw: $0)), as: $0) }
      let columns =
        keys
        + (try aggregates.map { FetchedColumn(try QueryExpression(format: QueryFormat(raw: $0.text)), as: $0.name) })
      return EntityFetch(
        entity, where: try predicate.map { try QueryPredicate(format: QueryFormat(raw: $0)) }, columns: columns,
        groupBy: keys,
        having: try having.map { try QueryPredicate(format: QueryFormat(raw: $0)) },
        sortedBy: order.map { QuerySortKey(columns[$0.column].expression, isAscending: $0.isAscending) }, limit: limit,
        offset: offset)
    }
  }

  let memory: MemoryObjects
  private let evaluator = ReferenceEvaluator()

  init(_ memory: MemoryObjects) { self.memory = memory }

  /// The rows. Each has the keys first, then the aggregates.
  func rows(_ request: Request) throws -> [[QueryValue]] {
    let root = RootType.entity(request.entity, memory.model)
    let predicate = try request.predicate.map {
      try Binder.bind(QueryPredicate(format: QueryFormat(raw: $0)), to: root)
    }
    let keys = try request.keys.map { try Binder.bind(QueryExpression(format: QueryFormat(raw: $0)), to: root) }
    // Keys are compared by bytes, because Swift treats canonically equivalent texts as equal.
    var groups: [[UInt8]: (keys: [QueryValue], objects: [QueryValue])] = [:]
    if keys.isEmpty { groups[[]] = ([], []) }
    for object in try memory.objects(of: request.entity).map({ QueryValue.object($0) }) {
      if let predicate, try !evaluator.evaluate(predicate, object: object) { continue }
      let values = try keys.map { Self.shown(try evaluator.value($0, object: object)) }
      let texts = values.map { Self.plainNumber($0).debugDescription }
      let key = keys.isEmpty ? [] : Array(texts.joined(separator: "\u{1F}").utf8)
      groups[key, default: (values, [])].objects.append(object)
    }
    // A type mismatch is reported before any row is read.
    for item in request.aggregates { _ = try aggregate(item.text, of: [], root) }
    // SQL computes no group for a limit of 0.
    if request.limit == 0 { return [] }
    let having = try request.having.map { try Binder.bind(QueryPredicate(format: QueryFormat(raw: $0)), to: .dynamic) }
    var rows: [[QueryValue]] = []
    for group in groups.values {
      // Databases compute the aggregates of every group before they evaluate the condition on groups.
      let values = try request.aggregates.map { try aggregate($0.text, of: group.objects, root) }
      if let having, let text = request.having {
        let named = zip(request.aggregates, values).filter { text.contains($0.0.name) }
        let names = QueryDictionary(named.map { ($0.0.name, $0.1) })
        if try !evaluator.evaluate(having, object: .dictionary(names)) { continue }
      }
      rows.append(group.keys + values)
    }
    let order = request.order + request.keys.indices.map { ($0, true) }
    rows.sort { left, right in
      for (column, isAscending) in order {
        let (a, b) = isAscending ? (left[column], right[column]) : (right[column], left[column])
        if Self.isBefore(a, b) { return true }
        if Self.isBefore(b, a) { return false }
      }
      return false
    }
    return Array(rows.dropFirst(request.offset).prefix(request.limit ?? rows.count))
  }

  private func aggregate(_ text: String, of objects: [QueryValue], _ root: RootType) throws -> QueryValue {
    if text == "count()" || text == "@count" { return .integer(Int64(objects.count)) }
    let isOperator = text.hasPrefix("@")
    let inner =
      isOperator
      ? String(text[text.index(after: text.firstIndex(of: ".") ?? text.startIndex)...])
      : String(text[text.index(after: text.firstIndex(of: "(") ?? text.startIndex)...].dropLast())
    let bound = try Binder.bind(QueryExpression(format: QueryFormat(raw: inner)), to: root)
    let values = try objects.map { try evaluator.value(bound, object: $0) }
    let present = values.filter { !$0.isNull }
    switch text.prefix(4) {
    case "coun": return .integer(Int64(present.count))
    case "sum(", "@sum":
      let sum = try CollectionOperator.sum.apply(to: present)
      guard case .integer(let whole) = sum else { return sum }
      return switch bound.value.type {
      // A column of doubles reads a whole number as a double, or as the integer if no double equals it.
      case .double: Int64(exactly: Double(whole)) == whole ? .double(Double(whole)) : sum
      case .decimal: .decimal(QueryDecimal(whole))
      default: sum
      }
    case "aver", "avg(": return try present.isEmpty ? .null : mean(of: present, among: present.count)
    case "@avg": return try CollectionOperator.avg.apply(to: values)
    // Values of unknown type must all be of one kind, otherwise the aggregate fails.
    case "min(" where bound.value.type == .any, "@min" where bound.value.type == .any:
      return try CollectionOperator.min.apply(to: present)
    case _ where bound.value.type == .any: return try CollectionOperator.max.apply(to: present)
    case "min(", "@min": return present.min(by: Self.isBefore) ?? .null
    default: return present.max(by: Self.isBefore) ?? .null
    }
  }

  private func mean(of values: [QueryValue], among count: Int) throws -> QueryValue {
    let total = Self.number(try CollectionOperator.sum.apply(to: values))
    return total.isNaN ? .null : .double(total / Double(count))
  }

  private static func number(_ value: QueryValue) -> Double {
    switch value {
    case .integer(let value): Double(value)
    case .double(let value): value
    case .boolean(let value): value ? 1 : 0
    case .decimal(let value): value.nearestDouble
    default: .nan
    }
  }

  static func isBefore(_ left: QueryValue, _ right: QueryValue) -> Bool {
    if left.isNull || right.isNull { return left.isNull && !right.isNull }
    if case .reference(let a) = left, case .reference(let b) = right { return a.key < b.key }
    if case .uuid(let a) = left, case .uuid(let b) = right { return "\(a)" < "\(b)" }
    let (a, b) = (rank(left), rank(right))
    return a == b ? left.order(right) == .less : a < b
  }

  /// Values of different families sort in SQLite's order: numbers, texts, bytes.
  private static func rank(_ value: QueryValue) -> Int {
    switch value {
    case .string, .url: 1
    case .data: 2
    default: 0
    }
  }

  /// A double that is a whole number, and a boolean, as the integer that is equal to it.
  static func plainNumber(_ value: QueryValue) -> QueryValue {
    if case .boolean(let value) = value { return .integer(value ? 1 : 0) }
    guard case .double(let number) = value, let whole = Int64(exactly: number) else { return value }
    return .integer(whole)
  }

  /// Objects as references, which is how fetches return them.
  static func shown(_ value: QueryValue) -> QueryValue {
    if case .object(let object) = value, let reference = object.reference { .reference(reference) } else { value }
  }
}
