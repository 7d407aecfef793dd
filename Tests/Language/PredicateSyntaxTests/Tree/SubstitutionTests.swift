import PredicateSyntax
import PredicateTestSupport
import Testing

private func variable(_ name: String, _ rest: QueryKeyPath.Component...) -> QueryExpression {
  guard let first = rest.first else { return .variable(name) }
  return .path(.variable(name), QueryKeyPath(first, Array(rest.dropFirst())))
}

@Suite("Substitution of variables")
struct SubstitutionTests {
  private let sample = QueryPredicate.and([
    compare(key("a"), .equal, variable("x")),
    compare(.binary(.add, variable("y"), variable("x")), .in, .aggregate([variable("x"), variable("z", .key("b"))])),
  ])

  @Test("Some or all variables are replaced; unknown ones stay")
  func parts() {
    #expect(sample.substituting { $0 == "x" ? number(1) : nil }.canonicalFormat == "a == 1 AND $y + 1 IN {1, $z.b}")
    let values: [String: QueryArgument] = [
      "x": .literal(.string("q")), "y": .expression(key("k", "l")), "z": .array([.literal(.null)]),
    ]
    #expect(sample.substituting(values).canonicalFormat == #"a == "q" AND k.l + "q" IN {"q", {nil}.b}"#)
    #expect(sample.substituting(values).freeVariables.isEmpty)
    #expect(sample.substituting { _ in nil } == sample)
  }

  @Test("The result is in normal form")
  func normalForm() {
    let path = compare(variable("x", .key("b")), .equal, .negate(variable("x")))
    #expect(path.substituting { _ in key("a") } == compare(key("a", "b"), .equal, .negate(key("a"))))
    #expect(path.substituting { _ in .evaluatedObject() } == compare(key("b"), .equal, .negate(.evaluatedObject())))
    let cast = QueryExpression.cast(.variable("x"), type: .variable("t"))
    #expect(cast.substituting { $0 == "x" ? real(5.0) : text("NSDate") } == .literal(.date(5)))
  }

  @Test("The function is called once for each name")
  func asksOnce() {
    var asked: [String] = []
    _ = sample.substituting {
      asked.append($0)
      return nil
    }
    #expect(asked == ["x", "y", "z"])
  }

  @Test("A SUBQUERY's variable is not replaced inside, and hides an outer one")
  func scope() {
    let inner = QueryExpression.subquery(
      variable("t", .key("c")), variable: "t", compare(variable("t"), .equal, variable("u")))
    let nested = QueryExpression.subquery(
      key("d"), variable: "u", compare(inner, .notEqual, variable("u", .key("e"))))
    let predicate = compare(nested, .equal, variable("u"))
    let result = predicate.substituting { $0 == "t" ? key("T") : $0 == "u" ? key("U") : nil }
    #expect(
      result.canonicalFormat == "SUBQUERY(d, $u, SUBQUERY(T.c, $t, $t == $u) != $u.e) == U")
  }

  @Test("A SUBQUERY's variable never captures one in a replacement")
  func capture() {
    let predicate = compare(
      .subquery(
        key("c"), variable: "t",
        .and([
          compare(variable("t"), .equal, variable("x")), compare(key("a"), .equal, path(.variable("t"))),
          compare(.variable("t_1"), .equal, number(1)),
        ])), .equal, variable("t"))
    let result = predicate.substituting { $0 == "x" ? variable("t", .key("n")) : nil }
    #expect(
      result.canonicalFormat
        == "SUBQUERY(c, $t_2, $t_2 == $t.n AND a == SELF.$t_2 AND $t_1 == 1) == $t")
  }

  @Test("A variable as a step of a path becomes a key")
  func steps() {
    let predicate = compare(variable("a", .variable("b"), .variable("c")), .equal, path(.variable("d")))
    let result = predicate.substituting {
      ["a": key("k"), "b": text("x y"), "c": number(1), "d": text("size")][$0]
    }
    #expect(result.canonicalFormat == #"k."x y".$c == #size"#)
    #expect(predicate.freeVariables.map(\.name) == ["a", "b", "c", "d"])
  }

  @Test("Names are compared by their scalars")
  func scalars() {
    let predicate = compare(.variable("é"), .equal, .variable("e\u{301}"))
    #expect(predicate.substituting { $0.unicodeScalars.count == 1 ? number(1) : number(2) }.canonicalFormat == "1 == 2")
    #expect(predicate.substituting(["e\u{301}": .literal(.integer(2))]).canonicalFormat == "$é == 2")
  }

  @Test("A replacement has the place of the variable")
  func ranges() {
    let place = SourceRange(5, 7)
    let predicate = compare(key("a"), .equal, .variable("x", range: place))
    #expect(predicate.freeVariables == [VariableUse(name: "x", range: place)])
    guard case .comparison(let comparison) = predicate.substituting({ _ in number(1) }).node else {
      Issue.record("no comparison")
      return
    }
    #expect(comparison.right.range == place)
  }

  @Test("A result past the limits is cut off")
  func growth() {
    var expression = QueryExpression.variable("x")
    for _ in 0..<200 { expression = .negate(expression) }
    let result = expression.substituting { _ in expression }
    #expect(result.isOverLimit)
  }

  @Test("Replacing variables by themselves changes nothing, on random trees")
  func identity() {
    for seed in RandomRun(rounds: 300).seeds {
      var tree = RandomTree(seed: seed)
      let predicate = tree.predicate(size: 30)
      let names = Set(predicate.freeVariables.map { Array($0.name.utf8) })
      // Every free variable is replaced by a variable that is not bound anywhere, and then replaced back.
      let there = predicate.substituting { .variable("unbound_" + $0) }
      #expect(there.freeVariables.count == predicate.freeVariables.count, "seed \(seed)")
      let back = there.substituting {
        $0.unicodeScalars.starts(with: "unbound_".unicodeScalars)
          ? .variable(String($0.unicodeScalars.dropFirst(8))) : nil
      }
      #expect(Set(back.freeVariables.map { Array($0.name.utf8) }) == names, "seed \(seed)")
      let constant = predicate.substituting { _ in number(1) }
      #expect(
        constant.freeVariables.allSatisfy { use in !names.contains(Array(use.name.utf8)) || predicate.hasStep(use.name)
        }, "seed \(seed)")
    }
  }
}

extension QueryPredicate {
  /// Whether a variable with this name is a step of a path. Only a name can replace it.
  fileprivate func hasStep(_ name: String) -> Bool {
    var finder = StepFinder()
    walk(&finder)
    return finder.names.contains(Array(name.utf8))
  }
}

private struct StepFinder: PredicateVisitor {
  var names: Set<[UInt8]> = []

  mutating func visit(_ expression: QueryExpression) -> Bool {
    switch expression.node {
    case .keyPath(let path), .path(_, let path):
      for case .variable(let name) in path.components { names.insert(Array(name.utf8)) }
    default: break
    }
    return true
  }
}
