import OpenPredicate

/// A type with a table: computed properties, properties with another name, and no others. The price that was paid is inaccessible.
struct Ticket: QueryableProperties {
  var seat: (row: Int, number: Int)
  var price: Double
  var paid: Double

  static let queryProperties: [QueryProperty<Ticket>] = [
    QueryProperty("price", \.price),
    QueryProperty("row", \.seat.row),
    QueryProperty("isDiscounted") { $0.paid < $0.price },
  ]
}

func askTable() throws {
  let tickets = [Ticket(seat: (1, 7), price: 12, paid: 12), Ticket(seat: (9, 2), price: 12, paid: 8)]
  print(try tickets.filterIndices("isDiscounted == YES AND row > 3"))
  do {
    _ = try tickets.filter("paid < 10")
  } catch {
    print(error)
  }
}
