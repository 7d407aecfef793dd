import PredicateBinding
import PredicateMemory
import PredicateValues

/// A collection that consecutive rows share.
struct RepeatedCollection {
  /// A set of the elements is made for the eighth of consecutive rows, if the collection has enough elements.
  private static let fewQuestions = 8
  private static let fewElements = 16

  private var view = DynamicValue.nothing
  private var questions = 0
  /// The elements, once they are worth looking up.
  private var known: Set<ValueKey>?
  private(set) var collection = QueryValue.null

  /// Moves to the collection of the next row. `reading` decides which values of its objects are read.
  mutating func move(to next: DynamicValue, _ reading: BindingOptions.Reading) {
    questions += 1
    if questions > 1, next.address == view.address, next.kind == view.kind {
      if questions == Self.fewQuestions { known = Self.members(collection) }
      return
    }
    view = next
    questions = 1
    known = nil
    collection = next.queryValue(reading)
  }

  /// Whether a value is among the elements; nil if too few rows shared the collection for a set of its elements.
  func contains(_ value: QueryValue) throws(PredicateIssue) -> Bool? {
    guard let known else { return nil }
    let value = value.withoutNaN
    try value.checkUsable()
    return !value.isNull && known.contains(ValueKey(value))
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
