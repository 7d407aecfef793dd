import PredicateMemory
import PredicateValues

/// A name under which values are looked up in dictionaries.
struct DictionaryKey: Sendable {
  let name: String
  let matcher: TextEqualMatcher
  /// The words of the name where it is a small string; else those of no string.
  let words: (UInt64, UInt64)
  /// Where Swift's dictionaries have the name; nil where they have to be asked the public way.
  let hash: NameHash?

  init(_ name: String) {
    self.name = name
    let bytes = Array(name.utf8)
    matcher = TextEqualMatcher(offset: 0, bytes)
    words = TextConstant(bytes).words
    hash = NameHash(name)
  }
}
