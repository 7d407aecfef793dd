import PredicateValues

/// The elements of an array where they lie.
struct DynamicElements {
  private let kind: DynamicView.Kind
  private let first: UnsafeRawPointer
  let count: Int

  /// The elements of a view of an array.
  @inline(__always)
  init(_ array: DynamicView) {
    kind = array.kind
    let storage = array.address.load(as: UnsafeRawPointer.self)
    count = storage.load(fromByteOffset: 16, as: Int.self)
    first = storage + 32
  }

  /// Calls `body` with each element until it returns false; false then. The site takes what has no view of its own.
  @inline(__always)
  @discardableResult
  func forEach(
    _ site: UnsafeMutablePointer<DynamicSite>, _ body: (DynamicView) throws(PredicateIssue) -> Bool
  ) throws(PredicateIssue) -> Bool {
    for position in 0..<count {
      guard try body(self[position, site]) else { return false }
    }
    return true
  }

  /// An element; the site takes what has no view of its own.
  @inline(__always)
  subscript(position: Int, site: UnsafeMutablePointer<DynamicSite>) -> DynamicView {
    switch kind {
    case .strings:
      return DynamicView(.string, first + position &* 16)
    case .anys:
      let any = first + position &* 32
      return AnyMemory.view(any) ?? copy(any, site)
    default:
      return DynamicView(value: first + position &* MemoryLayout<QueryValue>.stride)
    }
  }

  @inline(never)
  private func copy(_ any: UnsafeRawPointer, _ site: UnsafeMutablePointer<DynamicSite>) -> DynamicView {
    site.pointee.value = QueryValue(dynamically: any.assumingMemoryBound(to: Any.self).pointee)
    return DynamicView(value: DynamicSite.value(site))
  }
}
