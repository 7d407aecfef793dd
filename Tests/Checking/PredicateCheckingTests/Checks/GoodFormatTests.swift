import Foundation
import PredicateChecking
import PredicateSyntax
import Testing

/// Formats that Apple's systems accept have no errors under the profile `foundation`.
@Suite("Good formats") struct GoodFormatTests {
  private struct Suite: Decodable {
    let cases: [Case]
  }

  private struct Case: Decodable {
    struct Expectation: Decodable {
      let error: Failure?
      let anyOf: [Ignored]?
    }

    struct Failure: Decodable {}

    struct Ignored: Decodable {}

    let id: String
    let format: String?
    let expect: Expectation
    let level: String
    let dialects: [String]
  }

  @Test("No case of the suite that Apple's systems evaluate is an error")
  func suite() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let suite = try JSONDecoder().decode(
      Suite.self, from: Data(contentsOf: root.appendingPathComponent("Grammar/suite.json")))
    let check = ProfileCheck(try .named("foundation"))
    var count = 0
    for one in suite.cases where one.expect.error == nil && one.expect.anyOf == nil && one.level != "choice" {
      guard let format = one.format, one.dialects.contains("apple") else { continue }
      count += 1
      let errors = check.issues(in: format).filter { $0.severity == .error }
      #expect(errors == [], "\(one.id): \(format)")
    }
    #expect(count > 1_900)
  }
}
