import PredicateSyntax
import Testing

/// Each construct is parsed to the expected tree.
@Suite struct ParserStructureTests {
  @Test(arguments: [
    ("available = true or value >= 1 and value <= 10.5", "(or (== available YES) (and (>= value 1) (<= value 10.5d)))"),
    ("not available = true or value = 1", "(or (not (== available YES)) (== value 1))"),
    ("a = 1 and b = 2 and c = 3 and (d = 4 or e = 5)", "(and (== a 1) (== b 2) (== c 3) (or (== d 4) (== e 5)))"),
    ("(a = 1 AND b = 2) AND c = 3", "(and (== a 1) (== b 2) (== c 3))"),
    ("a = 1 OR b = 2 AND c = 3 OR d = 4", "(or (== a 1) (and (== b 2) (== c 3)) (== d 4))"),
    ("(available = 1)", "(== available 1)"),
    ("((a) == (1))", "(== a 1)"),
    ("NOT x IN {1, 2}", "(not (IN x {1 2}))"),
    ("NOT a == 1 AND b == 2", "(and (not (== a 1)) (== b 2))"),
    ("a && b == 1", "✗ bare-value"),
    ("a == 1 && !(b == 2) || c == 3", "(or (and (== a 1) (not (== b 2))) (== c 3))"),
    ("(key & 1) > 0", "(> (& key 1) 0)"),
    ("SELF.g == 1", "(== g 1)"),
    ("(SELF.g)[0] == 2", "(== (index g 0) 2)"),
    ("(SELF.h)['A'] == 1", "(== (index h 'A') 1)"),
    ("TERNARY(f == YES AND YES == YES, YES, NO) == NO", "(== (ternary (and (== f YES) (== YES YES)) YES NO) NO)"),
    ("TERNARY(j != NULL, j, '').length == 0", "(== (path (ternary (!= j nil) j '') length) 0)"),
    ("SUBQUERY(g, $x, NOT ($x == 2)).@count == 0", "(== (path (subquery g $x (not (== $x 2))) @count) 0)"),
    ("g.@max.#self == g.@min.#self", "(== g.@max.self g.@min.self)"),
    ("i BETWEEN {i, i}", "(BETWEEN i {i i})"),
    ("A IN B UNION C", "(IN A (UNION B C))"),
    ("A IN B INTERSECT C", "(IN A (INTERSECT B C))"),
    ("A IN B MINUS C", "(IN A (MINUS B C))"),
    ("ANYKEY == 1", "(== ANYKEY 1)"),
    ("SELF == 1", "(== SELF 1)"),
    ("@count == 0", "(== @count 0)"),
    ("@K == YES", "(== @K YES)"),
    ("@sum.items.price < 1000", "(< @sum.items.price 1000)"),
    ("SELF isKindOfClass: %@", "(isKindOfClass: SELF %@#0)"),
    ("number notContainedIn: %@", "(notContainedIn: number %@#0)"),
    ("name LIKE [c] 'x'", "(LIKE[c] name 'x')"),
    ("name == [dC] 'x'", "(==[cd] name 'x')"),
    ("name CONTAINS[cdnl] 'x'", "(CONTAINS[cdnl] name 'x')"),
    ("#like like 'like'", "(LIKE like 'like')"),
    ("2 => 1", "(>= 2 1)"), ("1 =< 2", "(<= 1 2)"), ("1 <> 2", "(!= 1 2)"), ("1=2", "(== 1 2)"),
    ("self>-1", "(> SELF -1)"),
    (
      "SUBQUERY(books, $b, $b.pages > $min).@count == 1",
      "(== (path (subquery books $b (> (path $b pages) $min)) @count) 1)"
    ),
    ("allTokens TOKENMATCHES[cdl] %@", "(TOKENMATCHES[cdl] allTokens %@#0)"),
    ("x UTI-CONFORMS-TO \"public.image\"", "(UTI-CONFORMS-TO x 'public.image')"),
    ("x uti-equals y - UTI", "(UTI-EQUALS x (- y UTI))"),
    ("!TRUEPREDICATE", "(not true)"),
    ("falsePredicate OR (TRUEPREDICATE)", "(or false true)"),
    ("ALL a.b > 1", "(all > a.b 1)"), ("any a = 1", "(any == a 1)"), ("SOME a = 1", "(any == a 1)"),
    ("NONE a == 1", "(not (any == a 1))"),
    ("NOT NONE a == 1", "(not (not (any == a 1)))"),
    ("42 BETWEEN {23}", "(BETWEEN 42 {23})"), ("a BETWEEN 25", "(BETWEEN a 25)"),
    ("\"1\" + \"1\" == 2", "(== (+ '1' '1') 2)"),
    ("SELF like[c] %@*%@", "(LIKE[c] SELF (* %@#0 %@#1))"),
    ("k BETWEEN {%lld,   %lld-1}", "(BETWEEN k {%lld#0 (- %lld#1 1)})"),
    ("k in %@+$a+$b", "(IN k (+ (+ %@#0 $a) $b))"),
  ])
  func predicate(format: String, sketch: String) {
    #expect(ParserSketch.of(format) == sketch)
  }

  @Test(arguments: [
    "", " ", "age", "age * 25", "1", "TRUE", "0 || 1", "()", ",", "age === 25", "a CONTAIN 'x'", "x NOT IN y",
    "? = 'ABC'", "1+1 /* c */", "1+1 // c", "x.0 == 1", "a.d.0 == 1", "%@?%@", "%k == 1", "1\\n+1 == 2",
    "FUNCTION('abc', func, a) == 1", "1 < 2 < 3", "a == 1 b == 2", "a ==", "== a", "a == 1)", "(a == 1",
    "TERNARY(a, 1, 2) == 1", "SUBQUERY(a, x, b == 1) == 1", "a = == 1", "a ! = 1", "ANY ALL x == 1", "ANY (x == 1)",
    "x == ANY y", "a IN [1, 2]", "a IN (1, 2)", "a == %%", "a == 0x", "a ==[] 1", "sum:", "a.b: == 1", "a. == 1",
    "a..b == 1", "{1,} == 1", "a[] == 1", "a[1, ] == 1", "a == 1 AND", "NOT", "NOT a", "AND", "a AND b", "$ == 1",
    "(a == 1) + 1 == 2", "-(a == 1) == 2", "1 + (a == 1) == 2", "(a == 1).b == 2", "(a == 1)[0] == 2", "a := 1 == 2",
    "a == 'b", "a == \"b'", "`a` == 1", "a == 1;", "a == 1\\", "a @ b", "# == 1", "a == 1 + ", "CI == [c] 1 2",
  ])
  func refused(format: String) {
    let result = PredicateParser.predicate(format)
    #expect(result.tree == nil)
    #expect(!result.errors.isEmpty)
    #expect(result.errors.allSatisfy { $0.kind == .syntax })
  }

  @Test func expressionsAreNoPredicates() {
    for format in ["12.845 == 12.845", "TRUEPREDICATE", "NOT a == 1", "a == 1 AND b == 2", "", "1 2"] {
      #expect(PredicateParser.expression(format).tree == nil, "\(format)")
    }
  }

  @Test func everyComparisonSpellingOfTheTableIsRead() {
    for entry in OperatorTable.entries where entry.class == .comparison {
      for spelling in entry.spellings {
        #expect(ParserSketch.of("a \(spelling) b") == "(\(entry.spelling) a b)")
        #expect(ParserSketch.of("a \(spelling.lowercased()) b") == "(\(entry.spelling) a b)")
      }
    }
  }

  @Test func spellingOfQuantifiersIsKept() throws {
    guard case .comparison(let some) = try QueryPredicate("SOME a == 1").node,
      case .not(let inner) = try QueryPredicate("NONE a == 1").node, case .comparison(let none) = inner.node
    else {
      Issue.record("SOME and NONE are comparisons")
      return
    }
    #expect(some.spelling == .some)
    #expect(none.spelling == .none)
  }

  @Test func rangesCoverWhatWasRead() throws {
    let format = "(a + 1) * 2 == b.c AND NOT x IN {1}"
    let tree = try QueryPredicate(format: QueryFormat(raw: format))
    func text(_ range: SourceRange) -> String {
      String(decoding: Array(format.utf8)[Int(range.lowerBound)..<Int(range.upperBound)], as: UTF8.self)
    }
    guard case .and(let parts) = tree.node, case .comparison(let first) = parts[0].node,
      case .not(let inner) = parts[1].node
    else {
      Issue.record("an AND of a comparison and a NOT")
      return
    }
    #expect(text(tree.range) == format)
    #expect(text(parts[0].range) == "(a + 1) * 2 == b.c")
    #expect(text(first.left.range) == "(a + 1) * 2")
    #expect(text(first.operatorRange) == "==")
    #expect(text(first.right.range) == "b.c")
    #expect(text(parts[1].range) == "NOT x IN {1}")
    #expect(text(inner.range) == "x IN {1}")
  }
}
