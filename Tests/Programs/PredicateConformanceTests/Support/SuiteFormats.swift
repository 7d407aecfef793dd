import Foundation
import PredicateDocuments
import PredicateSyntax

/// The formats of the suite that can be parsed, each once.
enum SuiteFormats {
  static func valid() throws -> [String] { try found.get() }

  /// Tests share the formats, because reading the suite takes seconds in a debug build.
  private static let found = Result { try read() }

  private static func read() throws -> [String] {
    var formats: Set<String> = []
    for file in try GrammarFolder.suiteFiles() {
      var json = try JSONReader.value(of: Array(try Data(contentsOf: file)))
      if case .object(let object) = json { json = object["cases"] ?? .null }
      guard case .array(let cases) = json else { continue }
      for case .object(let item) in cases {
        guard case .string(let format)? = item["format"], PredicateParser.predicate(format).tree != nil else {
          continue
        }
        formats.insert(format)
      }
    }
    return formats.sorted()
  }
}
