// Entries that people guess: the messages name the right ones.
//
// error 10:7: 'init()' is unavailable: write QueryPredicate.issues(in: text), or PredicateParser.predicate(text)
// error 11:7: 'init(json:)' is unavailable: write QueryValue(dynamically: try JSONSerialization.jsonObject(with: data)). An array of type [[String: Any]] needs no conversion, because it has the method filter
// error 12:7: 'init(text:policy:)' is unavailable: write QueryPolicy.Query<Movie>(typed, policy: policy) for a checked condition of a type, or pass the text and the policy to the call: filter(text:policy:)
import Foundation
import OpenPredicate

func read(_ data: Data, _ typed: String, _ policy: QueryPolicy) {
  _ = PredicateParser()
  _ = QueryValue(json: data)
  _ = QueryPredicate(text: typed, policy: policy)
}
