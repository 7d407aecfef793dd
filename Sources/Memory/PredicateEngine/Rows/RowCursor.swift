import PredicateBinding
import PredicateMemory
import PredicateReference
import PredicateValues

/// What a row program reads: the row, and the elements that its ranges have reached.
struct RowCursor {
  /// The address of the value of each variable. 0 is the row.
  let places: UnsafeMutablePointer<UnsafeRawPointer>
  let evaluator: ReferenceEvaluator
  /// Whether client code runs, which may release memory that an address points into.
  let pinsObjects: Bool
  /// The members of loaded rows; nil for Swift values.
  let members: MemberTable?
  /// How many more elements may be visited for the row.
  private var budget = 0
  /// The position of the row in its chunk.
  private(set) var row = 0

  init(
    _ places: UnsafeMutablePointer<UnsafeRawPointer>, _ evaluator: ReferenceEvaluator, pinsObjects: Bool,
    _ members: MemberTable? = nil
  ) {
    self.places = places
    self.evaluator = evaluator
    self.pinsObjects = pinsObjects
    self.members = members
  }

  /// Moves to a row of the chunk.
  @inline(__always)
  mutating func move(to place: UnsafeRawPointer, _ row: Int = 0) {
    places[0] = place
    self.row = row
    budget = evaluator.limits.visitedElements
  }

  /// Counts elements that are visited, before they are.
  @inline(__always)
  mutating func visit(_ elements: Int) throws(PredicateIssue) {
    budget -= elements
    if budget < 0 { throw .tooManyElements }
  }
}

/// A condition on one row. An issue means that the reference decides the row.
///
/// Programs are structs around closures: a closure in an optional or an array would be wrapped once more, and called through both.
struct RowTest: Sendable {
  private let holds: @Sendable (inout RowCursor) throws(PredicateIssue) -> Bool

  init(_ holds: @escaping @Sendable (inout RowCursor) throws(PredicateIssue) -> Bool) { self.holds = holds }

  @inline(__always)
  func callAsFunction(_ cursor: inout RowCursor) throws(PredicateIssue) -> Bool { try holds(&cursor) }
}

/// A typed value of one row; nil for nil.
struct RowLoad<Value>: Sendable {
  private let load: @Sendable (inout RowCursor) throws(PredicateIssue) -> Value?

  init(_ load: @escaping @Sendable (inout RowCursor) throws(PredicateIssue) -> Value?) { self.load = load }

  @inline(__always)
  func callAsFunction(_ cursor: inout RowCursor) throws(PredicateIssue) -> Value? { try load(&cursor) }
}

/// A value of one row.
struct RowValue: Sendable {
  private let value: @Sendable (inout RowCursor) throws(PredicateIssue) -> QueryValue

  init(_ value: @escaping @Sendable (inout RowCursor) throws(PredicateIssue) -> QueryValue) { self.value = value }

  @inline(__always)
  func callAsFunction(_ cursor: inout RowCursor) throws(PredicateIssue) -> QueryValue { try value(&cursor) }
}

extension RowPath {
  /// Reads what is at a distance from the path's end; nil if a step of the path is nil.
  func load<Value>(
    _ offset: Int, _ read: @escaping @Sendable (UnsafeRawPointer) throws(PredicateIssue) -> Value?
  ) -> RowLoad<Value> {
    let variable = variable
    if isDirect { return RowLoad { (cursor) throws(PredicateIssue) in try read(cursor.places[variable] + offset) } }
    return RowLoad { (cursor) throws(PredicateIssue) in
      var owners: [OwnedValue] = []
      defer { withExtendedLifetime(owners) {} }
      guard let end = row(in: cursor, &owners) else { return nil }
      return try read(end + offset)
    }
  }

  /// Whether a matcher passes the row at the path's end.
  func test(_ passes: @escaping AddressMatcher) -> RowTest {
    let load = load(0) { passes($0) }
    return RowTest { (cursor) throws(PredicateIssue) in try load(&cursor) ?? false }
  }

  /// The address of the row at the path's end; nil if a step is nil. `owners` keeps the values that client code
  /// returned, and the instances that it may release.
  func row(in cursor: RowCursor, _ owners: inout [OwnedValue]) -> UnsafeRawPointer? {
    var place = cursor.places[variable]
    for step in steps {
      switch step {
      case .reference(let offset):
        guard let instance = place.load(fromByteOffset: offset, as: UnsafeRawPointer?.self) else { return nil }
        place = instance
        // Client code may drop the reference.
        if cursor.pinsObjects {
          owners.append(OwnedValue(Unmanaged<AnyObject>.fromOpaque(place).takeUnretainedValue()))
        }
      case .optional(let offset, let isNil):
        place += offset
        if isNil.isNil(place) { return nil }
      case .computed(let offset, let loader, _):
        let value = loader.value(of: place + offset)
        owners.append(value)
        place = UnsafeRawPointer(value.address)
      case .payload(let offset, let payload):
        guard let value = payload.place(place + offset, &owners) else { return nil }
        place = value
      }
    }
    return place
  }
}

/// The loops of AND and OR.
enum RowTests {
  static func all(_ tests: [RowTest]) -> RowTest { joined(tests, until: false) }
  static func any(_ tests: [RowTest]) -> RowTest { joined(tests, until: true) }

  private static func joined(_ tests: [RowTest], until last: Bool) -> RowTest {
    if tests.count == 2 {
      let (first, second) = (tests[0], tests[1])
      return RowTest { (cursor) throws(PredicateIssue) in try first(&cursor) == last ? last : try second(&cursor) }
    }
    return RowTest { (cursor) throws(PredicateIssue) in
      for test in tests where try test(&cursor) == last { return last }
      return !last
    }
  }

  /// Whether two values of one type are comparable in the given way. A loop of its own for each comparison, so that no row tests which one it is.
  static func compare<Number: Comparable & Sendable>(
    _ comparison: CoreComparison, _ left: RowLoad<Number>, _ right: RowLoad<Number>
  ) -> RowTest {
    @inline(__always)
    func test(_ holds: @escaping @Sendable (Number, Number) -> Bool) -> RowTest {
      RowTest { (cursor) throws(PredicateIssue) in
        guard let a = try left(&cursor), let b = try right(&cursor) else { return false }
        return holds(a, b)
      }
    }
    switch comparison {
    case .same: return RowTest { (cursor) throws(PredicateIssue) in try left(&cursor) == right(&cursor) }
    case .equal: return test { $0 == $1 }
    case .less: return test { $0 < $1 }
    case .lessOrEqual: return test { $0 <= $1 }
    case .greater: return test { $0 > $1 }
    case .greaterOrEqual: return test { $0 >= $1 }
    }
  }
}
