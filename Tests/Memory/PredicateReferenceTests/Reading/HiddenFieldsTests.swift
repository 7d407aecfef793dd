#if canImport(Glibc)
  import Glibc
  import OpenPredicate
  import PredicateEngineFixtures
  import Testing

  /// Structs whose stored contents Swift does not list as fields, for example a C union, cannot be compared.
  @Suite struct HiddenFieldsTests {
    private struct Row {
      var source: in6_addr
      var target: in6_addr
    }

    private static func address(_ byte: UInt8) -> in6_addr {
      var address = in6_addr()
      withUnsafeMutableBytes(of: &address) { $0[0] = byte }
      return address
    }

    private let rows = [Row(source: Self.address(1), target: Self.address(2))]

    @Test(.fieldsAreKnown, arguments: ["source == target", "source != target", "source IN {target}"])
    func areNotCompared(_ format: String) throws {
      let issue = try #require(throws: PredicateIssue.self) {
        try rows.filter(QueryPredicate(format: QueryFormat(raw: format)))
      }
      #expect(issue.kind == .type && issue.code == "incomparable-objects")
      let beginning = "objects of in6_addr cannot be compared: Swift cannot list the fields of "
      #expect(issue.message.hasPrefix(beginning), "\(issue.message)")
      #expect(issue.message.hasSuffix(" at run time, because it is a type such as a C union"), "\(issue.message)")
    }

    /// If types are known only when a predicate runs, such values are never equal.
    @Test func areNeverEqual() throws {
      let dictionaries: [[String: Any]] = rows.map { ["source": $0.source, "target": $0.target] }
      #expect(try dictionaries.count(where: "source == target") == 0)
      #expect(try dictionaries.count(where: "source IN {target}") == 0)
      #expect(try dictionaries.count(where: "source != nil") == 1)
    }
  }
#endif
