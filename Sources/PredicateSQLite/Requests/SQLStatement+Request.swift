import Foundation
import GRDB
import PredicateModel
import PredicateSQL
import PredicateValues

/// A statement as GRDB takes it: the values in the order of their marks.
extension SQLStatement {
  /// The statement with the root's columns as `rootColumn` writes them.
  func requestSQL(rootColumn: (String) -> SQL) -> SQL {
    pieces.map { piece in
      switch piece {
      case .text(let words): SQL(sql: words)
      case .rootColumn(let name): rootColumn(name)
      case .parameter(let number): Self.sql(of: value(ofParameter: number))
      }
    }.joined()
  }

  /// The statement with the root's columns as they stand in its text.
  var requestSQL: SQL { requestSQL { SQL(sql: rootColumn($0)) } }

  /// A bound value. GRDB ends a text at a NUL, so that one with a NUL goes as bytes.
  private static func sql(of value: QueryValue) -> SQL {
    switch value {
    case .integer(let value): SQL(sql: "?", arguments: [value])
    case .double(let value): SQL(sql: "?", arguments: [value])
    case .data(let bytes): SQL(sql: "?", arguments: [Data(bytes)])
    case .string(let text) where text.utf8.contains(0):
      SQL(sql: "CAST(? AS TEXT)", arguments: [Data(text.utf8)])
    case .string(let text): SQL(sql: "?", arguments: [text])
    default: SQL(sql: "NULL")
    }
  }
}
