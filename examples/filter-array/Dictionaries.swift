import Foundation
import OpenPredicate

/// Dictionaries: a key that is missing is nil, and types are looked at when the query runs.
func askDictionaries() throws {
  let people: [[String: Any]] = [
    ["name": "Anna", "age": 31, "address": ["city": "Rome"]],
    ["name": "Boris", "address": ["city": "Riga"], "languages": ["lv", "ru"]],
    ["name": "Chloé", "age": 27, "languages": ["fr"]],
  ]
  let found = try people.filter("age > 30 OR 'lv' IN languages OR address.city == nil")
  print(found.compactMap { $0["name"] as? String }.joined(separator: ", "))
}

/// JSON as Foundation decodes it is the same thing: arrays, dictionaries, numbers, texts, nulls.
func askJSON() throws {
  let text = #"[{"id": 1, "tags": ["new"], "done": false}, {"id": 2, "tags": [], "done": null}]"#
  let items = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [Any] ?? []
  print(try items.count(where: "tags.@count > 0 AND done == NO"), "to do")
}
