import BenchData

/// All rows over their elements, one type of elements after the other.
struct UseBench {
  private let options: Options
  private(set) var measurements: [Measurement] = []

  init(_ options: Options) { self.options = options }

  /// Measures the rows and prints a line of each.
  mutating func run() {
    var numbers = SeededNumbers(seed: 7)
    let world = World(&numbers)
    measure(options.elements, Job.init) { $0.addAll() }
    measure(options.elements, Contact.init) { $0.addAll() }
    measure(options.elements, { Film(&$0, world) }) { $0.addAll() }
    measure(options.elements, Entry.init) { $0.addAll() }
    // Dictionaries take much memory.
    measure(max(1, options.elements / 10), Records.dictionary) { $0.addAll() }
    guard options.includes("predicate filter", of: .dictionaries) else { return }
    if let program = options.program {
      add(FilteredLines(program: program, count: options.elements).measured())
    } else {
      note("not measured without --predicate PROGRAM: predicate filter")
    }
  }

  /// Makes elements, which are the same in each run, and measures the rows about them.
  private mutating func measure<Element>(
    _ count: Int, _ element: (inout SeededNumbers) -> Element, _ rows: (inout RowTable<Element>) -> Void
  ) {
    var numbers = SeededNumbers(seed: 42)
    var table = RowTable((0..<count).map { _ in element(&numbers) })
    rows(&table)
    for row in table.rows where options.includes(row.name, of: row.group) { add(Measurement(row)) }
  }

  private mutating func add(_ measurement: Measurement) {
    print(options.isCSV ? Report.csvLine(measurement) : Report.line(measurement))
    measurements.append(measurement)
  }
}
