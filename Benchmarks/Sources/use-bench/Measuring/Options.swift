struct Options {
  struct Mistake: Error, CustomStringConvertible {
    let description: String
  }

  /// Whether the properties of the classes are read by closures, as `@Queryable` writes it for classes that are not final. A table is made once per
  /// process.
  static let readsByClosures = CommandLine.arguments.contains("--closures")

  /// Only rows whose name or group contains it; nil for all.
  private(set) var filter: String?
  private(set) var elements = 100_000
  /// Whether rows are printed as lines of CSV, without the groups.
  private(set) var isCSV = false
  /// The built program `predicate`.
  private(set) var program: String?

  init(_ arguments: some Sequence<String>) throws(Mistake) {
    var rest = arguments.makeIterator()
    while let argument = rest.next() {
      if argument == "--closures" { continue }
      if argument == "--csv" {
        isCSV = true
        continue
      }
      switch (argument, rest.next()) {
      case ("--filter", let text?): filter = text
      case ("--predicate", let path?): program = path
      case ("--elements", let text?):
        guard let number = Int(text), number > 0 else {
          throw Mistake(description: "--elements needs a number above 0")
        }
        elements = number
      default:
        throw Mistake(
          description: "use-bench [--filter TEXT] [--csv] [--elements N] [--closures] [--predicate PROGRAM]")
      }
    }
  }

  /// Whether a row is to be measured.
  func includes(_ name: String, of group: Group) -> Bool {
    filter.map { name.contains($0) || group.rawValue.contains($0) } ?? true
  }
}
