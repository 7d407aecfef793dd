import PredicateSyntax
import Testing

/// The components of a path have places, but paths are equal whatever the places are.
@Suite struct PathRangeTests {
  @Test(
    arguments: [
      ("title", ["title"]),
      ("a.b.c", ["a", "b", "c"]),
      ("SELF.a.b", ["a", "b"]),
      ("a . \"b c\" . #size", ["a", "\"b c\"", "#size"]),
      ("tags.@count", ["tags", "@count"]),
      ("$x.a.$b", ["a", "$b"]),
      ("(a.b)[0].c.d", ["c", "d"]),
      ("a.f(1, 2).b", ["a", "f(1, 2)", "b"]),
      ("(a.b).c", ["a", "b", "c"]),
      ("(a).b", ["a", "b"]),
    ] as [(String, [String])])
  func ranges(format: String, texts: [String]) throws {
    let expression = try QueryExpression(format: QueryFormat(raw: format))
    let path: QueryKeyPath
    switch expression.node {
    case .keyPath(let found), .path(_, let found): path = found
    default:
      Issue.record("\(format) is no path")
      return
    }
    let bytes = Array(format.utf8)
    let found = path.ranges(in: expression.range).map {
      String(decoding: bytes[Int($0.lowerBound)..<Int($0.upperBound)], as: UTF8.self)
    }
    #expect(found == texts)
  }

  @Test func placesTakeNoPartInEquality() throws {
    let plain = try QueryExpression(format: "a.b")
    let spaced = try QueryExpression(format: "  a . \"b\"")
    #expect(plain == spaced && plain.hashValue == spaced.hashValue)
    #expect(plain == .keyPath(QueryKeyPath(.key("a"), [.key("b")])))
  }

  @Test func anUnknownPlaceIsThatOfTheExpression() {
    let path = QueryKeyPath(.key("a"), [.key("b")])
    #expect(path.ranges(in: SourceRange(4, 9)) == [SourceRange(4, 9), SourceRange(4, 9)])
  }
}
