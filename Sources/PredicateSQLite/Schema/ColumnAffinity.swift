import PredicateModel

/// What SQLite makes of a value before it stores it in a column or compares it with one.
enum ColumnAffinity {
  case integer, real, numeric
  case text
  /// Nothing is changed.
  case none

  /// SQLite's rules, in their order: the whole declaration counts, what stands in brackets too.
  init(declaration: String, isStrict: Bool = false) {
    // SQLite folds the letters of ASCII alone.
    let word = String(decoding: declaration.foldedSQLName, as: UTF8.self)
    func holds(_ parts: String...) -> Bool { parts.contains { word.contains($0) } }
    if holds("int") {
      self = .integer
    } else if holds("char", "clob", "text") {
      self = .text
    } else if holds("blob") || word.isEmpty || isStrict && word == "any" {
      self = .none
    } else if holds("real", "floa", "doub") {
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
