/// What is written in JSON of a predicate where records are counted.
struct MatchCount: Encodable {
  let predicate: String
  let place: String?
  let matches: Int
  let records: Int
}
