import PredicateObjects
import PredicateSyntax

/// Work whose time depends on how many objects have unsaved changes.
enum GrowingWork: String, CaseIterable {
  case delete = "delete all, with their pairs"
  case save = "save that"
  case lists = "lists of owners, films changed"
  case singleLists = "the same, owners one by one"

  func prepare(_ context: ObjectContext) throws {
    switch self {
    case .delete: break
    case .save: for film in try context.fetch(Film.self) { try context.delete(film) }
    case .lists, .singleLists: for film in try context.fetch(Film.self) { film.minutes += 1 }
    }
  }

  func run(_ context: ObjectContext) throws {
    switch self {
    case .delete: for film in try context.fetch(Film.self) { try context.delete(film) }
    case .save: try context.save()
    case .lists:
      var count = 0
      for owner in try context.fetch(Owner.self) { count += owner.films.count }
      precondition(count > 0)
    case .singleLists:
      var count = 0
      for key in 1...Int64(Store.owners) {
        count +=
          try context.object(for: ObjectID(ObjectReference(entity: "Owner", key: key)))?.objects(of: "films").count ?? 0
      }
      precondition(count > 0)
    }
  }
}
