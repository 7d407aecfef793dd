import PredicateModel
import Testing

@Suite("Names of SQL as predicates spell them")
struct NameWordsTests {
  @Test(
    "Members and entities",
    arguments: [
      ("Order Details", "orderDetails", "OrderDetail"), ("order_details", "orderDetails", "OrderDetail"),
      ("OrderDetails", "orderDetails", "OrderDetail"), ("ORDER_DETAILS", "orderDetails", "OrderDetail"),
      ("AlbumId", "albumId", "AlbumId"), ("CustomerID", "customerID", "CustomerID"), ("ID", "id", "Id"),
      ("URLString", "urlString", "URLString"), ("_id", "_id", "_Id"), ("3d", "_3d", "_3d"),
      ("2024 sales", "_2024Sales", "_2024Sale"), ("net-amount $", "netAmount", "NetAmount"),
      ("größe", "größe", "Größe"), ("Ärzte", "ärzte", "Ärzte"), ("数据", "数据", "数据"), ("😀 a", "a", "A"),
      ("!!!", "", ""), ("", "", ""), ("a\"b", "aB", "AB"), ("e\u{301}tat", "e\u{301}tat", "E\u{301}tat"),
    ])
  func spelling(name: String, member: String, entity: String) {
    let words = NameWords(name)
    #expect(Array(words.member.utf8) == Array(member.utf8))
    #expect(Array(words.entity.utf8) == Array(entity.utf8))
  }

  @Test(
    "Singular and plural",
    arguments: [
      ("track", "tracks"), ("Category", "Categories"), ("Person", "People"), ("Address", "Addresses"),
      ("status", "statuses"), ("box", "boxes"), ("match", "matches"), ("cache", "caches"), ("movie", "movies"),
      ("key", "keys"), ("Child", "Children"), ("woman", "women"), ("man", "men"), ("human", "humans"),
      ("house", "houses"), ("purchase", "purchases"), ("size", "sizes"), ("analysis", "analyses"), ("menu", "menus"),
      ("photo", "photos"), ("hero", "heroes"), ("bus", "buses"), ("index", "indices"), ("leaf", "leaves"),
      ("archive", "archives"), ("Process", "Processes"), ("salesperson", "salespeople"), ("database", "databases"),
      ("diagnosis", "diagnoses"), ("PatientDiagnosis", "PatientDiagnoses"), ("synopsis", "synopses"),
      ("phase", "phases"),
    ])
  func nouns(one: String, many: String) {
    #expect(EnglishNoun.plural(of: one) == many)
    #expect(EnglishNoun.singular(of: many) == one)
    #expect(EnglishNoun.singular(of: one) == one)
    #expect(EnglishNoun.plural(of: many) == many)
  }

  @Test("Some plurals have another singular", arguments: [("basis", "bases"), ("Dialysis", "Dialyses")])
  func plurals(one: String, many: String) {
    #expect(EnglishNoun.plural(of: one) == many)
    #expect(EnglishNoun.plural(of: many) == many)
  }

  @Test("Other words stay", arguments: ["series", "news", "Data", "GPS", "größe", "数据", "a1", ""])
  func unchanging(word: String) {
    #expect(EnglishNoun.singular(of: word) == word)
    #expect(EnglishNoun.plural(of: word) == word)
  }
}
