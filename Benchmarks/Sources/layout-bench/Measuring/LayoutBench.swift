import BenchData

/// All rows over their elements, one type of elements after the other.
struct LayoutBench {
  private let options: Options

  init(_ options: Options) {
    self.options = options
  }

  /// Measures the rows and prints a line of each.
  func run() -> [Measurement] {
    var all: [Measurement] = []
    all += measured(RowTable.films(), Self.films) { Self.films($0) as [Film<Declared>] }
    all += measured(RowTable.clubs(), Self.clubs) { Self.clubs($0) as [Club<Declared>] }
    all += measured(RowTable.entries(), Self.entries) { Self.entries($0) as [Entry<Declared>] }
    all += measured(RowTable.integers(), Self.integers, declared: Self.integers)
    all += measured(RowTable.strings(), Self.strings, declared: Self.strings)
    all += measured(RowTable.parcels(), Self.parcels) { Self.parcels($0) as [Parcel<Declared>] }
    all += measured(RowTable.records(), Self.records, declared: Self.records)
    return all
  }

  /// Measures rows over elements; with `--declared` the predicates run over elements of another type with the same values.
  private func measured<Element: Numbered, DeclaredElement: Numbered>(
    _ table: RowTable<Element>, _ elements: (Int) -> [Element], declared: (Int) -> [DeclaredElement]
  ) -> [Measurement] {
    let rows = table.rows.filter { options.includes($0) }
    if rows.isEmpty { return [] }
    let plain = elements(options.elements)
    if options.isDeclared { return measured(rows, plain, asking: declared(options.elements)) }
    return measured(rows, plain, asking: plain)
  }

  private func measured<Element, Asked: Numbered>(
    _ rows: [Row<Element>], _ elements: [Element], asking asked: [Asked]
  ) -> [Measurement] {
    rows.map { row in
      let measurement = Measurement(row, over: elements, asking: asked)
      print(options.isCSV ? Report.csvLine(measurement) : Report.line(measurement))
      return measurement
    }
  }
}

// The elements, the same in every run and for both sorts of types.
extension LayoutBench {
  private static func films<Table>(_ count: Int) -> [Film<Table>] {
    var numbers = SeededNumbers(seed: 42)
    return (0..<count).map { _ in Film(&numbers) }
  }

  private static func clubs<Table>(_ count: Int) -> [Club<Table>] {
    var numbers = SeededNumbers(seed: 42)
    let world = World<Table>(&numbers)
    return (0..<count).map { _ in Club(&numbers, world) }
  }

  private static func entries<Table>(_ count: Int) -> [Entry<Table>] {
    var numbers = SeededNumbers(seed: 42)
    let world = World<Table>(&numbers)
    return (0..<count).map { _ in Entry(&numbers, world) }
  }

  private static func integers(_ count: Int) -> [Int] {
    var numbers = SeededNumbers(seed: 42)
    return (0..<count).map { _ in numbers.next(below: 2000) }
  }

  private static func strings(_ count: Int) -> [String] {
    var numbers = SeededNumbers(seed: 42)
    return (0..<count).map { _ in Samples.title(&numbers) }
  }

  /// A tenth of the elements: dictionaries take much memory.
  private static func parcels<Table>(_ count: Int) -> [Parcel<Table>] {
    var numbers = SeededNumbers(seed: 42)
    return (0..<max(1, count / 10)).map { _ in Parcel(&numbers) }
  }

  private static func records(_ count: Int) -> [[String: Any]] {
    var numbers = SeededNumbers(seed: 42)
    return (0..<max(1, count / 10)).map { _ in Parcel<Reflected>.record(&numbers) }
  }
}
