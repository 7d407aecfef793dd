import BenchData
import Foundation

/// Values of Foundation's types out of numbers that look random.
enum Samples {
  /// A date of one of 10,000 days.
  static func date(_ numbers: inout SeededNumbers) -> Date { date(numbers.next(below: 10_000)) }

  static func date(_ day: Int) -> Date { Date(timeIntervalSinceReferenceDate: Double(day) * 86400) }

  /// An amount with two digits behind the point, below 100.
  static func decimal(_ numbers: inout SeededNumbers) -> Decimal {
    Decimal(sign: .plus, exponent: -2, significand: Decimal(numbers.next(below: 10_000)))
  }

  /// One of 10,000 UUIDs.
  static func uuid(_ numbers: inout SeededNumbers) -> UUID { uuid(numbers.next(below: 10_000)) }

  /// A UUID whose bytes follow from a number.
  static func uuid(_ number: Int) -> UUID {
    var bytes = SeededNumbers(seed: UInt64(number))
    let value = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 16) { buffer in
      for index in 0..<16 { buffer[index] = UInt8(truncatingIfNeeded: bytes.next()) }
      return UnsafeRawBufferPointer(buffer).loadUnaligned(as: uuid_t.self)
    }
    return UUID(uuid: value)
  }

  /// The address of one of 1,000 pages.
  static func url(_ numbers: inout SeededNumbers) -> URL { urls[numbers.next(below: urls.count)] }

  static let urls: [URL] = (0..<1000).compactMap { URL(string: "https://example.com/films/\($0)") }

  /// One of 1,000 runs of four to sixty bytes.
  static func data(_ numbers: inout SeededNumbers) -> Data { data[numbers.next(below: data.count)] }

  static let data: [Data] = (0..<1000).map { number in
    Data((0..<4 + number % 57).map { UInt8(truncatingIfNeeded: number &* 31 &+ $0 &* 7) })
  }

  /// Two words and a number, sometimes with an article or a café.
  static func title(_ numbers: inout SeededNumbers) -> String {
    (numbers.next(below: 4) == 0 ? "The " : "") + numbers.pick(Vocabulary.words) + " " + numbers.pick(Vocabulary.words)
      + " " + String(numbers.next(below: 1000)) + (numbers.next(below: 20) == 0 ? " Caf\u{e9}" : "")
  }

  /// A name, of which a third are patronymics.
  static func name(_ numbers: inout SeededNumbers) -> String {
    numbers.pick(Vocabulary.names) + (numbers.next(below: 3) == 0 ? "son" : "")
  }
}
