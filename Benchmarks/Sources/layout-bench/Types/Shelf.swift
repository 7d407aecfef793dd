import OpenPredicate

/// An enum with bytes as raw values, which are not those of its cases in memory.
enum Shelf: UInt8, CaseIterable, QueryArgumentConvertible {
  case top = 10
  case upper = 20
  case middle = 30
  case lower = 40
  case bottom = 50
}
