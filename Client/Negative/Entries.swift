// Entries that people guess: the messages name the right ones.
//
// error 9:7: 'init()' is unavailable: write QueryPredicate.issues(in: text), or PredicateParser.predicate(text)
// error 10:7: 'init(json:)' is unavailable: write QueryValue(dynamically: try JSONSerialization.jsonObject(with: data)); the dictionaries of [[String: Any]] need no conversion: they have filter
import Foundation
import OpenPredicate

func read(_ data: Data) {
  _ = PredicateParser()
  _ = QueryValue(json: data)
}
