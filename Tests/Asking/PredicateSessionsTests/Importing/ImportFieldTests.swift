import PredicateDocuments
import PredicateModel
import Testing

@testable import PredicateSessions

@Suite("Destinations of imported values")
struct ImportFieldTests {
  /// The JSON that the shell writes for an infinite number can be imported.
  @Test func infiniteNumbers() {
    let field = ImportField("n", newOf: .double)
    #expect(field.stored(.json(.object(JSONObject([("$double", .string("-inf"))])))) == .real(-.infinity))
    #expect(field.stored(.json(.object(JSONObject([("$double", .string("x"))])))) == nil)
    let any = ImportField("n", newOf: .any)
    #expect(any.stored(.json(.object(JSONObject([("$double", .string("inf"))])))) == .real(.infinity))
    #expect(any.stored(.json(.object(JSONObject([("a", .integer(1))])))) == .text(#"{"a":1}"#))
  }
}
