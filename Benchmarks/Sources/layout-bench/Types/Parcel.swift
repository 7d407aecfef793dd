import BenchData

/// A struct that holds dictionaries of anything.
struct Parcel<Table> {
  var lines: [[String: Any]]
  var info: [String: Any]?
  var spare: [[String: Any]]?

  /// A parcel out of numbers that look random.
  init(_ numbers: inout SeededNumbers) {
    lines = (0..<numbers.next(below: 5)).map { _ in Self.line(&numbers) }
    info = numbers.optional(nilPercent: 40) { Self.line(&$0) }
    spare = numbers.optional(nilPercent: 40) { numbers in
      (0..<numbers.next(below: 4)).map { _ in
        var line = Self.line(&numbers)
        line["d"] = Self.line(&numbers)
        return line
      }
    }
  }

  /// A dictionary with a parcel's lines, a name, a number and a nested dictionary.
  static func record(_ numbers: inout SeededNumbers) -> [String: Any] {
    let home: [String: Any] = ["zip": numbers.next(below: 100_000), "city": Samples.name(&numbers)]
    return [
      "name": Samples.name(&numbers), "age": numbers.next(below: 100), "home": home,
      "lines": Parcel<Reflected>(&numbers).lines,
    ]
  }

  private static func line(_ numbers: inout SeededNumbers) -> [String: Any] {
    ["n": numbers.next(below: 100), "s": Samples.name(&numbers)]
  }
}
