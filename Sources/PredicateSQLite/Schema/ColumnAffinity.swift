/// What SQLite makes of a value before it stores it in a column or compares it with one.
enum ColumnAffinity {
  case integer, real, numeric
  case text
  /// Nothing is changed.
  case none

  /// SQLite's rules, in their order: the whole declaration counts, what stands in brackets too.
  init(declaration: String, isStrict: Bool = false) {
    let word = declaration.uppercased()
    func holds(_ parts: String...) -> Bool { parts.contains { word.contains($0) } }
    if holds("INT") {
      self = .integer
    } else if holds("CHAR", "CLOB", "TEXT") {
      self = .text
    } else if holds("BLOB") || word.isEmpty || isStrict && word == "ANY" {
      self = .none
    } else if holds("REAL", "FLOA", "DOUB") {
      self = .real
    } else {
      self = .numeric
    }
  }

  /// Whether text that looks like a number is taken for one.
  var isNumeric: Bool {
    switch self {
    case .integer, .real, .numeric: true
    case .text, .none: false
    }
  }
}
