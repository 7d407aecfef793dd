import Foundation
import Testing

/// A predicate as people write it, with the findings that the check by its profile must have: codes, and the texts in their ranges. Read from
/// `shapes.json`.
struct CheckedShape: Decodable, Sendable, CustomTestStringConvertible {
  /// A code and the text at its place.
  struct Find: Decodable, Hashable, Sendable {
    let code: String
    let at: String
  }

  let profile: String
  let predicate: String
  let finds: [Find]

  var testDescription: String { "\(profile): \(predicate)" }

  static func all() throws -> [CheckedShape] {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("shapes.json")
    return try JSONDecoder().decode([CheckedShape].self, from: Data(contentsOf: file))
  }
}
