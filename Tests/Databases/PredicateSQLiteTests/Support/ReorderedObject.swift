import PredicateTestSupport
import PredicateValues

/// An object that returns the elements of its to-many relationships in another order. The objects that it refers to do the same.
struct ReorderedObject: QueryObject {
  let base: any QueryObject
  let seed: UInt64

  var entityName: String { base.entityName }
  var reference: ObjectReference? { base.reference }
  var keys: [String] { base.keys }
  var comparesByProperties: Bool { base.comparesByProperties }

  func value(forKey key: String) -> QueryValue? { base.value(forKey: key).map(reordered) }

  private func reordered(_ value: QueryValue) -> QueryValue {
    switch value {
    case .object(let object): return .object(ReorderedObject(base: object, seed: seed))
    case .array(let elements):
      guard case .object = elements.first else { return value }
      var random = SplitMix64(seed: seed)
      return .array(elements.shuffled(using: &random).map(reordered))
    default: return value
    }
  }
}
