import OpenPredicate

extension Folder: QueryableProperties where Table == Declared {
  static var queryProperties: [QueryProperty<Folder<Declared>>] {
    [
      QueryProperty("name") { $0.name },
      QueryProperty("size") { $0.size },
      QueryProperty("comment") { $0.comment },
      QueryProperty("parent") { $0.parent },
      QueryProperty("next") { $0.next },
      QueryProperty("children") { $0.children },
    ]
  }
}
