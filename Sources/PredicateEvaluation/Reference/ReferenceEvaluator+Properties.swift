import PredicateBinding
import PredicateValues

extension ReferenceEvaluator {
  /// The object that a row stands for; nil where a step leads nowhere.
  func object(_ row: CoreRow, _ frame: Frame) -> QueryValue {
    switch row {
    case .variable(let variable):
      return frame[variable]
    case .toOne(let base, let member, _):
      return toOne(member.name, of: object(base, frame))
    }
  }

  /// The object that a to-one member of an object refers to; nil where there is none.
  func toOne(_ member: String, of base: QueryValue) -> QueryValue {
    guard case .object(let object) = base else { return .null }
    // What cannot be read stays so along a path, and whoever uses the end of the path learns why.
    return object.value(forKey: member) ?? (object is UnusableValue ? base : .null)
  }

  /// A member of a value by name: an unknown key is nil of a dictionary and an issue of an object; a collection maps
  /// over its elements, nested ones flattened; strings, dates and numbers have closed lists of properties. `self` is the value itself, unless a dictionary has
  /// it for a key.
  func property(
    _ name: String, of value: QueryValue, range: SourceRange
  ) throws(PredicateIssue) -> QueryValue {
    if name.hasSameScalars(as: QueryKeyPath.selfKey) { return value.underSelfKey }
    switch value {
    case .null:
      return .null
    case .dictionary(let dictionary):
      return dictionary[name] ?? .null
    case .object(let object):
      if let value = object.value(forKey: name) { return value }
      try value.checkUsable()
      if let found = object.unreadableMember(named: name) {
        throw .unreadableMember(name, of: object.entityName, because: found, range: range)
      }
      throw .unknownProperty(
        name, of: object.entityName, known: object.keys, range: range,
        note: SwiftTypeSource(reading: .everything).noteOnMembers(of: object.entityName))
    case .reference(let reference) where findObject != nil:
      guard let object = findObject?(reference) else { return .null }
      return try property(name, of: .object(object), range: range)
    case .array(let elements):
      return .array(try mapped(name, over: elements, range: range))
    case .set(let elements):
      return .array(try mapped(name, over: elements, range: range))
    case .string(let text):
      if let property = StringProperty.value(of: text, named: name) { return property }
      throw .unknownProperty(name, of: "a string", known: StringProperty.allCases.map(\.rawValue), range: range)
    case .date(let seconds):
      if let property = DateProperty(name: name) { return property.value(of: seconds, in: timeZone) }
      throw .unknownProperty(name, of: "a date", known: DateProperty.allCases.map(\.rawValue), range: range)
    case .integer, .double, .decimal:
      if let converted = DurationProperty(name: name)?.value(of: value) { return converted }
      throw .memberOfScalar(name, value.type.description, range: range)
    default:
      throw .memberOfScalar(name, value.type.description, range: range)
    }
  }

  /// What the names of a path lead to from a value.
  package func member(
    _ path: ArraySlice<String>, of value: QueryValue
  ) throws(PredicateIssue) -> QueryValue {
    var value = value
    for name in path { value = try property(name, of: value, range: .none) }
    return value
  }

  private func mapped(
    _ name: String, over elements: [QueryValue], range: SourceRange
  ) throws(PredicateIssue) -> [QueryValue] {
    var result: [QueryValue] = []
    result.reserveCapacity(elements.count)
    for element in elements {
      switch try property(name, of: element, range: range) {
      case .array(let inner), .set(let inner): result += inner
      case let value: result.append(value)
      }
      // Each key of a path may multiply what the one before found.
      if result.count > limits.visitedElements { throw .tooManyElements }
    }
    return result
  }
}
