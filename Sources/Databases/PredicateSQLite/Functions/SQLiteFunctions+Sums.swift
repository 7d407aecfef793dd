import GRDBSQLite
import PredicateModel
import PredicateSQL
import PredicateValues

/// `@sum` and `@avg` of a group, computed by the code that memory uses. SQLite's own functions raise an error if whole numbers overflow, and round
/// more than once.
///
/// With two arguments, a tag and the value, the values have the tag's type, so that whole numbers in a column of doubles count as doubles. The result
/// for values of unknown type, and for decimal numbers, is a box. A value that is not a number ends the statement with an issue, as in memory.
extension SQLiteFunctions {
  static let sums: [SQLiteFunction] =
    [
      SQLiteFunction(.statistic, 4, final: { StatisticGroup.finish($0) }, StatisticGroup.add),
      SQLiteFunction(.best, 3, final: { BestGroup.finish($0) }, BestGroup.add),
    ]
    + (1...2).flatMap { argumentCount in
      [
        SQLiteFunction(
          .sum, argumentCount, final: { SumGroup.finish($0) }, value: { SumGroup.giveSoFar($0) }, SumGroup.add),
        SQLiteFunction(.average, argumentCount, final: { SumGroup.finish($0) { $0.give(.avg, to: $1) } }, SumGroup.add),
      ]
    }
}

/// The sum of a group's values so far.
private struct SumGroup: SQLiteGroup {
  /// The number of values, including nil.
  private var count = 0
  private var sum = NumberSum()
  /// The tag of all values; nil before the first value, and without a tag.
  private var tag: SQLValueTag?
  /// The type of the first value that is not a number.
  private var refused: String?

  private mutating func add(_ call: SQLiteCall) {
    count += 1
    guard call.argumentCount == 2 else { return add(call.number(0)) }
    let tag = self.tag ?? call.bytes(0)?.first.flatMap(SQLValueTag.init(letter:)) ?? .box
    self.tag = tag
    if tag == .stored, let number = call.number(1) {
      add(number)
    } else if tag != .double {
      let value = call.value(1, tag)
      if !sum.add(value), refused == nil { refused = value.typeDescription }
    } else if case .integer(let whole)? = call.number(1), Int64(exactly: Double(whole)) == whole {
      sum.add(.double(Double(whole)))
    } else {
      add(call.number(1))
    }
  }

  @inline(__always)
  private mutating func add(_ number: StoredNumber?) {
    switch number {
    case .real(let value): sum.add(.double(value))
    case .integer(let value): sum.add(.integer(value))
    case nil: break
    }
  }

  mutating func give(to context: OpaquePointer) { give(.sum, to: context) }

  mutating func give(_ op: CollectionOperator, to context: OpaquePointer) {
    if let refused { return SQLiteCall.fail(.numberExpected(by: "“@\(op.rawValue)”", found: refused), context) }
    let result = op == .avg ? sum.mean(of: count) : sum.value
    if tag == nil || tag == .double {
      SQLiteCall.give(result, to: context)
    } else {
      SQLiteCall.giveBox(result, to: context)
    }
  }

  static let add: SQLiteFunction.Body = { context, count, values in
    guard let call = SQLiteCall(context, count, values) else { return }
    SumGroup.current(context)?.pointee.add(call)
  }
}

/// The least or greatest of a group's values so far.
private struct BestGroup: SQLiteGroup {
  /// The operator, which is the same for all rows; nil before the first row.
  private var op: CollectionOperator?
  private var tag = SQLValueTag.box
  private var best = QueryValue.null
  /// The issue of the first value that has no order with the others.
  private var refused: PredicateIssue?

  private mutating func add(_ call: SQLiteCall) {
    if op == nil {
      op = call.text(0).flatMap(CollectionOperator.init(name:))
      tag = call.bytes(1)?.first.flatMap(SQLValueTag.init(letter:)) ?? .box
    }
    let value = call.value(2, tag)
    guard let op, refused == nil, !value.isNull else { return }
    do throws(PredicateIssue) { best = try op.apply(to: [best, value]) } catch { refused = error }
  }

  mutating func give(to context: OpaquePointer) {
    if let refused { SQLiteCall.fail(refused, context) } else { SQLiteCall.giveBox(best, to: context) }
  }

  static let add: SQLiteFunction.Body = { context, count, values in
    guard let call = SQLiteCall(context, count, values) else { return }
    BestGroup.current(context)?.pointee.add(call)
  }
}

/// The values of a group so far, for a ``GroupStatistic``.
private struct StatisticGroup: SQLiteGroup {
  /// The statistic, which is the same for all rows; nil before the first row.
  private var statistic: GroupStatistic?
  private var tag = SQLValueTag.box
  private var values: [QueryValue] = []

  private mutating func add(_ call: SQLiteCall) {
    if statistic == nil, let code = call.text(0) {
      statistic = GroupStatistic(code: code, constant: call.value(1, .stored))
      tag = call.bytes(2)?.first.flatMap(SQLValueTag.init(letter:)) ?? .box
    }
    let value = call.value(3, tag)
    if !value.isNull { values.append(value) }
  }

  mutating func give(to context: OpaquePointer) {
    guard let statistic else { return }
    do throws(PredicateIssue) {
      let result = try statistic.value(of: values)
      // A box contains its type. It is needed if the type of the number is unknown, and for decimal numbers.
      switch tag {
      case .box, .stored, .decimal: SQLiteCall.giveBox(result, to: context)
      default: SQLiteCall.give(result, to: context)
      }
    } catch {
      SQLiteCall.fail(error, context)
    }
  }

  static let add: SQLiteFunction.Body = { context, count, values in
    guard let call = SQLiteCall(context, count, values) else { return }
    StatisticGroup.current(context)?.pointee.add(call)
  }
}

extension GroupStatistic {
  /// The name as the argument of the function.
  var code: String { if case .joined(_, isDistinct: true) = self { "\(name) distinct" } else { name } }

  fileprivate init?(code: String, constant: QueryValue) {
    switch constant {
    case .double(let fraction): self = .percentile(fraction)
    case .string(let separator): self = .joined(separator: separator, isDistinct: code.hasSuffix(" distinct"))
    default: self.init(named: code)
    }
  }
}
