/// An object that may point into memory that only the call at hand keeps. What keeps an object for longer asks for an owned one.
package protocol BorrowedObject: QueryObject {
  /// The same object, whose memory stays for as long as it does: a copy of a struct, an instance that is held on to.
  var owned: any QueryObject { get }
}

extension QueryValue {
  /// The value with owned objects in the place of borrowed ones, those in collections and dictionaries included. Linear in the elements.
  package var owned: QueryValue {
    switch self {
    case .object(let object): (object as? any BorrowedObject).map { .object($0.owned) } ?? self
    case .array(let elements): .array(elements.map(\.owned))
    case .set(let elements): .set(elements.map(\.owned))
    case .dictionary(let dictionary):
      .dictionary(QueryDictionary(names: dictionary.keys, values: dictionary.values.map(\.owned)))
    default: self
    }
  }
}
