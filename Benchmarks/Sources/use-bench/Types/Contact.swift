import BenchData
import OpenPredicate

/// A struct of strings, one of them optional.
struct Contact: QueryableProperties {
  var name: String
  var email: String
  var title: String
  var city: String
  var note: String?

  init(_ numbers: inout SeededNumbers) {
    name = Samples.name(&numbers)
    email = name.lowercased() + numbers.pick(["@example.com", "@example.org", "@mail.net"])
    title = Samples.title(&numbers)
    city = numbers.pick(Samples.cities)
    note = numbers.optional(nilPercent: 40, Samples.title)
  }

  static let queryProperties: [QueryProperty<Contact>] = [
    QueryProperty("name", \.name), QueryProperty("email", \.email), QueryProperty("title", \.title),
    QueryProperty("city", \.city), QueryProperty("note", \.note),
  ]
}

/// A struct with three strings, for copies.
struct Entry: QueryableProperties {
  var size: Int
  var name: String
  var title: String
  var city: String

  init(_ numbers: inout SeededNumbers) {
    size = numbers.next(below: 300)
    name = Samples.name(&numbers)
    title = Samples.title(&numbers)
    city = numbers.pick(Samples.cities)
  }

  static let queryProperties: [QueryProperty<Entry>] = [
    QueryProperty("size", \.size), QueryProperty("name", \.name), QueryProperty("title", \.title),
    QueryProperty("city", \.city),
  ]
}
