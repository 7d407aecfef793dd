import Foundation
import OpenPredicate
import Testing

/// If a policy has a mistake about a type of the program, each function with a policy throws it for every text.
@Suite struct PolicyMistakeTypeTests {
  struct Printer: QueryableProperties {
    var name = "Bo & Sons"
    var code = "4711"

    static let queryProperties: [QueryProperty<Printer>] = [
      QueryProperty("name", \.name), QueryProperty("code", \.code),
    ]
  }

  struct Leaflet: QueryableProperties {
    var title: String
    var owner: String
    var secret = "s3cr3t"
    var printer = Printer()

    static let queryProperties: [QueryProperty<Leaflet>] = [
      QueryProperty("title", \.title), QueryProperty("owner", \.owner), QueryProperty("secret", \.secret),
      QueryProperty("printer", \.printer),
    ]
  }

  private let leaflets = [Leaflet(title: "A", owner: "Ada"), Leaflet(title: "B", owner: "Bo")]
  private static let open = QueryPolicy().allowing(.all, of: Leaflet.self).allowing(.all, of: Printer.self)

  private static func mistakes() throws -> [(name: String, policy: QueryPolicy)] {
    let rule = try QueryPredicate("owner == 'Bo'")
    var misspelledFunction = open
    misspelledFunction.functions = .except("lenght:")
    return [
      ("secrte", QueryPolicy().allowing(.except("secrte"), of: Leaflet.self)),
      ("titel", QueryPolicy().allowing(.only("titel"), of: Leaflet.self)),
      ("printer.code", QueryPolicy().allowing(.except("printer.code"), of: Leaflet.self)),
      ("cod", QueryPolicy().allowing(.all, of: Leaflet.self).allowing(.except("cod"), of: Printer.self)),
      ("leaflet", open.requiring(rule, ofEntity: "leaflet")), ("Leaflets", open.requiring(rule, ofEntity: "Leaflets")),
      ("leaflet_table_2", open.requiring(rule, ofEntity: "leaflet_table_2")),
      ("Leaflte", open.allowing(.all, ofEntity: "Leaflte").requiring(rule, ofEntity: "Leaflte")),
      ("Pritner", QueryPolicy(otherTypes: .all).allowing(.except("code"), ofEntity: "Pritner")),
      ("secrte", QueryPolicy(otherTypes: .except("secrte"))), ("lenght:", misspelledFunction),
      ("Leaflet", QueryPolicy().allowing(.only("title"), ofEntity: "Leaflet").allowing(.all, ofEntity: "Leaflet")),
    ]
  }

  @Test func everyFunctionThrowsThem() throws {
    for (name, policy) in try Self.mistakes() {
      for text in ["TRUEPREDICATE", "secret == 's3cr3t'", "title == 'x' OR", "nothing == 1"] {
        let uses: [() throws -> Int] = [
          { try leaflets.filter(text: text, policy: policy).count }, { try leaflets.count(text: text, policy: policy) },
          { try leaflets.first(text: text, policy: policy) == nil ? 0 : 1 },
          { try leaflets.map { Optional($0) }.count(text: text, policy: policy) },
          { try leaflets.sorted(text: "title", policy: policy).count },
          { try leaflets.count(where: QueryPolicy.Query(text, policy: policy)) },
        ]
        for use in uses {
          let issue = try #require(throws: PredicateIssue.self, "\(name) \(text)") { try use() }
          #expect(issue.code == "policy-mistake", "\(name) \(text) \(issue)")
          #expect(issue.message.contains("“\(name)”") && !"\(issue)".contains("secret"), "\(issue)")
          #expect(!issue.userMessage.contains("“"))
        }
      }
    }
  }

  /// A policy may also name types that this program has not used yet.
  @Test func otherTypesMayBeUnknown() throws {
    let policy = Self.open.allowing(.except("note"), ofEntity: "ArchiveBox9")
      .requiring(try QueryPredicate("owner == 'Bo'"), ofEntity: "ArchiveBox9")
    #expect(try leaflets.count(text: "title != nil", policy: policy) == 2)
  }

  @Test func aMistakeInAFile() throws {
    for (file, name) in [
      (#"{"types": [{"type": "Leaflet", "allows": {"except": ["secrte"]}}]}"#, "secrte"),
      (
        #"{"types": [{"type": "Leaflet", "allows": "all"}, {"type": "Leaflte", "allows": "all", "rule": {"where": "owner == 'Bo'"}}]}"#,
        "Leaflte"
      ), (#"{"types": [{"type": "Leaflet", "allows": "all"}], "functions": {"except": ["lenght:"]}}"#, "lenght:"),
    ] {
      let policy = try JSONDecoder().decode(QueryPolicy.self, from: Data(file.utf8))
      let issue = try #require(throws: PredicateIssue.self, "\(file)") {
        try leaflets.count(text: "TRUEPREDICATE", policy: policy)
      }
      #expect(issue.code == "policy-mistake" && issue.message.contains("“\(name)”"), "\(issue)")
    }
  }

  /// An object must meet every rule of its type, whichever of the type's names the rules have.
  @Test func rulesAreJoined() throws {
    let (ownerIsBo, titleIsA) = (try QueryPredicate("owner == 'Bo'"), try QueryPredicate("title == 'A'"))
    func titles(_ policy: QueryPolicy) throws -> [String] {
      let found = try leaflets.filter(text: "TRUEPREDICATE", policy: policy).map(\.title)
      #expect(try leaflets.sorted(text: "title", policy: policy).map(\.title) == found)
      return found
    }
    let bos = Self.open.requiring(ownerIsBo, of: Leaflet.self)
    #expect(try titles(bos) == ["B"])
    #expect(try titles(bos.requiring(titleIsA, of: Leaflet.self)).isEmpty)
    #expect(try titles(Self.open.requiring(titleIsA, of: Leaflet.self).requiring(ownerIsBo, of: Leaflet.self)).isEmpty)
    #expect(try titles(bos.requiring(titleIsA, ofEntity: "Leaflet")).isEmpty)
    #expect(try titles(bos.requiring("title == 'B'", ofEntity: "PolicyMistakeTypeTests.Leaflet")) == ["B"])
    // Two rules may use the same variable name with different values.
    let rule = try QueryPredicate("owner == $value")
    let some = try Self.open.requiring(rule, of: Leaflet.self, variables: ["value": "Bo"])
      .requiring("title == $value", of: Leaflet.self, variables: ["value": "B"])
    #expect(try titles(some) == ["B"])
    let user = try Self.open.requiring(rule, of: Leaflet.self).requiring("title != $value", of: Leaflet.self)
    #expect(try titles(user.withVariables(["value": "Ada"])) == ["A"])
    let stored = try JSONDecoder().decode(QueryPolicy.self, from: JSONEncoder().encode(user))
    #expect(try titles(stored.withVariables(["value": "Bo"])) == ["B"])
  }

  @Test func aQueryPrintsNoNames() throws {
    let policy = Self.open.requiring(try QueryPredicate("owner == 'Bo'"), of: Leaflet.self)
    let query = try QueryPolicy.Query<Leaflet>("title == 'typed'", policy: policy)
    #expect("\(query)" == "QueryPolicy.Query<Leaflet>")
    var dumped = ""
    dump(query, to: &dumped)
    for text in [dumped, "\([query])", String(reflecting: query)] {
      for hidden in ["owner", "Bo", "title", "typed"] { #expect(!text.contains(hidden), "\(text)") }
    }
  }
}
