import PredicateObjects

/// A film of the bench: six attributes, a relationship to one object and one to many at both ends.
final class Film: StoredObject {
  @Stored var title: String
  @Stored var year: Int
  @Stored var rating: Double?
  @Stored var genre: String
  @Stored var minutes: Int
  @Stored var lent: Bool
  @ToOne var owner: Owner?
  @ToMany var labels: [Label]
}

final class Owner: StoredObject {
  @Stored var name: String
  @ToMany(inverse: \.owner) var films: [Film]
}

final class Label: StoredObject {
  @Stored var name: String
  @ToMany(inverse: \.labels) var films: [Film]
}
