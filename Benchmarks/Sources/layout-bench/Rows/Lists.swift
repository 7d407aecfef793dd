import BenchData
import Foundation

/// The constants of IN lists of 20, and other constants that both forms of a row use.
enum Lists {
  static let years = (0..<20).map { 1921 + 5 * $0 }
  static let copies = (0..<20).map { Int16(13 + 90 * $0) }
  static let weights = (0..<20).map { Int32(13 + 90 * $0) }
  static let bytes = (0..<20).map { UInt8(1 + 2 * $0) }
  static let hits = (0..<20).map { UInt64(100_000 + 1000 * $0) }
  static let ratings = (0..<20).map { Double(3 + 5 * $0) / 10 }
  static let ratios = (0..<20).map { Float(3 + 45 * $0) / 250 }
  static let words = Array(Vocabulary.words.prefix(20))
  static let names = Array(Vocabulary.names.prefix(20))
  static let titles = (0..<20).map { "star Raven \(7 + 49 * $0)" }
  static let prices = (0..<20).map { Decimal(sign: .plus, exponent: -2, significand: Decimal(7 + 450 * $0)) }
  static let dates = (0..<20).map { Samples.date(7 + 450 * $0) }
  static let uuids = (0..<20).map { Samples.uuid(7 + 450 * $0) }
  static let urls = (0..<20).map { Samples.urls[7 + 45 * $0] }
  static let data = (0..<20).map { Samples.data[7 + 45 * $0] }
  static let genres = Array(Genre.allCases.prefix(20))
  static let zips = (0..<20).map { 1000 + 4500 * $0 }
  static let numbers = (0..<20).map { 7 + 45 * $0 }
}
