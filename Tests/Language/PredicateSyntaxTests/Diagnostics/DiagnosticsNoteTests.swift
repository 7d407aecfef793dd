import PredicateSyntax
import Testing

/// Valid constructs that often are a mistake have a note. « and » enclose its place.
@Suite struct DiagnosticsNoteTests {
  typealias Case = DiagnosticsCase

  static let lintCases: [Case] = [
    Case("status == «active»", "unquoted-word", "if the text is meant, write \"active\""),
    Case("a IN «{{name}}»", "template-braces"), Case("a LIKE «'%x%'»", "percent-pattern"),
    Case("a LIKE «'%@mail.example'»", "percent-pattern"),
    Case("a == «'%@.png'»", "quoted-specifier"),
    Case("a == «'%@'»", "quoted-specifier"),
    Case("a CONTAINS «'%ld'»", "quoted-specifier"),
    Case("«a == 1 AND b == 2» OR c == 3", "mixed-and-or", "write (a == 1 AND b == 2)"),
    Case("c == 3 OR («a == 1 AND b == 2» OR d == 4)", "mixed-and-or"),
    Case("a LIKE «'x'»", "plain-like"), Case("a == «'x*'»", "pattern-in-equality"),
    Case("a MATCHES «'abc'»", "matches-part"),
    Case("ANY t.a == 1 AND «ANY t.b == 2»", "two-anys"), Case("ANY t == 1 AND «ANY t == 2»", "two-anys"),
    Case("v < «'10.5'»", "version-order"), Case("«a.b[0]» == 1", "path-index", "write (a.b)[…]"),
    Case("x BETWEEN «{9, 1}»", "reversed-between"), Case("x BETWEEN «5»", "between-one"),
    Case("x BETWEEN «{1}»", "between-one"),
    Case("a == «1 / 2»", "integer-division", "write 1.0 / 2"),
    Case("a == «'True'»", "boolean-text", "write TRUE without quotes for a boolean"),
    Case("a BEGINSWITH «''»", "empty-affix"), Case("«FUNCTION(a, 'b')» == 1", "function-call"),
    Case("«CAST('x', 'Class')» == 1", "class-cast"),
  ]

  @Test(arguments: lintCases)
  func lint(_ mistake: Case) throws {
    let tree = try QueryPredicate(format: QueryFormat(raw: mistake.format))
    let notes = PredicateLint.notes(for: tree, in: mistake.format)
    #expect(notes.map { $0.code } == [mistake.code])
    let note = try #require(notes.first)
    #expect(note.severity == .note)
    #expect(note.range == mistake.range)
    if let hint = mistake.hint { #expect(note.hint == hint) }
  }

  @Test(arguments: [
    Case("«size» == 1", "reserved-word", "write #size"), Case("a.«in» == 1", "reserved-word"),
    Case("«größe» == 1", "non-ascii-name"),
    Case(#"a == 'x«\d»'"#, "unknown-escape"), Case("a == «%lud»", "surplus-conversion"),
    Case("a BETWEEN«[c]» {1, 2}", "idle-option"), Case("a MATCHES «[l]» 'x'", "idle-option"),
  ])
  func parser(_ mistake: Case) throws {
    let result = PredicateParser.predicate(mistake.format)
    #expect(result.tree != nil)
    #expect(result.issues.map { $0.code } == [mistake.code])
    let note = try #require(result.notes.first)
    #expect(note.range == mistake.range)
    if let hint = mistake.hint { #expect(note.hint == hint) }
  }

  @Test(arguments: [
    "year > 1990 AND rating >= 7.5", "title BEGINSWITH[c] \"the \"", "title LIKE[c] \"*star*\"",
    "title MATCHES \".*[0-9]{2}.*\"",
    "genre IN {\"Drama\",\"Comedy\",\"Noir\"}", "year BETWEEN {1980, 1989}", "ANY tags == \"classic\"",
    "tags.@count > 2",
    "(year > 1990 AND rating >= 7.5) OR (genre == \"Noir\" AND NOT lent == YES)", "(a.b)[0] == 1", "a == 6 / 2",
    "a == b.c",
    "((a == 1) AND (b == 2)) OR c == 3", "ANY a.x == 1 AND ANY b.x == 2", "x == 'true story'", "v == '10.5'",
    "SUBQUERY(tags, $t, $t BEGINSWITH \"c\").@count > 1", "a == 1.0 / 2", "a < '2024-01-01'",
    "a == -9223372036854775808 / -1",
  ])
  func nothingIsNotedWithoutReason(format: String) throws {
    let result = PredicateParser.predicate(format)
    let tree = try result.get()
    #expect(result.issues.isEmpty)
    #expect(PredicateLint.notes(for: tree, in: format).isEmpty)
  }

  @Test func aTreeWithoutTextHasNoPlaces() throws {
    let tree = try QueryPredicate(format: "a.b[0] == 1 AND b == 2 OR c == '%@'")
    // The places of the tree are outside of the given text. Reading the text there would crash.
    _ = PredicateLint.notes(for: tree, in: "")
    #expect(PredicateLint.notes(for: QueryPredicate.literal(true), in: "").isEmpty)
  }
}
