import BenchData
import Foundation

/// Records of JSON: as dictionaries, and as lines of text.
enum Records {
  typealias Dictionary = [String: Any]

  static let format = "year > 1990 AND name CONTAINS[c] 'a'"

  static func dictionary(_ numbers: inout SeededNumbers) -> Dictionary {
    var record: Dictionary = [
      "id": numbers.next(below: 100_000), "year": 1920 + numbers.next(below: 107), "city": numbers.pick(Samples.cities),
    ]
    if numbers.next(below: 10) > 0 { record["name"] = Samples.name(&numbers) }
    return record
  }

  static func line(_ record: Dictionary) -> String {
    let parts = ["id", "year", "city", "name"].compactMap { key in
      record[key].map { value in "\"\(key)\": " + (value is String ? "\"\(value)\"" : "\(value)") }
    }
    return "{" + parts.joined(separator: ", ") + "}"
  }

  /// The type that a developer decodes a line as.
  struct Decoded: Decodable {
    var year: Int
    var name: String?
  }
}
