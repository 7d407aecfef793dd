import OpenPredicate

/// An enum with integers as raw values.
enum Level: Int, CaseIterable, QueryArgumentConvertible {
  case beginner, novice, advanced, expert, master
}
