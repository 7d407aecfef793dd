import Foundation
import PredicateModel
import PredicateValues
import Testing

@testable import PredicateBinding

/// A policy with a name that does not exist refuses every text, so that a spelling mistake does not show a property.
@Suite struct PolicyMistakeTests {
  private static let model = DataModel(entities: [
    Entity(
      name: "Leaf", table: "leaf",
      attributes: [
        Attribute(name: "id", type: .integer), Attribute(name: "title", type: .string),
        Attribute(name: "secret", column: "secret_text", type: .string),
      ]),
    Entity(
      name: "Reader", table: "reader",
      attributes: [Attribute(name: "id", type: .integer), Attribute(name: "name", type: .string)]),
  ])
  private static let open = QueryPolicy().allowing(.all, ofEntity: "Leaf")

  private func refusal(_ text: String, _ policy: QueryPolicy) -> PredicateIssue? {
    do throws(PredicateIssue) {
      _ = try policy.bind(text, to: .entity("Leaf", Self.model), variables: [:], options: BindingOptions())
      return nil
    } catch {
      return error
    }
  }

  private func functions(_ names: QueryPolicy.Names) -> QueryPolicy {
    var policy = Self.open
    policy.functions = names
    return policy
  }

  @Test func everyMistake() throws {
    let rule = try QueryPredicate("title == 'x'")
    let mistakes: [(name: String, policy: QueryPolicy)] = [
      ("secrte", QueryPolicy().allowing(.except("secrte"), ofEntity: "Leaf")),
      ("titel", QueryPolicy().allowing(.only("titel", "title"), ofEntity: "Leaf")),
      // An exception that gives the name of a column instead of its property would not hide the property.
      ("secret_text", QueryPolicy().allowing(.except("secret_text"), ofEntity: "Leaf")),
      ("Secret", QueryPolicy().allowing(.except("Secret"), ofEntity: "Leaf")),
      ("reader.name", QueryPolicy().allowing(.except("reader.name"), ofEntity: "Leaf")),
      ("nam", Self.open.allowing(.only("nam"), ofEntity: "Reader")),
      ("Readr", QueryPolicy(otherTypes: .all).allowing(.none, ofEntity: "Readr")),
      ("Shop.Readr", QueryPolicy(otherTypes: .all).allowing(.none, ofEntity: "Shop.Readr")),
      ("leaf", Self.open.requiring(rule, ofEntity: "leaf")),
      ("Leafs", Self.open.requiring(rule, ofEntity: "Leafs")),
      ("", Self.open.requiring(rule, ofEntity: "")),
      ("secrte", QueryPolicy(otherTypes: .except("secrte"))),
      ("lenght:", functions(.except("lenght:"))), ("lenght", functions(.only("lenght", "length"))),
      ("Length:", functions(.except("Length:"))), ("@summ", functions(.only("@summ"))),
      ("@length", functions(.except("@length"))), ("Leaf", Self.open.allowing(.only("title"), ofEntity: "Leaf")),
      ("Leaf", Self.open.allowing(.none, ofEntity: "Leaf").allowing(.all, ofEntity: "Leaf")),
    ]
    for (name, policy) in mistakes {
      for text in ["title == 'x'", "secret == 'x'", "title ==", "nothing == 1"] {
        let issue = try #require(refusal(text, policy), "\(name)")
        #expect(issue.code == "policy-mistake" && issue.kind == .unsupported, "\(name) \(issue.code)")
        #expect(issue.message.contains("“\(name)”") && issue.range == nil, "\(issue)")
        // The hint contains no hidden name, and the sentence for users contains no name at all.
        #expect(issue.hint?.contains("secret") == false, "\(issue)")
        #expect(!issue.userMessage.contains("“"), "\(issue.userMessage)")
      }
    }
  }

  @Test func namesThatExist() throws {
    let rule = try QueryPredicate("secret == 'x'")
    let policies = [
      QueryPolicy().allowing(.except("secret"), ofEntity: "Leaf"),
      QueryPolicy().allowing(.only("title", "id"), ofEntity: "Leaf"),
      QueryPolicy().allowing(.only("title"), ofEntity: "Shop.Leaf").allowing(.only("name"), ofEntity: "Reader"),
      QueryPolicy(otherTypes: .except("secret", "name")), Self.open.requiring(rule, ofEntity: "Leaf"),
      Self.open.allowing(.all, ofEntity: "Leaf"), functions(.only("length:", "now", "add:to", "@sum", "@count")),
      functions(.except("length", "now:", "add:to:")), functions(.only()),
    ]
    for policy in policies { #expect(refusal("title == 'x'", policy) == nil) }
  }

  /// In a policy the last colon of a function's name does not matter.
  @Test(arguments: ["length", "length:"]) func functionsWithoutTheirColon(_ name: String) {
    #expect(refusal("length(title) == 1", functions(.listed([name]))) == nil)
    #expect(refusal("uppercase(title) == 'X'", functions(.listed([name])))?.has(.unknownFunction) == true)
    #expect(refusal("length(title) == 1", functions(.unlisted([name])))?.has(.unknownFunction) == true)
    #expect(refusal("uppercase(title) == 'X'", functions(.unlisted([name]))) == nil)
  }

  @Test func aSecondRuleIsJoined() throws {
    let (one, other) = (try QueryPredicate("title == $a"), try QueryPredicate("id == 3"))
    let both = Self.open.requiring(one, ofEntity: "Leaf", variables: ["a": 1]).requiring(other, ofEntity: "Leaf")
    #expect(both.rules[ScalarString("Leaf")]?.map(\.predicate) == [one, other])
    // Requiring an equal rule a second time changes nothing.
    #expect(both.requiring(other, ofEntity: "Leaf") == both)
    #expect(both.requiring(one, ofEntity: "Leaf", variables: ["a": 2]).rules[ScalarString("Leaf")]?.count == 3)
    let text = String(decoding: try JSONEncoder().encode(both), as: UTF8.self)
    #expect(text.contains(#""rule":[{"#))
    #expect(try JSONDecoder().decode(QueryPolicy.self, from: Data(text.utf8)) == both)
    let file = #"{"types": [{"type": "Leaf", "allows": "all", "rule": [{"where": "id == 3"}]}]}"#
    let decoded = try JSONDecoder().decode(QueryPolicy.self, from: Data(file.utf8))
    #expect(decoded == Self.open.requiring(other, ofEntity: "Leaf"))
  }

  @Test func aFileHasOneListForAType() {
    let twice = Self.open.allowing(.only("title"), ofEntity: "Leaf")
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(twice) }
    #expect(twice != Self.open)
  }

  @Test func policiesPrintNoNames() throws {
    let policy = QueryPolicy(functions: .except("length:"), work: 9).allowing(.except("secret"), ofEntity: "Leaf")
      .requiring(try QueryPredicate("title == 'hidden'"), ofEntity: "Leaf", variables: ["user": "Ada"])
    #expect("\(policy)" == "QueryPolicy(1 type, 1 rule, 9 steps)")
    #expect("\(Self.open.allowing(.all, ofEntity: "Reader"))" == "QueryPolicy(2 types, 0 rules, 10000000 steps)")
    #expect("\(policy.functions)" == "except 1 name" && "\(QueryPolicy.Names.only("a", "b"))" == "only 2 names")
    var dumped = ""
    dump(policy, to: &dumped)
    dump(policy.functions, to: &dumped)
    for text in [dumped, "\([policy])", "\(policy as Any)", String(reflecting: policy), "\(Optional(policy) as Any)"] {
      for hidden in ["Leaf", "secret", "length", "hidden", "Ada"] { #expect(!text.contains(hidden), "\(text)") }
    }
  }
}
