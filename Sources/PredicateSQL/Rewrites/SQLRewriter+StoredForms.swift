import PredicateBinding
import PredicateModel
import PredicateValues

/// Dates and UUIDs that a column stores in another form than SQL compares: `x - 978307200.0 > ?` is the whole truth, and no index finds it.
/// Beside it stands a comparison of the bare column with the constant in the column's form, which holds of no fewer rows.
///
/// Numbers are compared with a bound that leaves room for what the conversion rounds. Texts of dates begin with a day, which is within two
/// days of the date whatever the zone behind it. Texts of UUIDs begin with four digits, of which there are sixteen spellings at most.
extension SQLRewriter {
  /// The condition on the stored column that follows from a comparison with constants; nil where no index would use it.
  mutating func storedForm(beside comparison: SQLComparison, _ read: SQLColumnRead) -> SQLExpression? {
    guard rewrites.contains(.storedForms) else { return nil }
    switch read.attribute.storage {
    case .secondsSince1970, .millisecondsSince1970, .julianDay: break
    case .iso8601Text, .uuidText: if !dialect.ordersStringsByScalars { return nil }
    default: return nil
    }
    if read.attribute.storage == .uuidText { return comparison.isOrdered ? nil : spellings(of: comparison.all, read) }
    if let (least, greatest) = comparison.bounds { return range(read, from: least, to: greatest) }
    let dates = comparison.all.compactMap(\.seconds)
    guard dates.count == comparison.all.count, let least = dates.min(), let greatest = dates.max() else { return nil }
    return range(read, from: .double(least), to: .double(greatest))
  }

  /// What two bounds leave of the bare column.
  private func range(_ read: SQLColumnRead, from low: QueryValue?, to high: QueryValue?) -> SQLExpression? {
    var parts: [SQLExpression] = []
    for (end, op) in [(low, SQLBinaryOperator.greaterOrEqual), (high, .lessOrEqual)] {
      guard let end else { continue }
      guard let date = end.seconds, let bound = read.attribute.storage.bound(of: date, isLower: op == .greaterOrEqual)
      else { return nil }
      parts.append(.compare(op, read.column, .parameter(bound)))
    }
    return .all(parts)
  }

  private static let mostSpelled = 256

  /// `key IN (SELECT …)` of the spellings of some UUIDs that the index has.
  private mutating func spellings(of constants: [QueryValue], _ read: SQLColumnRead) -> SQLExpression? {
    guard constants.count <= Self.mostSpelled else { return nil }
    var bounds: [String] = []
    for constant in constants {
      guard case .data(let bytes) = constant, bytes.count == 16 else { return nil }
      // Behind every digit and in front of none; and no bound looks like a number, as which a column of numbers would take it.
      bounds += bytes.spellingsOfBeginning.map { "\"\($0)!\":\"\($0)g\"" }
    }
    let list = QueryValue.string("{" + bounds.joined(separator: ",") + "}")
    let (ends, table) = (nextSource, nextSource + 1)
    nextSource += 2
    let spelling = SQLColumnRead(attribute: read.attribute, table: read.table, source: table, isOfVariable: true).column
    let select = SQLSelect(
      columns: [spelling],
      sources: [
        SQLSource(number: ends, relation: .elements(.parameter(list)), join: .none),
        SQLSource(
          number: table, relation: .table(read.table), join: .cross, usesIndexes: indexes.areUsable(ofTable: read.table)
        ),
      ],
      condition: .all([
        .compare(.greaterOrEqual, spelling, .column(SQLSource.placeColumn, of: ends, mayBeNull: false)),
        .compare(.lessOrEqual, spelling, .column(SQLSource.valueColumn, of: ends, mayBeNull: false)),
      ]))
    return .member(read.column.comparedByScalars, of: select)
  }
}

extension QueryValue {
  /// The seconds of a date as it is bound.
  fileprivate var seconds: Double? { if case .double(let seconds) = self { seconds } else { nil } }
}

extension AttributeStorage {
  /// A bound in the column's form. Every stored value that reads as the date, or lies beyond it, is within the bound. Nil where there is none.
  fileprivate func bound(of date: Double, isLower: Bool) -> QueryValue? {
    guard date.isFinite, abs(date) < 1e15 else { return nil }
    if self == .iso8601Text {
      let days = isLower ? -2.0 : 3.0
      let text = ISODate.format(date + days * 86_400)
      guard let first = text.utf8.first, (0x30...0x39).contains(first) else { return nil }
      return .string(String(text.prefix(10)))
    }
    guard case .real(let number)? = stored(.date(date)) else { return nil }
    // What each step of the conversion can round, many times over.
    let size: Double =
      switch self {
      case .millisecondsSince1970: 1000 * (abs(date) + 978_307_200)
      case .julianDay: abs(date) / 86_400 + Self.julianDayOf2001
      default: abs(date) + 978_307_200
      }
    let room = size * 0x1p-48
    return .double(isLower ? number - room : number + room)
  }
}

extension [UInt8] {
  /// The first four characters of a UUID of these bytes, with each letter in either case.
  fileprivate var spellingsOfBeginning: [String] {
    prefix(2).flatMap { [$0 >> 4, $0 & 15] }.reduce([""]) { beginnings, digit in
      let forms = digit < 10 ? [0x30 + digit] : [0x41 + digit - 10, 0x61 + digit - 10]
      return beginnings.flatMap { front in forms.map { front + String(Unicode.Scalar($0)) } }
    }
  }
}
