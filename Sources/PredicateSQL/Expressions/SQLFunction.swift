/// The functions that translated predicates call. A dialect gives each its name.
///
/// Those of strings take the subject, the text that is looked for and the option letters as a number; they are NULL where one of
/// the two is, or is no text.
public enum SQLFunction: String, Sendable, CaseIterable {
  /// A string without the differences that the options ignore: subject, options.
  case fold
  /// Whether the folded subject is a text that is folded already.
  case equals
  /// BEGINSWITH, with a text that is folded already. An empty text begins nothing.
  case beginsWith
  /// ENDSWITH, likewise.
  case endsWith
  /// CONTAINS, likewise.
  case contains
  /// CONTAINS without options and with a text that is not empty: its place, 0 where it is nowhere.
  case position
  /// LIKE: subject, pattern, options.
  case like
  /// MATCHES: subject, pattern, options.
  case matches
  /// A property of a string by name: subject, name.
  case property
  /// The length of a string in UTF-16 units.
  case length
  /// `a ** b`.
  case power
  /// The bit operators: number of the operator, left, right.
  case bits
  /// A function of the language's table: its name, then its arguments.
  case call
  /// A conversion: the target's name, the value.
  case cast
  /// Seconds since 2001 of a date that is stored as text.
  case date
  /// The 16 bytes of a UUID that is stored as text.
  case uuid
  /// `COUNT(*)`.
  case count
  /// The sum of a group, 0 of none.
  case sum
  /// The mean of a group with nil as 0, and 0 of none.
  case average
  /// The least of a group.
  case minimum
  /// The greatest of a group.
  case maximum
}
