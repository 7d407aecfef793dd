struct Options {
  struct Mistake: Error, CustomStringConvertible {
    let description: String
  }

  /// Only rows whose predicate or kinds contain it; nil for all.
  private(set) var filter: String?
  /// Whether the table is written as comma-separated values, without the summary.
  private(set) var isCSV = false
  /// Whether the predicates run over the types with a table of properties.
  private(set) var isDeclared = false
  /// How many elements of each type there are.
  private(set) var elements = 200_000

  init(_ arguments: some Sequence<String>) throws(Mistake) {
    var rest = arguments.makeIterator()
    while let argument = rest.next() {
      switch argument {
      case "--csv": isCSV = true
      case "--declared": isDeclared = true
      case "--filter":
        guard let text = rest.next() else { throw Mistake(description: "--filter needs a text") }
        filter = text
      case "--elements":
        guard let text = rest.next(), let number = Int(text), number > 0 else {
          throw Mistake(description: "--elements needs a number above 0")
        }
        elements = number
      default:
        throw Mistake(description: "unknown argument \(argument)")
      }
    }
  }

  /// Whether a row is to be measured.
  func includes<Element>(_ row: Row<Element>) -> Bool {
    guard let filter else { return true }
    return [row.format, row.property.rawValue, row.condition.rawValue].contains { $0.contains(filter) }
  }
}
