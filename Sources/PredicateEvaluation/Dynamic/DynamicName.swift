import PredicateValues

/// A name to be looked up in dictionaries.
struct DynamicName: Sendable {
  let name: String
  let key: TextEqualTest
  /// The words of the name where it is a small string; else those of no string.
  let words: (UInt64, UInt64)
  /// Where Swift's dictionaries have the name; nil where they have to be asked the public way.
  let hash: NameHash?

  init(_ name: String) {
    self.name = name
    let bytes = Array(name.utf8)
    key = TextEqualTest(offset: 0, bytes)
    let constant = TextConstant(bytes)
    words = constant.words
    hash = NameHash(name)
  }

  /// What a dictionary of any kind has under the name; nil where it has nothing. Of every other value nil.
  @inline(__always)
  func lookUp(in view: DynamicView, _ site: UnsafeMutablePointer<DynamicSite>) -> DynamicView {
    switch view.kind {
    case .dictionary: find(view.address, site)
    case .anyDictionary, .valueDictionary: findInSwift(view, site)
    default: .null(view.address)
    }
  }

  @inline(__always)
  private func find(_ dictionary: UnsafeRawPointer, _ site: UnsafeMutablePointer<DynamicSite>) -> DynamicView {
    guard let value = KnownShape.value(of: name, in: dictionary, site.pointee.shapes) else { return .null(dictionary) }
    return DynamicView(value: value)
  }

  @inline(__always)
  private func findInSwift(_ view: DynamicView, _ site: UnsafeMutablePointer<DynamicSite>) -> DynamicView {
    guard let hash, DictionaryMemory.isTrusted else { return findPublicly(view, site) }
    let storage = DictionaryMemory.Storage(view.address)
    let found = storage.place(of: words, from: storage.address(hash)) { key.passes($0) }
    guard let place = found else { return .null(view.address) }
    if view.kind == .valueDictionary {
      return DynamicView(value: storage.values + place &* MemoryLayout<QueryValue>.stride)
    }
    let any = storage.values + place &* MemoryLayout<Any>.stride
    return AnyMemory.view(any) ?? copy(any.assumingMemoryBound(to: Any.self).pointee, site)
  }

  /// The public way.
  @inline(never)
  private func findPublicly(_ view: DynamicView, _ site: UnsafeMutablePointer<DynamicSite>) -> DynamicView {
    if view.kind == .valueDictionary {
      let dictionary = view.address.assumingMemoryBound(to: [String: QueryValue].self).pointee
      guard let index = dictionary.index(forKey: name), dictionary.keys[index].hasSameScalars(as: name) else {
        return .null(view.address)
      }
      site.pointee.value = dictionary.values[index]
      return DynamicView(value: DynamicSite.value(site))
    }
    let dictionary = view.address.assumingMemoryBound(to: [String: Any].self).pointee
    // A key that is canonically equivalent to the name is not the name, and then the name is no key.
    guard let index = dictionary.index(forKey: name), dictionary.keys[index].hasSameScalars(as: name) else {
      return .null(view.address)
    }
    site.pointee.any = dictionary.values[index]
    if let found = AnyMemory.view(DynamicSite.any(site)) { return found }
    return copy(site.pointee.any, site)
  }

  /// What has no view of its own, as a value.
  @inline(never)
  private func copy(_ any: Any, _ site: UnsafeMutablePointer<DynamicSite>) -> DynamicView {
    site.pointee.value = QueryValue(dynamically: any)
    return DynamicView(value: DynamicSite.value(site))
  }
}
