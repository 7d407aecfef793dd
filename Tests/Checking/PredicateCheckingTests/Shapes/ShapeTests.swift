import PredicateChecking
import PredicateSyntax
import Testing

/// Predicates of all profiles as people write them have exactly the expected findings, with places.
@Suite("Shapes of all profiles") struct ShapeTests {
  @Test("Each shape has its codes at their places", arguments: try CheckedShape.all())
  func codesAndPlaces(shape: CheckedShape) throws {
    let check = ProfileCheck(try .named(shape.profile))
    let bytes = Array(shape.predicate.utf8)
    let found = check.issues(in: shape.predicate).map { issue in
      let text = issue.range.map { bytes[Int($0.lowerBound)..<Int($0.upperBound)] } ?? []
      return CheckedShape.Find(code: issue.code, at: String(decoding: text, as: UTF8.self))
    }
    #expect(found == shape.finds)
  }

  @Test("There are at least 120 shapes over all profiles, and each profile has good ones and bad ones")
  func coverage() throws {
    let shapes = try CheckedShape.all()
    #expect(shapes.count >= 120)
    for name in UseProfile.names {
      let own = shapes.filter { $0.profile == name }
      #expect(own.filter(\.finds.isEmpty).count >= 3, "\(name)")
      #expect(own.filter { !$0.finds.isEmpty }.count >= 5, "\(name)")
    }
  }

  @Test("A shape has every code except those that need a file")
  func codes() throws {
    let found = Set(try CheckedShape.all().flatMap { $0.finds.map(\.code) })
    let missing = CheckCode.allCases.map(\.rawValue).filter { !found.contains($0) }
    let ofFiles: [CheckCode] = [
      .escapeSwallowed, .interpolated, .argumentCount, .argumentType, .unreadableFile,
    ]
    #expect(missing == ofFiles.map(\.rawValue))
  }
}
