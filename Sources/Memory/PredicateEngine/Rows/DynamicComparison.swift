import PredicateBinding
import PredicateMemory
import PredicateReference
import PredicateValues

/// A comparison of a value of unknown type with a constant.
final class DynamicComparison: Sendable {
  /// The tests for each kind of value, which are those of the same comparison over elements of that type. Nil if the comparison must be evaluated in full.
  struct Tests: Sendable {
    var integer: (@Sendable (Int64) -> Bool)?
    var double: (@Sendable (Double) -> Bool)?
    var boolean: (@Sendable (Bool) -> Bool)?
    var text: TextQuestion?
    var null: Bool?

    /// The answer for a value; nil if the comparison must be evaluated in full.
    @inline(__always)
    func answer(_ value: DynamicValue?) -> Bool? {
      switch value {
      case nil: null
      case .integer(let number)?: integer?(number)
      case .double(let number)?: double?(number)
      case .boolean(let truth)?: boolean?(truth)
      case .string(let string)?: text?.passes(string)
      case .text(let bytes)?: text?.passes(bytes)
      case .any?, .value?, .list?: nil
      }
    }
  }

  let tests: Tests
  /// The tests of equality with the elements of a collection, for `list CONTAINS constant`.
  let elements: Tests?
  /// The compiled pattern of MATCHES.
  let expression: RegularExpression?
  let condition: CoreCondition
  let constant: QueryValue
  let isConstantLeft: Bool
  /// The folded value, if it is compared instead.
  let folded: CoreValue?
  let reading: BindingOptions.Reading

  init(
    _ tests: Tests, _ condition: CoreCondition, _ constant: QueryValue, isConstantLeft: Bool, elements: Tests?,
    expression: RegularExpression?, folded: CoreValue?, _ reading: BindingOptions.Reading
  ) {
    self.tests = tests
    self.elements = elements
    self.expression = expression
    self.condition = condition
    self.constant = constant
    self.isConstantLeft = isConstantLeft
    self.folded = folded
    self.reading = reading
  }

  func holds(_ value: DynamicValue?, _ context: RunContext) throws(PredicateIssue) -> Bool {
    if let answer = tests.answer(value) { return answer }
    if let expression {
      if case .string(let text)? = value { return try expression.matches(text) }
      if case .text(let bytes)? = value { return try expression.matches(bytes) }
    }
    // Comparing elements with a constant for equality cannot fail, so their order does not matter.
    if let elements, case .list(let list)? = value {
      let answers = list.map(elements.answer)
      if !answers.contains(nil) { return answers.contains(true) }
    }
    var value = value?.queryValue(reading) ?? .null
    if let folded { value = try context.evaluator.apply(folded, to: value) }
    if isConstantLeft { return try context.evaluator.decide(condition, constant, value) }
    return try context.evaluator.decide(condition, value, constant)
  }
}

/// The members of the rows of a chunk that a loader supplies, loaded when a program first reads them.
final class MemberTable {
  private var columns: [[DynamicValue?]]
  private let filled: [MaskWords]
  private let capacity: Int
  private let undecided: MaskWords
  private var loader: (any MemberLoader)?
  /// The rows that the running condition is evaluated for.
  private var wanted: MaskWords?
  private var count = 0

  init(_ members: Int, capacity: Int, undecided: MaskWords) {
    columns = Array(repeating: Array(repeating: nil, count: capacity), count: members)
    filled = columns.map { _ in .allocate(capacity: RowMask.words(for: capacity)) }
    self.capacity = capacity
    self.undecided = undecided
  }

  deinit { for words in filled { words.deallocate() } }

  func begin(_ loader: any MemberLoader, _ count: Int) {
    self.loader = loader
    self.count = count
    for words in filled { words.update(repeating: 0, count: RowMask.words(for: capacity)) }
  }

  func want(_ rows: MaskWords) { wanted = rows }

  /// The member of a row; nil for nil.
  func value(_ member: Int, of row: Int) throws(PredicateIssue) -> DynamicValue? {
    if !filled[member].has(row) { load(member) }
    if undecided.has(row) { throw .leftToReference }
    return columns[member][row]
  }

  private func load(_ member: Int) {
    guard let wanted, let loader else { return }
    let words = RowMask.words(for: count)
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: words) { missing in
      guard let rows = missing.baseAddress else { return }
      for word in 0..<words {
        rows[word] = wanted[word] & ~filled[member][word]
        filled[member][word] |= rows[word]
      }
      loader.load(member, into: MemberColumn(table: self, member: member, rows: rows, count: count))
    }
  }

  fileprivate func set(_ value: DynamicValue?, _ member: Int, _ row: Int) { columns[member][row] = value }

  fileprivate func leaveUndecided(_ row: Int) { undecided.set(row) }
}

/// A column that a loader fills: one member of several rows.
package struct MemberColumn {
  fileprivate let table: MemberTable
  fileprivate let member: Int
  fileprivate let rows: MaskWords
  fileprivate let count: Int

  /// Calls `body` with each row to fill.
  @inline(__always)
  package func forEachRow(_ body: (Int) -> Void) { rows.forEachRow(count, body) }

  /// The row does not have the member, or it is nil.
  package func setNothing(at row: Int) { table.set(nil, member, row) }

  package func set(_ value: Int64, at row: Int) { table.set(.integer(value), member, row) }

  package func set(_ value: Double, at row: Int) { table.set(value.isNaN ? nil : .double(value), member, row) }

  /// A text in memory that stays until the chunk ends.
  package func set(_ text: UnsafeBufferPointer<UInt8>, at row: Int) { table.set(.text(text), member, row) }

  package func set(_ value: QueryValue, at row: Int) { table.set(DynamicValue(value), member, row) }

  /// The row is left to the caller.
  package func leaveUndecided(_ row: Int) { table.leaveUndecided(row) }
}

/// Supplies the members of rows that are not Swift values: records of a stream.
package protocol MemberLoader: AnyObject {
  /// Fills the rows of a column with a member.
  func load(_ member: Int, into column: MemberColumn)
}
