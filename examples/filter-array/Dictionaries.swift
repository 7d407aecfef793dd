import OpenPredicate

/// Dictionaries, as decoded JSON gives them: a key that is missing is nil, and types are looked at when the query runs.
func askDictionaries() throws {
  let people: [[String: Any]] = [
    ["name": "Anna", "age": 31, "address": ["city": "Rome"]],
    ["name": "Boris", "address": ["city": "Riga"], "languages": ["lv", "ru"]],
    ["name": "Chloé", "age": 27, "languages": ["fr"]],
  ]
  let found = try people.filter("age > 30 OR 'lv' IN languages OR address.city == nil")
  print(found.compactMap { $0["name"] as? String }.joined(separator: ", "))
}
