import GRDB
import PredicateSQL

extension SQLIndexes {
  /// The indexes of the main schema that hold every row.
  init(of database: Database) throws {
    self.init()
    let list = try RawStatement(
      database,
      """
      SELECT s.name, i.name FROM sqlite_schema s JOIN pragma_index_list(s.name) l JOIN pragma_index_info(l.name) i
      WHERE s.type = 'table' AND NOT l.partial AND i.seqno = 0 AND i.name IS NOT NULL
      """)
    while try list.step() { add(table: list.text(at: 0), firstColumn: list.text(at: 1)) }
  }
}
