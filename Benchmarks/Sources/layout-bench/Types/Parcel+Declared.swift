import OpenPredicate

extension Parcel: QueryableProperties where Table == Declared {
  static var queryProperties: [QueryProperty<Parcel<Declared>>] {
    [QueryProperty("lines", \.lines), QueryProperty("info", \.info), QueryProperty("spare", \.spare)]
  }
}
