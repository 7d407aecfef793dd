import PredicateBinding
import PredicateMemory
import PredicateValues

/// Reads some stored properties of elements of one type by `Mirror`, all of them with one mirror an element.
///
/// An object would be made for each element else (``MirroredObject``), which copies the element once more.
struct MirroredElements: Sendable {
  /// The values of the names, in their order, of the element at an address; nil of one that is read as an object: it has no property of some
  /// name, or one that cannot be read, or its type is not the one that was found first.
  let values: AddressLoader<[QueryValue]>

  /// Nil for types with a table or a mirror of their own.
  init?(_ element: any Any.Type, _ names: [String], _ reading: BindingOptions.Reading) {
    if element is any QueryableProperties.Type || element is any CustomReflectable.Type
      || TypeReflection.isClosed(element, reading)
    {
      return nil
    }
    func make<Element>(_: Element.Type) -> AddressLoader<[QueryValue]> {
      let places = Locked<[MirroredFields.Place]?>(nil)
      return { address in
        let element = address.assumingMemoryBound(to: Element.self).pointee
        guard Swift.type(of: element as Any) == Element.self else { return nil }
        let mirror = Mirror(reflecting: element)
        let known =
          places.withLock { $0 }
          ?? {
            guard mirror.displayStyle == .struct || mirror.displayStyle == .class,
              let found = MirroredFields.of(Element.self, mirror).places(of: names)
            else { return nil }
            places.withLock { $0 = found }
            return found
          }()
        guard let known else { return nil }
        var values: [QueryValue] = []
        values.reserveCapacity(known.count)
        for place in known {
          guard let child = place.child(of: mirror), let value = QueryValue.ofProperty(child, reading) else {
            return nil
          }
          values.append(value)
        }
        return values
      }
    }
    values = make(element)
  }
}
