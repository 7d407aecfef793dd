import GRDB

/// The same film as a record of GRDB, as its documentation writes them.
struct FilmRecord: Codable, FetchableRecord, MutablePersistableRecord {
  static let databaseTableName = "Film"
  var id: Int64?
  var title: String
  var year: Int
  var rating: Double?
  var genre: String
  var minutes: Int
  var lent: Bool
  var owner_id: Int64?

  mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }
}

/// A pair of a film and a label.
struct LabelRecord: Codable, PersistableRecord {
  static let databaseTableName = "Film_labels"
  var label_id: Int64
  var film_id: Int64
}
