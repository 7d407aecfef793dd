import PredicateValues

/// A number as SQLite stores it. An integer and a real compare exactly, as SQLite compares them.
enum StoredNumber {
  case integer(Int64)
  case real(Double)

  static func < (left: StoredNumber, right: StoredNumber) -> Bool {
    switch (left, right) {
    case (.integer(let a), .integer(let b)): a < b
    case (.real(let a), .real(let b)): a < b
    case (.integer(let a), .real(let b)): QueryValue.integer(a).order(.double(b)) == .less
    case (.real(let a), .integer(let b)): QueryValue.double(a).order(.integer(b)) == .less
    }
  }
}
