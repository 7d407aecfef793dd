import OpenPredicate

extension Loan: QueryableProperties where Table == Declared {
  static var queryProperties: [QueryProperty<Loan<Declared>>] {
    [
      QueryProperty("days", \.days),
      QueryProperty("fee", \.fee),
      QueryProperty("borrower", \.borrower),
      QueryProperty("returned", \.returned),
    ]
  }
}
