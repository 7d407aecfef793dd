import Foundation
import GRDB
import PredicateSQL
import PredicateValues

/// A statement of ours as GRDB takes it: values in the order of their marks, and, where wanted, the columns of the root table as GRDB names
/// them.
struct RequestText {
  /// A piece of the text.
  private enum Piece {
    case text(String)
    case column(String)
    case value(QueryValue)
  }

  private let pieces: [Piece]

  /// A statement. Its text is ours, so that its marks and names are where they look to be.
  init(_ statement: SQLStatement) {
    var scanner = Scanner(statement)
    pieces = scanner.pieces()
  }

  /// The text with the root table's columns as `columns` has them.
  func sql(columns: (String) -> SQL) -> SQL {
    pieces.map { piece in
      switch piece {
      case .text(let text): SQL(sql: text)
      case .column(let name): columns(name)
      case .value(let value): Self.sql(of: value)
      }
    }.joined()
  }

  /// The text as it is.
  var sql: SQL {
    sql { SQL(sql: SQLTranslator.rootName + "." + $0.quotedIdentifier) }
  }

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

  /// Cuts a text at what stands for a value or for a column of the root table, outside of quotes.
  private struct Scanner {
    let text: [UInt8]
    let bindings: [QueryValue]
    var position = 0

    init(_ statement: SQLStatement) {
      text = Array(statement.text.utf8)
      bindings = statement.bindings
    }

    mutating func pieces() -> [Piece] {
      let root = Array((SQLTranslator.rootName + ".\"").utf8)
      var pieces: [Piece] = []
      var start = 0
      func plain(_ end: Int) -> [Piece] {
        start < end ? [.text(String(decoding: text[start..<end], as: UTF8.self))] : []
      }
      while position < text.count {
        let begin = position
        switch text[position] {
        case UInt8(ascii: "?"):
          position += 1
          pieces += plain(begin)
          pieces.append(.value(binding()))
          start = position
        case UInt8(ascii: "t") where text[position...].starts(with: root) && !isInsideName(position):
          position += root.count - 1
          pieces += plain(begin)
          pieces.append(.column(quoted()))
          start = position
        case UInt8(ascii: "\""), UInt8(ascii: "'"): _ = quoted()
        default: position += 1
        }
      }
      return pieces + plain(text.count)
    }

    private func isInsideName(_ position: Int) -> Bool {
      guard position > 0 else { return false }
      let byte = text[position - 1]
      return byte == UInt8(ascii: "_") || byte >= 0x80 || (0x30...0x39).contains(byte)
        || (0x41...0x5A).contains(byte & 0xDF)
    }

    /// The value of the mark whose number is next.
    private mutating func binding() -> QueryValue {
      var number = 0
      while position < text.count, (0x30...0x39).contains(text[position]) {
        number = number * 10 + Int(text[position] & 0x0F)
        position += 1
      }
      return bindings.indices.contains(number - 1) ? bindings[number - 1] : .null
    }

    /// Takes what is in quotes, doubled ones inside, and gives it without them.
    private mutating func quoted() -> String {
      let quote = text[position]
      var content: [UInt8] = []
      position += 1
      while position < text.count {
        if text[position] == quote {
          position += 1
          guard position < text.count, text[position] == quote else { break }
        }
        content.append(text[position])
        position += 1
      }
      return String(decoding: content, as: UTF8.self)
    }
  }
}
