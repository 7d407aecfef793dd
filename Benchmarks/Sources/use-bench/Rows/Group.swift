/// The groups of rows, and how much each counts. A group shares its weight equally between its rows.
enum Group: String, CaseIterable {
  case comparison = "comparison with a constant"
  case strings
  case search = "search field"
  case dates
  case optionals
  case sets = "enums and sets of values"
  case toOne = "to-one"
  case toMany = "to-many"
  case arithmetic = "arithmetic and functions"
  case dictionaries = "dictionaries and JSON"
  case single = "one element"
  case order = "order and copies"

  /// In hundredths: together 100.
  var weight: Double {
    switch self {
    case .comparison, .strings: 18
    case .sets: 10
    case .toMany: 9
    case .search, .toOne: 8
    case .dates: 7
    case .optionals: 6
    case .dictionaries, .single: 5
    case .arithmetic, .order: 3
    }
  }
}
