import PredicateValues

/// How an element becomes a view.
enum DynamicRoot: Sendable {
  /// The elements are values of a kind that has views.
  case inPlace(DynamicView.Kind)
  /// The elements are values of the language.
  case values
  /// The elements are `Any`.
  case anys
  /// Elements of every other type are converted.
  case read(any ValueReader)

  init(_ element: any Any.Type, _ reader: any ValueReader) {
    if element == QueryValue.self {
      self = .values
    } else if element == QueryDictionary.self {
      self = .inPlace(.dictionary)
    } else if element == [String: Any].self {
      self = .inPlace(.anyDictionary)
    } else if element == [String: QueryValue].self {
      self = .inPlace(.valueDictionary)
    } else if element == Any.self {
      self = .anys
    } else {
      self = .read(reader)
    }
  }

  /// The view of an element. The first site takes what has to be converted.
  @inline(__always)
  func view(_ element: UnsafeRawPointer, _ site: UnsafeMutablePointer<DynamicSite>) -> DynamicView {
    switch self {
    case .inPlace(let kind): return DynamicView(kind, element)
    case .values: return DynamicView(value: element)
    case .anys:
      if let view = AnyMemory.view(element) { return view }
      site.pointee.value = QueryValue(dynamically: element.assumingMemoryBound(to: Any.self).pointee)
    case .read(let reader):
      site.pointee.value = reader.value(at: element, owner: nil)
    }
    return DynamicView(value: DynamicSite.value(site))
  }
}
