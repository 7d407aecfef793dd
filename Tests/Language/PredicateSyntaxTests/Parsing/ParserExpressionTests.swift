import PredicateSyntax
import Testing

/// The trees of values: precedence, paths, indexes, calls.
@Suite struct ParserExpressionTests {
  @Test(arguments: [
    ("1 + 1 + 1", "(+ (+ 1 1) 1)"), ("1 - 2 - 3", "(- (- 1 2) 3)"), ("8 / 4 / 2", "(/ (/ 8 4) 2)"),
    ("2 + 2*5 + (2*8-2)-7", "(- (+ (+ 2 (* 2 5)) (- (* 2 8) 2)) 7)"),
    ("4 + 5 - 2**3", "(- (+ 4 5) (** 2 3))"), ("2 ** 3 ** 2", "(** (** 2 3) 2)"),
    ("(self) ** 2 * 2", "(* (** SELF 2) 2)"),
    ("-2 ** 2", "(** -2 2)"), ("-x ** 2", "(** (neg x) 2)"), ("2 ** -1", "(** 2 -1)"), ("1 * -1", "(* 1 -1)"),
    ("- 5", "-5"), ("-(5)", "(neg 5)"), ("--1", "(neg -1)"), ("-a.b[0]", "(neg (index a.b 0))"), ("a-1", "(- a 1)"),
    ("1 + 1 << 2", "(<< (+ 1 1) 2)"), ("6 & 3 | 8", "(| (& 6 3) 8)"), ("1 | 2 ^ 3", "(| 1 (^ 2 3))"),
    ("1 ^ 2 & 3", "(^ 1 (& 2 3))"), ("1 & 2 << 3", "(& 1 (<< 2 3))"), ("2 * 3 & 1", "(& (* 2 3) 1)"),
    ("a UNION b MINUS c", "(MINUS (UNION a b) c)"), ("a UNION b | c", "(UNION a (| b c))"),
    ("$a := 1 + 2", "(:= $a (+ 1 2))"), ("$a := $b := 1", "(:= $a (:= $b 1))"),
    ("$a := b UNION c", "(:= $a (UNION b c))"),
    ("1 * 2 + 3 ** 4 - 5 | 6", "(| (- (+ (* 1 2) (** 3 4)) 5) 6)"),
  ])
  func precedence(format: String, sketch: String) {
    #expect(ParserSketch.value(format) == sketch)
  }

  /// Every pair of operators between values is parsed by the precedences in the operator table.
  @Test func everyPairFollowsTheTable() {
    let operators = OperatorTable.entries.filter { [.set, .bitwise, .arithmetic].contains($0.class) }
    for first in operators {
      for second in operators {
        let expected =
          second.bindingPower > first.bindingPower
          ? "(\(first.spelling) a (\(second.spelling) b c))" : "(\(second.spelling) (\(first.spelling) a b) c)"
        #expect(ParserSketch.value("a \(first.spelling) b \(second.spelling) c") == expected)
      }
    }
  }

  @Test(arguments: [
    ("a.b.c", "a.b.c"), ("SELF", "SELF"), ("self.a", "a"), ("SELF.@count", "@count"), ("a.SELF", "a.self"),
    ("a.size", "a.size"), ("a.First.ANY.in", "a.First.ANY.in"), ("a.\"b c\".d", "a.b c.d"), ("a.#and", "a.and"),
    ("a.$b", "a.$b"), ("$x.a.b", "(path $x a.b)"), ("$#self", "$self"), ("$self", "$self"), ("%K.%K", "%K#0.%K#1"),
    ("a.%K.@count", "a.%K#0.@count"), ("%K.@count", "%K#0.@count"), ("%@.name", "(path %@#0 name)"),
    ("%@.uppercase('x')", "(path %@#0 uppercase('x'))"), ("a.f(1, b).c", "a.f(1 b).c"), ("a.g:h:(1, 2)", "a.g:h:(1 2)"),
    ("{0,1}.@count", "(path {0 1} @count)"), ("{}", "{}"), ("{{1}, {}}", "{{1} {}}"),
    ("5.description", "(path 5 description)"),
    ("a[0]", "(index a 0)"), ("a[FIRST]", "(index a FIRST)"), ("a[last]", "(index a LAST)"),
    ("a[Size]", "(index a SIZE)"),
    ("a.d[0]", "(index a.d 0)"), ("a[0].b", "(path (index a 0) b)"), ("a[b[c]][0]", "(index (index a (index b c)) 0)"),
    ("$a[$b].c", "(path (index $a $b) c)"), ("a['k']", "(index a 'k')"), ("a[#first]", "(index a first)"),
    ("a[%@][%K]", "(index (index a %@#0) %K#1)"), ("({1,2})[FIRST]", "(index {1 2} FIRST)"), ("(a.b).c", "a.b.c"),
    ("a[i + 1]", "(index a (+ i 1))"), ("@count", "@count"), ("a\n . b", "a.b"),
    ("a*.b", "a*.b"), ("a*.@count", "a*.@count"), ("a.b*.c*.d", "a.b*.c*.d"), ("$x.a*.b", "(path $x a*.b)"),
    ("#in*.b", "in*.b"),
    ("f(a*, b*)", "(call f: a* b*)"), ("{a*}", "{a*}"), ("a*[0]", "(index a* 0)"), ("(a*)", "a*"),
    ("(a*) + 1", "(+ a* 1)"),
    ("2*b*.c", "(* 2 b*.c)"), ("a*b", "(* a b)"), ("a *b", "(* a b)"), ("a* b", "(* a b)"), ("a*.5", "(* a 0.5d)"),
    ("a*-b", "(* a (neg b))"),
    ("a*(b)", "(* a b)"), ("a*$b", "(* a $b)"), ("a**2", "(** a 2)"), ("a *.b", "✗ operand-expected"),
    ("2*.b", "✗ operand-expected"),
    ("a*/b", "✗ operand-expected"),
  ])
  func paths(format: String, sketch: String) {
    #expect(ParserSketch.value(format) == sketch)
  }

  @Test(arguments: [
    ("sum({1,2})", "(call sum: {1 2})"), ("sum:({1,2})", "(call sum: {1 2})"),
    ("modulus:by:(17, 5)", "(call modulus:by: 17 5)"),
    ("now()", "(call now)"), ("random ()", "(call random)"), ("noindex(513)", "(call noindex: 513)"),
    ("MAX(1, 5, 10)", "(call MAX: 1 5 10)"), ("add:to:(1, 2)", "(+ 1 2)"), ("bitwiseAnd:with:(a, 1)", "(& a 1)"),
    ("objectFrom:withIndex:(c, 1)", "(index c 1)"), ("castObject:toType:(a, 'X')", "(cast a 'X')"),
    ("distanceToLocation:fromLocation:(%K, %@)", "(call distanceToLocation:fromLocation: %K#0 %@#1)"),
    ("f(g(1))", "(call f: (call g: 1))"), ("#sum(1)", "(call sum: 1)"),
    ("FUNCTION('abc', 'uppercase')", "(function 'abc' 'uppercase')"),
    ("FUNCTION(a, \"pow:\" , 3)", "(function a 'pow:' 3)"),
    ("FUNCTION(email, 'REGEXP_LIKE', '.+@.+')", "(function email 'REGEXP_LIKE' '.+@.+')"),
    ("FUNCTION(x, %@)", "(function x %@#0)"), ("FUNCTION('modulus:by:', 10, 7)", "(call modulus:by: 10 7)"),
    ("FUNCTION('now')", "(call now)"), ("FUNCTION(a, 'b').c", "(path (function a 'b') c)"),
    ("FUNCTION('abc', func, a)", "✗ selector-literal"),
    ("CAST(a, 'NSNumber') + 1", "(+ (cast a 'NSNumber') 1)"), ("cast(5.0, 'NSDate')", "date:5.0"),
    ("CAST(\"E621E1F8-C36C-495A-93FC-0C247A3E6E5F\", \"NSUUID\")", "uuid:E621E1F8-C36C-495A-93FC-0C247A3E6E5F"),
    ("TERNARY(a == 1, 2, 3)", "(ternary (== a 1) 2 3)"), ("FETCH(a, b, NO)", "(fetch a b NO)"),
    (
      "subquery(a, $x, SUBQUERY($x.b, $y, $y == 1).@count == 1)",
      "(subquery a $x (== (path (subquery (path $x b) $y (== $y 1)) @count) 1))"
    ),
  ])
  func calls(format: String, sketch: String) {
    #expect(ParserSketch.value(format) == sketch)
  }

  @Test(arguments: [
    ("size == 1", "(== size 1)"), ("like like 'x'", "(LIKE like 'x')"), ("all == 1", "(== all 1)"),
    ("x == first", "(== x first)"),
    ("cast == 1", "(== cast 1)"), ("union.a == 1", "(== union.a 1)"), ("a.contains == 1", "(== a.contains 1)"),
  ])
  func reservedWordsAsKeys(format: String, sketch: String) {
    let result = PredicateParser.predicate(format)
    #expect(result.tree.map { ParserSketch.of($0) } == sketch)
    #expect(result.notes.map { $0.code } == ["reserved-word"])
  }

  @Test func reservedWordsAreTheListOfTheLanguage() {
    let list = """
      AND OR NOT ANY SOME ALL NONE IN BETWEEN LIKE MATCHES CONTAINS BEGINSWITH ENDSWITH TOKENMATCHES UTI-CONFORMS-TO \
      UTI-EQUALS TRUEPREDICATE FALSEPREDICATE TRUE YES FALSE NO NULL NIL SELF ANYKEY FIRST LAST SIZE SUBQUERY CAST TERNARY \
      FUNCTION FETCH UNION INTERSECT INTERSECTION MINUS APPLY CI CASEINSENSITIVE
      """.split(separator: " ").map { String($0) }
    #expect(Set(ReservedWords.all) == Set(list))
    for word in list {
      #expect(isReservedWord(word))
      #expect(isReservedWord(word.lowercased()))
      #expect(!isReservedWord(word + "x"))
      #expect(!isReservedWord(String(word.dropLast()) + "ö"))
    }
    for word in ["", "a", "title", "count", "sort", "averyveryverylongnamethatisnoword", "self_", "_self"] {
      #expect(!isReservedWord(word))
    }
  }
}
