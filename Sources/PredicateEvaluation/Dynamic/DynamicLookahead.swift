import CPrefetch
import PredicateValues

/// Looking into many objects together.
///
/// What takes time with dictionaries is waiting for memory: each step to where a value lies waits for the one before
/// it. So a step is taken for all objects of a block before the next one, and what the next one needs is fetched
/// meanwhile: the processor then waits for many of them at once.
struct DynamicLookahead {
  /// How many elements are looked into together.
  static let size = 32
  /// The place of the evaluated object behind the early names.
  static let object = DynamicEarlyName.limit
  /// How many views an element has.
  static let stride = DynamicEarlyName.limit + 1
  /// Below this an element is looked into when its turn comes.
  static let smallest = 4

  private let root: DynamicRoot
  private let early: UnsafeMutablePointer<DynamicEarlyName>
  private let earlyCount: Int
  private let sites: UnsafeMutablePointer<DynamicSite>
  /// The views of each element: what it has under the early names, then the element itself.
  private let views: UnsafeMutablePointer<DynamicView>

  /// Nil where the elements have to be converted, and where nothing is to be looked up.
  init?(
    _ root: DynamicRoot, _ early: UnsafeMutablePointer<DynamicEarlyName>, _ earlyCount: Int,
    _ sites: UnsafeMutablePointer<DynamicSite>
  ) {
    guard root.form != .read, earlyCount > 0 else { return nil }
    self.root = root
    self.early = early
    self.earlyCount = earlyCount
    self.sites = sites
    views = .allocate(capacity: Self.size * Self.stride)
  }

  /// To be called once, after use.
  func deallocate() { views.deallocate() }

  /// What an element of the block has under the early names.
  @inline(__always)
  func row(_ position: Int) -> UnsafeMutablePointer<DynamicView> { views + position &* Self.stride }

  /// Looks the early names up in the first elements of some: at most ``size``.
  func look(into elements: UnsafeRawPointer, _ stride: Int, _ count: Int, of all: Int) {
    for position in 0..<count {
      row(position)[Self.object] = root.viewInPlace(elements + position &* stride)
    }
    // Those behind the block come next.
    for position in min(count, all)..<min(2 &* count, all) {
      Self.prefetch(root.viewInPlace(elements + position &* stride))
    }
    var first = 0
    while first < earlyCount {
      let depth = early[first].depth
      var end = first
      while end < earlyCount, early[end].depth == depth {
        aim(end, count)
        end &+= 1
      }
      for place in first..<end { find(place, count) }
      for place in first..<end { see(place, count) }
      first = end
    }
  }

  /// The first step: where the key of a Swift dictionary should be, or the value of a shape.
  private func aim(_ place: Int, _ count: Int) {
    let base = early[place].base
    let shapes = sites[early[place].site].shapes
    let hash = DictionaryMemory.isTrusted ? early[place].name.hash : nil
    for position in 0..<count {
      let row = row(position)
      let view = row[base]
      switch view.kind {
      case let kind where kind.isSwiftDictionary:
        guard let hash else {
          row[place] = DynamicView(.unknown, view.address)
          continue
        }
        let key = DictionaryMemory.Storage(view.address).address(hash)
        c_prefetch(key)
        row[place] = DynamicView(.unknown, key)
      case .dictionary:
        guard let value = KnownShape.value(of: early[place].name.name, in: view.address, shapes) else {
          row[place] = .null(view.address)
          continue
        }
        c_prefetch(value)
        row[place] = DynamicView(.value, value)
      case .null:
        row[place] = view
      default:
        row[place] = DynamicView(.unknown, view.address)
      }
    }
  }

  /// The second step, in Swift dictionaries: where the value is.
  private func find(_ place: Int, _ count: Int) {
    guard DictionaryMemory.isTrusted, early[place].name.hash != nil else { return }
    let base = early[place].base
    let words = early[place].name.words
    for position in 0..<count {
      let row = row(position)
      let view = row[base]
      if !view.kind.isSwiftDictionary { continue }
      let size = view.kind.valueStride
      let storage = DictionaryMemory.Storage(view.address)
      let found = storage.place(of: words, from: row[place].address) { early[place].name.key.passes($0) }
      if let found {
        let value = storage.values + found &* size
        c_prefetch(value)
        c_prefetch(value + (size &- 1))
        row[place] = DynamicView(.value, value)
      } else {
        row[place] = .null(view.address)
      }
    }
  }

  /// The last step: what the value is, and what it leads to.
  private func see(_ place: Int, _ count: Int) {
    let base = early[place].base
    for position in 0..<count {
      let row = row(position)
      if row[place].kind != .value { continue }
      let address = row[place].address
      // What has no view of its own is copied only when it is asked for.
      let view = DynamicView(in: row[base].kind, at: address)
      Self.prefetch(view)
      row[place] = view
    }
  }

  /// Has fetched what a value leads to.
  @inline(__always)
  private static func prefetch(_ view: DynamicView) {
    switch view.kind {
    case .string: StringMemory.prefetch(view.address)
    case let kind where kind.isSwiftDictionary: DictionaryMemory.Storage(view.address).prefetch()
    case .array, .strings, .anys:
      ArrayMemory.prefetch(view.address)
    case .dictionary: ArrayMemory.prefetch(view.address + 8)
    default: break
    }
  }
}
