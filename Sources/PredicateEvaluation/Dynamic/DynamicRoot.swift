import PredicateValues

/// How an element becomes a view.
struct DynamicRoot: Sendable {
  /// The ways.
  enum Form: UInt8 {
    /// The elements are values of a kind that has views.
    case inPlace
    /// The elements are values of the language.
    case values
    /// The elements are `Any`.
    case anys
    /// Elements of every other type are converted.
    case read
  }

  let form: Form
  private let kind: DynamicView.Kind
  private let reader: any ValueReader

  init(_ element: any Any.Type, _ reader: any ValueReader) {
    self.reader = reader
    if let kind = DynamicView.Kind.dictionaries.first(where: { $0.type == element })?.kind {
      self.kind = kind
      form = .inPlace
    } else {
      kind = .value
      form = element == QueryValue.self ? .values : element == Any.self ? .anys : .read
    }
  }

  /// The view of an element. The first site takes what has to be converted.
  @inline(__always)
  func view(_ element: UnsafeRawPointer, _ site: UnsafeMutablePointer<DynamicSite>) -> DynamicView {
    switch form {
    case .inPlace: DynamicView(kind, element)
    case .values: DynamicView(value: element)
    case .anys: AnyMemory.view(element) ?? converted(element, site)
    case .read: converted(element, site)
    }
  }

  /// The view of an element, unknown where it has to be converted.
  @inline(__always)
  func viewInPlace(_ element: UnsafeRawPointer) -> DynamicView {
    switch form {
    case .inPlace: DynamicView(kind, element)
    case .values: DynamicView(value: element)
    case .anys: AnyMemory.view(element) ?? DynamicView(.unknown, element)
    case .read: DynamicView(.unknown, element)
    }
  }

  @inline(never)
  private func converted(_ element: UnsafeRawPointer, _ site: UnsafeMutablePointer<DynamicSite>) -> DynamicView {
    site.pointee.value = reader.value(at: element, owner: nil)
    return DynamicView(value: DynamicSite.value(site))
  }
}
