/// A name that is looked up in many objects before any of them is asked about.
struct DynamicEarlyName: Sendable {
  /// How many there are at most.
  static let limit = 4

  let name: DynamicName
  /// Where the shape is remembered in which the name was found.
  let site: Int
  /// The early name in whose value the name is looked up; ``DynamicLookahead/object`` for the evaluated object.
  let base: Int
  /// How many names stand before this one on its path.
  let depth: Int
}
