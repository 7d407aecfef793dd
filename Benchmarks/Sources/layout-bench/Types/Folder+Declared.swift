import OpenPredicate

extension Folder: QueryableProperties where Table == Declared {
  static var queryProperties: [QueryProperty<Folder<Declared>>] {
    [
      QueryProperty("name", \.name),
      QueryProperty("size", \.size),
      QueryProperty("comment", \.comment),
      QueryProperty("parent", \.parent),
      QueryProperty("next", \.next),
      QueryProperty("children", \.children),
    ]
  }
}
