/// What client code says of the values of a property.
@usableFromInline
enum GatherRequest: Sendable {
  /// The values.
  case values
  /// A `Bool` of each value: whether it is nil.
  case nils
  /// An `Int` of each collection: how many elements it has, -1 for a nil.
  case counts
  /// Some bytes of each value, so far apart: enough where nothing else of a struct is read, and no reference is counted for them. Of an
  /// optional these are bytes of what it wraps.
  case bytes(Range<Int>, stride: Int)
}
