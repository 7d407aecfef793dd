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
    if view.kind == .dictionary { return find(view.address, site) }
    return view.kind.isSwiftDictionary ? findInSwift(view, site) : .null(view.address)
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
    let value = storage.values + place &* view.kind.valueStride
    let seen = DynamicView(in: view.kind, at: value)
    return seen.kind == .unknown ? keep(DynamicView.copied(in: view.kind, at: value), site) : seen
  }

  /// The public way.
  @inline(never)
  private func findPublicly(_ view: DynamicView, _ site: UnsafeMutablePointer<DynamicSite>) -> DynamicView {
    guard let value = view.publicValue(of: name) else { return .null(view.address) }
    return keep(value, site)
  }

  /// What has no view of its own, as a value.
  @inline(never)
  private func keep(_ value: QueryValue, _ site: UnsafeMutablePointer<DynamicSite>) -> DynamicView {
    site.pointee.value = value
    return DynamicView(value: DynamicSite.value(site))
  }
}
