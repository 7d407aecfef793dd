import PredicateBinding
import PredicateValues

extension PlainEvaluator {
  func value(_ value: CoreValue, _ frame: inout Frame) throws(PredicateIssue) -> QueryValue {
    switch value.node {
    case .constant(let constant):
      return constant
    case .null:
      return .null
    case .attribute(let row, let member):
      return try property(member.name, of: object(row, frame), range: value.range)
    case .object(let row):
      let object = object(row, frame)
      try object.checkUsable()
      return object
    case .element(let variable):
      return frame[variable]
    case .property(let base, let name):
      return try named(name, of: try self.value(base, &frame), value)
    case .arithmetic(let op, let left, let right):
      var a = try self.value(left, &frame)
      var b = try self.value(right, &frame)
      // A column of doubles may hold an integer that no double is. It is calculated with as a double all the same.
      if op.calculates, !(left.mayBeInteger && right.mayBeInteger) {
        a = a.integerAsDouble
        b = b.integerAsDouble
      }
      return try PredicateIssue.placing(at: value.range) { () throws(PredicateIssue) in
        try ValueArithmetic.apply(op, a, b)
      }
    case .negate(let operand):
      let a = try self.value(operand, &frame)
      return try PredicateIssue.placing(at: value.range) { () throws(PredicateIssue) in try ValueArithmetic.negate(a) }
    case .fold(let operand, let options):
      guard case .string(let text) = try self.value(operand, &frame) else { return .null }
      return .string(StringFolding(options).fold(text))
    case .choose(let test, let first, let second):
      return try holds(test, &frame) ? try self.value(first, &frame) : try self.value(second, &frame)
    case .call(let function, let arguments):
      return try call(function, arguments, at: value.range, &frame)
    case .cast(let operand, let target):
      let a = try self.value(operand, &frame)
      return try PredicateIssue.placing(at: value.range) { () throws(PredicateIssue) in
        try ValueCast.cast(a, to: target)
      }
    case .list(let parts):
      return .array(try values(parts, &frame))
    case .index(let base, let index):
      return try element(of: base, at: index, &frame)
    case .count, .aggregate, .collect, .dynamicAggregate:
      return try collected(value, &frame)
    case .operatorPath(let base, let steps):
      return try follow(steps[...], from: try self.value(base, &frame), at: value.range)
    case .failure(let issue):
      throw issue
    }
  }

  /// A member of a value; an unknown one is blamed where its name stands.
  @inline(never)
  private func named(
    _ name: String, of found: QueryValue, _ value: CoreValue
  ) throws(PredicateIssue) -> QueryValue {
    do throws(PredicateIssue) {
      return try property(name, of: found, range: value.range)
    } catch {
      throw error.kind == .unknownKey && error.range == value.range ? error.at(value.nameRange) : error
    }
  }

  private func values(
    _ parts: [CoreValue], _ frame: inout Frame
  ) throws(PredicateIssue) -> [QueryValue] {
    var result: [QueryValue] = []
    result.reserveCapacity(parts.count)
    for part in parts { result.append(try value(part, &frame)) }
    return result
  }

  private func call(
    _ function: FunctionDefinition, _ arguments: [CoreValue], at range: SourceRange, _ frame: inout Frame
  ) throws(PredicateIssue) -> QueryValue {
    let arguments = try values(arguments, &frame)
    return try PredicateIssue.placing(at: range) { () throws(PredicateIssue) in try function.call(arguments, context) }
  }

  /// The forms that go through the elements of a range or of a collection.
  private func collected(
    _ value: CoreValue, _ frame: inout Frame
  ) throws(PredicateIssue) -> QueryValue {
    switch value.node {
    case .count(let range):
      var count: Int64 = 0
      let exists = try forEachElement(of: range, &frame) { (_: inout Frame) throws(PredicateIssue) in
        count += 1
        return true
      }
      return exists ? .integer(count) : .null
    case .aggregate(let op, let range, let each):
      guard let elements = try elements(of: range, each, &frame) else { return .null }
      return try PredicateIssue.placing(at: value.range) { () throws(PredicateIssue) in try op.apply(to: elements) }
    case .collect(let range, let each):
      return try elements(of: range, each, &frame).map { .array($0) } ?? .null
    case .dynamicAggregate(let op, let collection):
      let found = try self.value(collection, &frame)
      if found.isNull { return .null }
      guard let elements = try elements(of: found, at: value.range) else { return .null }
      let isPath = collection.isPath
      return try PredicateIssue.placing(at: value.range) { () throws(PredicateIssue) in
        try op.apply(to: elements, isPath: isPath)
      }
    default:
      return .null
    }
  }

  /// A value of each element of a range; nil when the range is nil.
  private func elements(
    of range: CoreRange, _ each: CoreValue, _ frame: inout Frame
  ) throws(PredicateIssue) -> [QueryValue]? {
    var result: [QueryValue] = []
    let exists = try forEachElement(of: range, &frame) { (inner: inout Frame) throws(PredicateIssue) in
      result.append(try value(each, &inner))
      return true
    }
    return exists ? result : nil
  }

  /// `base[index]`: nil beyond the ends.
  private func element(
    of base: CoreValue, at index: CoreIndex, _ frame: inout Frame
  ) throws(PredicateIssue) -> QueryValue {
    let container = try value(base, &frame)
    let key: QueryValue? = if case .value(let position) = index { try value(position, &frame) } else { nil }
    return try PredicateIssue.placing(at: base.range) { () throws(PredicateIssue) in
      switch index {
      case .first: try ValueIndex.first(of: container)
      case .last: try ValueIndex.last(of: container)
      case .size: try ValueIndex.size(of: container)
      case .value: try ValueIndex.element(of: container, at: key ?? .null)
      }
    }
  }
}

extension QueryValue {
  fileprivate var integerAsDouble: QueryValue {
    if case .integer(let whole) = self { .double(Double(whole)) } else { self }
  }
}

extension BinaryOperator {
  /// Whether this is `+ - * /`, whose result is a double where an operand is one.
  fileprivate var calculates: Bool {
    switch self {
    case .add, .subtract, .multiply, .divide: true
    default: false
    }
  }
}
