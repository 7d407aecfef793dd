import PredicateValues

/// A name to be looked up in dictionaries.
struct DynamicName: Sendable {
  let name: String
  let key: TextEqualTest
  /// The words of the name where it is a small string.
  let words: (UInt64, UInt64)
  let isSmall: Bool

  init(_ name: String) {
    self.name = name
    let bytes = Array(name.utf8)
    key = TextEqualTest(offset: 0, bytes)
    let constant = TextConstant(bytes)
    words = constant.words
    isSmall = constant.isSmall
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
    if !DynamicSite.knows(site, dictionary.load(as: UnsafeRawPointer.self)) { learn(dictionary, site) }
    let position = site.pointee.position
    if position < 0 { return .null(dictionary) }
    let values = dictionary.load(fromByteOffset: 8, as: UnsafeRawPointer.self)
    return DynamicView(value: values + (32 &+ position &* MemoryLayout<QueryValue>.stride))
  }

  /// Finds the name in a shape that was not met just before.
  @inline(never)
  private func learn(_ dictionary: UnsafeRawPointer, _ site: UnsafeMutablePointer<DynamicSite>) {
    let shape = dictionary.assumingMemoryBound(to: QueryDictionary.self).pointee.shape
    site.pointee.shape = shape
    site.pointee.position = shape.position(of: name) ?? -1
  }

  @inline(__always)
  private func findInSwift(_ view: DynamicView, _ site: UnsafeMutablePointer<DynamicSite>) -> DynamicView {
    let storage = DictionaryMemory.Storage(view.address)
    guard DictionaryMemory.isTrusted, storage.isSmall else { return hash(view, site) }
    guard let place = storage.place(of: self) else { return .null(view.address) }
    if view.kind == .valueDictionary {
      return DynamicView(value: storage.values + place &* MemoryLayout<QueryValue>.stride)
    }
    let any = storage.values + place &* MemoryLayout<Any>.stride
    return AnyMemory.view(any) ?? copy(any.assumingMemoryBound(to: Any.self).pointee, site)
  }

  /// The public way.
  @inline(never)
  private func hash(_ view: DynamicView, _ site: UnsafeMutablePointer<DynamicSite>) -> DynamicView {
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
