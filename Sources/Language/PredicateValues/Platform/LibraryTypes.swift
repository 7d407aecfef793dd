// The types that all implementations of the platform libraries share: Foundation, ICU, and none.

/// The differences between strings that a collation ignores or compares.
struct CollationForm {
  var ignoresCase = false
  var ignoresMarks = false
  /// Whether runs of digits are compared as numbers.
  var comparesNumbers = false
}

/// A change of a zone: its moment, and how many seconds the zone is ahead of UTC from then on.
struct TimeZoneChange: Sendable {
  let moment: Int
  let offset: Int
}
