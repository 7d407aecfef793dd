import OpenPredicate

/// The values of a ``RandomRow`` in instances, with a table that lists properties: read by public ways if in-place reads are off.
final class DeclaredInstance: QueryableProperties {
  let row: DeclaredRow

  init(_ row: RandomRow) { self.row = DeclaredRow(row) }

  static let queryProperties: [QueryProperty<DeclaredInstance>] = [
    QueryProperty("i") { $0.row.row.i }, QueryProperty("u16") { $0.row.row.u16 }, QueryProperty("b") { $0.row.row.b },
    QueryProperty("od") { $0.row.row.od }, QueryProperty("s") { $0.row.row.s }, QueryProperty("os") { $0.row.row.os },
    QueryProperty("tags") { $0.row.row.tags }, QueryProperty("opart") { $0.row.opart },
    QueryProperty("onode") { $0.row.onode }, QueryProperty("parts") { $0.row.parts },
    QueryProperty("oparts") { $0.row.oparts },
  ]
}
