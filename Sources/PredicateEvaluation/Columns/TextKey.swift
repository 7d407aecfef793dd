import PredicateMemory
import PredicateValues

/// A string as it is looked up: equal and hashed by its bytes, which stay where they lie for as long as the key counts.
struct TextKey: Hashable {
  let bytes: UnsafeBufferPointer<UInt8>
  /// Has the bytes of a string that has none at a known place.
  private let owner: TextConstant?

  /// The string at an address; nil for a nil.
  @inline(__always)
  init?(_ string: UnsafeRawPointer) {
    if let text = StringMemory.bytes(string) {
      bytes = UnsafeBufferPointer(start: text.base, count: text.count)
      owner = nil
    } else {
      guard StringMemory.needsPublicWay(string) else { return nil }
      let copy = TextConstant(Array(StringMemory.string(string).utf8))
      bytes = copy.bytes
      owner = copy
    }
  }

  @inline(__always)
  static func == (left: TextKey, right: TextKey) -> Bool { StringSearch.equals(left.bytes, right.bytes) }

  func hash(into hasher: inout Hasher) { hasher.combine(bytes: UnsafeRawBufferPointer(bytes)) }
}
