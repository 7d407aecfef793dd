/// What few records have. Records share it, and change a copy.
final class RecordExtras {
  var places: [Int64?]
  var unreadable: Set<Int> = []
  var defaulted: Set<Int> = []

  init(places: [Int64?]) { self.places = places }

  /// A copy.
  init(_ other: RecordExtras) {
    places = other.places
    unreadable = other.unreadable
    defaulted = other.defaulted
  }

  var isEmpty: Bool { places.isEmpty && unreadable.isEmpty && defaulted.isEmpty }
}
