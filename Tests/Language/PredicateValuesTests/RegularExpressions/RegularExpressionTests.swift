import PredicateValues
import Testing

@Suite("MATCHES")
struct RegularExpressionTests {
  static let cases: [(String, String, StringOptions, Bool)] = [
    ("Hello", "ell", [], false), ("Hello", ".*ell.*", [], true), ("ab", "a|ab", [], true), ("a\nb", "a.b", [], false),
    ("a\nb", "(?s)a.b", [], true), ("", "", [], false), ("", "a*", [], true), ("a", "", [], false),
    ("film 42", ".*[0-9]{2}.*", [], true),
    ("HELLO", "hello", [], false), ("HELLO", "hello", .caseInsensitive, true),
    ("HELLO", "hello", [.caseInsensitive, .normalized], false),
    ("STRASSE", "straße", .caseInsensitive, true), ("Café", "Cafe", .diacriticInsensitive, true),
    ("Cafe", "Ca(f|g)é", .diacriticInsensitive, true),
    ("Café", "Cafe", [.diacriticInsensitive, .normalized], false), ("🎬", ".", [], true), ("aa", "(.)\\1", [], true),
    ("x", "\\p{L}", [], true), ("foo", "(?x) foo # rest", [], true), ("a)b", "a\\Q)b", [], true),
    ("\u{0}", "\\x00", [], true),
  ]

  @Test("matches the whole string", arguments: cases)
  func matches(subject: String, pattern: String, options: StringOptions, expected: Bool) throws {
    let expression = try RegularExpression(pattern, options: options, stepLimit: 1_000_000)
    #expect(try expression.matches(subject) == expected, "\(subject) MATCHES \(pattern)")
  }

  @Test("refuses an invalid pattern", arguments: ["(", "a)", "a)(b", "[", "*", "a{2", "\\"])
  func unusable(pattern: String) {
    do {
      _ = try RegularExpression(pattern, options: [], stepLimit: 1_000)
      Issue.record("no issue")
    } catch {
      #expect(error.kind == .domain)
      #expect(error.code == "regular-expression")
    }
  }

  @Test("takes linear time with an automaton", arguments: ["(a+)+b", "(a|aa)+b", "(.*)*b", "(a*)*(a*)*b"])
  func linear(pattern: String) throws {
    let expression = try RegularExpression(pattern, options: [], stepLimit: 1)
    #expect(try !expression.matches(String(repeating: "a", count: 100_000)))
    #expect(try expression.matches(String(repeating: "a", count: 100_000) + "b"))
  }

  @Test(
    "stops a pattern with too many steps",
    arguments: ["(a+)+", "(a|aa)+", "(.*)*", "(a*)*(a*)*"].map { $0 + "(?=b)b" })
  func catastrophe(pattern: String) throws {
    let expression = try RegularExpression(pattern, options: [], stepLimit: 1_000_000)
    var kind: PredicateIssue.Kind?
    do throws(PredicateIssue) { _ = try expression.matches(String(repeating: "a", count: 60)) } catch {
      kind = error.kind
    }
    #expect(kind == .limit)
    #expect(try expression.matches("aab"), "the expression is of use afterwards")
  }

  @Test(
    "survives hostile patterns",
    arguments: [
      String(repeating: "(", count: 20_000) + String(repeating: ")", count: 20_000),
      String(repeating: "[", count: 20_000) + String(repeating: "]", count: 20_000),
      String(repeating: "(a{1,1000}", count: 20) + String(repeating: "){1,1000}", count: 20),
      String(repeating: "(?=", count: 5_000) + String(repeating: ")", count: 5_000),
      String(repeating: "a?", count: 500) + String(repeating: "a", count: 500),
      String(repeating: "|", count: 20_000), "a{1000000000}", "(?<a>\\k<a>)+", "(a+)+\\1b", "\\N{LATIN SMALL LETTER A}",
    ])
  func hostile(pattern: String) {
    do throws(PredicateIssue) {
      let expression = try RegularExpression(pattern, options: .caseInsensitive, stepLimit: 1_000_000)
      _ = try expression.matches(String(repeating: "a", count: 5_000))
    } catch {
      #expect([.domain, .limit].contains(error.kind))
    }
  }

  @Test("can be used by several tasks at the same time")
  func tasks() async throws {
    let expression = try RegularExpression("(a|b)+[0-9]{2}", options: .caseInsensitive, stepLimit: 1_000_000)
    let wrong = await withTaskGroup(of: Int.self) { group in
      for task in 0..<16 {
        group.addTask {
          (0..<200).count { round in
            let matches =
              (try? expression.matches(round % 2 == 0 ? "abAB\(10 + task)" : "abc\(round)")) ?? (round % 2 != 0)
            return matches != (round % 2 == 0)
          }
        }
      }
      return await group.reduce(0, +)
    }
    #expect(wrong == 0)
  }

  @Test("keeps a bounded number of compiled patterns")
  func cache() throws {
    let cache = RegularExpressionCache(capacity: 8)
    for round in 0..<100 {
      let always = try cache.expression("always", options: [], stepLimit: 1_000_000)
      let other = try cache.expression("p\(round)", options: [], stepLimit: 1_000_000)
      #expect(try always.matches("always"))
      #expect(try other.matches("p\(round)"))
      #expect(cache.count <= 8)
    }
    #expect(cache.count >= 4)
    // The two patterns are canonically equivalent, but have different scalars, so they match different texts.
    let composed = try cache.expression("é", options: [], stepLimit: 1_000_000)
    let decomposed = try cache.expression("e\u{301}", options: [], stepLimit: 1_000_000)
    #expect(try composed.matches("é") && !decomposed.matches("é"))
    #expect(try !composed.matches("É"))
    #expect(try cache.expression("é", options: .caseInsensitive, stepLimit: 1_000_000).matches("É"))
  }
}
