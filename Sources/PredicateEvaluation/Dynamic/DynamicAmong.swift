import PredicateBinding
import PredicateValues

/// Whether a value is in a collection that is the same for as long as the evaluated object is: `ANY names IN tags`.
final class DynamicAmong: DynamicCondition, @unchecked Sendable {
  /// So many questions about one collection, and so many elements of it, are answered by going through them.
  private static let fewQuestions = 8
  private static let fewElements = 16

  private let value: DynamicOperand
  private let collection: DynamicOperand
  private let site: Int
  private let comparison: DynamicMeaning

  /// - Parameter collection: A path from the evaluated object: what it is does not change while that is asked about.
  init(_ value: DynamicOperand, _ collection: DynamicOperand, site: Int, _ comparison: DynamicMeaning) {
    self.value = value
    self.collection = collection
    self.site = site
    self.comparison = comparison
  }

  /// Whether a value of the core is such a path.
  static func isSteady(_ value: CoreValue) -> Bool {
    guard case .property(let base, _) = value.node else { return false }
    if case .element(0) = base.node { return true }
    return isSteady(base)
  }

  override func holds(_ run: DynamicRun) throws(PredicateIssue) -> Bool {
    // Asking the collection may replace what the value made.
    let found = try value.view(run).queryValue
    let place = run.sites + site
    if place.pointee.members.object != run.objectNumber {
      place.pointee.members = DynamicMembers(object: run.objectNumber)
    }
    if let known = place.pointee.members.known {
      let value = found.withoutNaN
      try value.checkUsable()
      return !value.isNull && known.contains(ValueKey(value))
    }
    let values = try collection.view(run).queryValue
    let isFound = try comparison.holds(found, values, run)
    place.pointee.members.questions += 1
    if place.pointee.members.questions == Self.fewQuestions { place.pointee.members.known = Self.members(values) }
    return isFound
  }

  /// The elements of a collection that has many.
  private static func members(_ collection: QueryValue) -> Set<ValueKey>? {
    let elements: [QueryValue]
    switch collection {
    case .array(let values), .set(let values): elements = values
    case .dictionary(let dictionary): elements = dictionary.values
    default: return nil
    }
    return elements.count > fewElements ? Set(elements.lazy.map { ValueKey($0) }) : nil
  }
}

/// What is known of a collection of one evaluated object.
struct DynamicMembers {
  /// Which object of the run that is.
  var object = 0
  /// How often was asked.
  var questions = 0
  /// The elements, once they are worth looking up.
  var known: Set<ValueKey>?
}
