import PredicateModel
import PredicateValues

/// An object as the evaluator reads it.
///
/// It is declared `Sendable`, but a context evaluates conditions within one call, on the task that made the call.
struct ContextObject: SelfComparingObject, SwiftValueObject, @unchecked Sendable {
  let object: StoredObject

  var swiftValue: Any { object }
  var entityName: String { object.plan.entity.name }
  var reference: ObjectReference? { object.reference }
  var keys: [String] { object.plan.entity.memberNames }

  func value(forKey key: String) -> QueryValue? {
    guard let member = object.plan.members[ScalarString(key)] else { return nil }
    do {
      switch member {
      case .attribute(let index): return try object.attribute(index)
      case .key: return object.isTemporary ? .null : .integer(object.key)
      case .link(let index):
        let found = try object.objects(of: index).map { QueryValue.object(ContextObject(object: $0)) }
        return object.plan.links[index].isToMany ? .array(found) : found.first ?? .null
      // Predicates cannot read a fetched property, because it could read itself.
      case .fetched: return nil
      }
    } catch {
      return .object(
        UnusableValue(
          .error("unreadable-object", nil, "\(object.id) cannot be read: \(error)", kind: .unsupported)))
    }
  }

  func isEqual(to other: any QueryObject) -> Bool? {
    guard let other = other as? ContextObject else { return false }
    return object === other.object
  }

  func hashItself(into hasher: inout Hasher) -> Bool {
    hasher.combine(ObjectIdentifier(object))
    return true
  }
}
