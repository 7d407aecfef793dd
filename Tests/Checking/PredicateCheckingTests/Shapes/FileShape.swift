import Foundation
import Testing

/// A file as people have it, with the findings that the check by its profile must have. Read from `file-shapes.json`.
struct FileShape: Decodable, Sendable, CustomTestStringConvertible {
  let profile: String
  let file: String
  let text: String
  let finds: [CheckedShape.Find]

  var testDescription: String { "\(profile): \(file)" }

  static func all() throws -> [FileShape] {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("file-shapes.json")
    return try JSONDecoder().decode([FileShape].self, from: Data(contentsOf: file))
  }
}
