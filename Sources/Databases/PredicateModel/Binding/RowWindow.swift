import PredicateBinding
import PredicateValues

/// A value of a row that depends on other rows: `previous x`, `running sum(x)`, `total(x)`, `rank`.
///
/// A window is computed over the rows that meet WHERE and HAVING. They are in the order of the sort keys that contain no window (``BoundFetch/windowOrder``).
package struct RowWindow: Sendable {
  package enum Function: Sendable {
    /// The value of the preceding row; nil for the first row.
    case previous(BoundExpression)
    /// The value of the next row; nil for the last row.
    case next(BoundExpression)
    /// One more than the number of rows that precede this row and the rows with equal sort keys.
    case rank
    /// An aggregate of the rows up to and including this one.
    case running(GroupAggregate)
    /// The sum of all rows.
    case total(GroupAggregate)
  }

  package let function: Function
  /// The keys of the window. If there are any, the window is computed over the rows with equal values of the keys. Nil equals nil.
  package let keys: [BoundExpression]
  /// The property of a row through which other expressions read the value.
  package let name: String

  /// The value that is read from each row; nil if rows are only counted.
  package var expression: BoundExpression? {
    switch function {
    case .previous(let expression), .next(let expression): expression
    case .running(let aggregate), .total(let aggregate): aggregate.expression
    case .rank: nil
    }
  }

  /// The type of the value.
  package var type: QueryType {
    switch function {
    case .previous(let expression), .next(let expression): expression.value.type
    case .running(let aggregate), .total(let aggregate): aggregate.type
    case .rank: .integer
    }
  }

  fileprivate var isRank: Bool { if case .rank = function { true } else { false } }

  /// Whether the value can be nil.
  package var isOptional: Bool {
    switch function {
    case .previous, .next: true
    case .running(let aggregate), .total(let aggregate): aggregate.isOptional
    case .rank: false
    }
  }

  /// The same window with rewritten values.
  func rewritten(by rewrite: (BoundExpression) -> BoundExpression) -> RowWindow {
    func aggregate(_ aggregate: GroupAggregate) -> GroupAggregate {
      GroupAggregate(function: aggregate.function, expression: aggregate.expression.map(rewrite))
    }
    let function: Function =
      switch self.function {
      case .previous(let expression): .previous(rewrite(expression))
      case .next(let expression): .next(rewrite(expression))
      case .running(let found): .running(aggregate(found))
      case .total(let found): .total(aggregate(found))
      case .rank: .rank
      }
    return RowWindow(function: function, keys: keys.map(rewrite), name: name)
  }
}

/// A window in a statement, which is written as a call: its word, its argument and its keys.
struct WindowCall {
  let word: String
  let argument: QueryExpression?
  let keys: ArraySlice<QueryExpression>

  private static let words = ["previous", "next", "running", "total"]

  /// The window that an expression calls. Nil for every other expression, and if the application added a function with the same name.
  init?(_ expression: QueryExpression, _ functions: FunctionTable) {
    guard case .call(let name, let arguments) = expression.node else { return nil }
    let word = FetchBinding.bare(name)
    guard functions.definition(named: name) == nil else { return nil }
    if word.hasSameScalars(as: "rank") {
      (argument, keys) = (nil, arguments[...])
    } else {
      guard Self.words.contains(where: word.hasSameScalars), let first = arguments.first else { return nil }
      (argument, keys) = (first, arguments.dropFirst())
    }
    self.word = word
  }
}

/// Finds the first expression that meets a condition.
struct CallFinder: PredicateVisitor {
  private let isWanted: (QueryExpression) -> Bool
  private(set) var found: QueryExpression?

  init(_ isWanted: @escaping (QueryExpression) -> Bool) { self.isWanted = isWanted }

  mutating func visit(_ expression: QueryExpression) -> Bool {
    if found == nil, isWanted(expression) { found = expression }
    return found == nil
  }
}

/// Binds the windows of a fetch. Each window is rewritten to a path from a row. A row is an object or a group with an additional property for each window.
struct WindowBinding {
  /// Binds the parts of a row that are not windows.
  private let rows: FetchBinding
  private var windows: [(expression: QueryExpression, window: RowWindow)] = []
  private var notes: [PredicateIssue] = []
  private var issue: PredicateIssue?

  init(_ rows: FetchBinding) { self.rows = rows }

  /// Adds the windows to a fetch. Returns the binding for the fetch's columns and keys.
  ///
  /// - Parameter isOrdered: Whether at least one sort key has no window.
  func finish(_ fetch: inout BoundFetch, isOrdered: Bool) throws(PredicateIssue) -> FetchBinding {
    if windows.isEmpty { return rows }
    if !isOrdered, let rank = windows.first(where: \.window.isRank) {
      throw .rankWithoutOrder(range: rank.expression.range)
    }
    fetch.windows = windows.map(\.window)
    fetch.notes += notes
    let attributes = windows.map { _, window in
      Attribute(name: window.name, type: window.type, isOptional: window.isOptional, isTrusted: true)
    }
    let entity = rows.entity.with { $0.attributes += attributes }
    var model = DataModel(
      entities: rows.model.entities.map { $0.name.hasSameScalars(as: entity.name) ? entity : $0 })
    (model.timeZone, model.types) = (rows.model.timeZone, rows.model.types)
    return FetchBinding(entity: entity, model: model, variables: rows.variables, options: rows.options)
  }

  /// An expression in which each window is replaced by a path to the window's property.
  mutating func rewritten(_ expression: QueryExpression) throws(PredicateIssue) -> QueryExpression {
    let result = rewrite(expression)
    if let issue { throw issue }
    return result
  }

  func hasWindow(_ expression: QueryExpression) -> Bool {
    var finder = CallFinder { isRank($0) || WindowCall($0, rows.options.functions) != nil }
    expression.walk(&finder)
    return finder.found != nil
  }

  /// Whether an expression is only `rank`, and the entity has no property of that name.
  private func isRank(_ expression: QueryExpression) -> Bool {
    guard case .keyPath(let path) = expression.node, path.rest.isEmpty, case .key(let name) = path.first else {
      return false
    }
    return name.hasSameScalars(as: "rank") && rows.entity.member(named: name) == nil
  }

  private mutating func window(_ call: WindowCall, _ expression: QueryExpression) throws(PredicateIssue) -> RowWindow {
    var keys: [BoundExpression] = []
    for key in call.keys {
      let bound = try value(key)
      if case .collection = bound.value.type { throw .collectionAsKey(bound.value.type, range: key.range) }
      keys.append(bound)
    }
    var name = expression.canonicalFormat
    while rows.entity.member(named: name) != nil { name += "_" }
    let function: RowWindow.Function
    switch call.word {
    case "rank": function = .rank
    case "running": function = .running(try aggregate(call.argument ?? expression))
    case "total": function = .total(try rows.bound(.sum, try checked(call.argument ?? expression), notes: &notes))
    default:
      let argument = call.argument ?? expression
      let bound = try value(argument)
      switch bound.value.type {
      case .collection, .object, .dictionary:
        throw .aggregateOfOtherType(call.word, "a value of a row", found: bound.value.type, range: argument.range)
      default: function = call.word.hasSameScalars(as: "next") ? .next(bound) : .previous(bound)
      }
    }
    return RowWindow(function: function, keys: keys, name: name)
  }

  private mutating func value(_ expression: QueryExpression) throws(PredicateIssue) -> BoundExpression {
    let bound = try rows.bind(checked(expression))
    notes += bound.notes
    return bound
  }

  private func checked(_ expression: QueryExpression) throws(PredicateIssue) -> QueryExpression {
    if hasWindow(expression) { throw .windowInWindow(range: expression.range) }
    return expression
  }

  /// The aggregate in `running sum(x)`.
  private mutating func aggregate(_ call: QueryExpression) throws(PredicateIssue) -> GroupAggregate {
    guard let (function, argument) = try rows.aggregate(call), function.isRunning else {
      throw .runningWithoutAggregate(range: call.range)
    }
    return try rows.bound(function, try argument.map(checked), notes: &notes)
  }
}

extension WindowBinding: TreeRewriter {
  mutating func rewrite(_ expression: QueryExpression) -> QueryExpression {
    if issue != nil { return expression }
    let written = isRank(expression) ? QueryExpression.call("rank", [], range: expression.range) : expression
    guard let call = WindowCall(written, rows.options.functions) else {
      if case .subquery = expression.node { return expression }
      return expression.mapParts(&self)
    }
    do throws(PredicateIssue) {
      if !windows.contains(where: { $0.expression == written }) { windows.append((written, try window(call, written))) }
      let name = windows.first { $0.expression == written }?.window.name ?? ""
      return .keyPath(QueryKeyPath(.key(name)), range: expression.range)
    } catch {
      issue = error
      return expression
    }
  }

  /// Paths that start at other values stay unchanged.
  mutating func rewrite(_ path: QueryKeyPath) -> QueryKeyPath { path }
}

extension GroupAggregate.Function {
  /// Whether the aggregate is allowed after `running`.
  var isRunning: Bool {
    switch self {
    case .count, .countOfValues, .sum, .average, .minimum, .maximum: true
    case .countOfDistinctValues, .averageWithNil, .statistic: false
    }
  }
}
