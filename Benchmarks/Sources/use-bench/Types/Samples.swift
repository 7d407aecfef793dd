import BenchData
import Foundation

/// Values out of numbers that look random.
enum Samples {
  static let cities = ["Oslo", "Bergen", "Łódź", "San José", "Paris", "Berlin", "Hanoi", "Zürich", "Dublin", "Milan"]

  static func date(_ day: Int) -> Date { Date(timeIntervalSinceReferenceDate: Double(day) * 86400) }

  /// A UUID whose bytes follow from a number.
  static func uuid(_ number: Int) -> UUID {
    var bytes = SeededNumbers(seed: UInt64(number))
    func byte() -> UInt8 { UInt8(truncatingIfNeeded: bytes.next()) }
    return UUID(
      uuid: (
        byte(), byte(), byte(), byte(), byte(), byte(), byte(), byte(), byte(), byte(), byte(), byte(), byte(), byte(),
        byte(), byte()
      ))
  }

  /// Two words and a number, sometimes with an article or a café.
  static func title(_ numbers: inout SeededNumbers) -> String {
    (numbers.next(below: 4) == 0 ? "The " : "") + numbers.pick(Vocabulary.words) + " " + numbers.pick(Vocabulary.words)
      + " " + String(numbers.next(below: 1000)) + (numbers.next(below: 20) == 0 ? " Caf\u{e9}" : "")
  }

  /// A first name, a title, or a code of letters and digits.
  static func name(_ numbers: inout SeededNumbers) -> String {
    switch numbers.next(below: 10) {
    case 0: "The " + numbers.pick(Vocabulary.words)
    case 1: "AB" + String(numbers.next(below: 1000))
    case 2: "Ada"
    case 3: "Café " + numbers.pick(Vocabulary.names)
    default: numbers.pick(Vocabulary.names)
    }
  }

  /// Distinct numbers below 100,000.
  static func ids(_ count: Int) -> [Int] { (0..<count).map { $0 * 7919 % 100_000 } }
}
