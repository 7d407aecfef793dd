// The types that the libraries of all platforms take and give.

/// The differences between strings that a collation counts.
struct CollationForm {
  var ignoresCase = false
  var ignoresMarks = false
  /// Whether digits are compared by the number that they write.
  var comparesNumbers = false
}

/// A moment from which on a zone is so many seconds ahead of UTC.
struct TimeZoneChange: Sendable {
  let moment: Int
  let offset: Int
}
