// Entries that people guess: the messages name the right ones.
//
// error 10:7: 'init()' is unavailable: write QueryPredicate.issues(in: text), or PredicateParser.predicate(text)
// error 11:7: 'init(json:)' is unavailable: write QueryValue(dynamically: try JSONSerialization.jsonObject(with: data)); the dictionaries of [[String: Any]] need no conversion: they have filter
// error 12:7: 'init(text:policy:)' is unavailable: pass the text and the policy to the call: filter(text:policy:) of the elements that meet your own condition, or keys(_:text:policy:) with a fetch that has it
import Foundation
import OpenPredicate

func read(_ data: Data, _ typed: String, _ policy: QueryPolicy) {
  _ = PredicateParser()
  _ = QueryValue(json: data)
  _ = QueryPredicate(text: typed, policy: policy)
}
