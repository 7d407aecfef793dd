import PredicateModel
import PredicateRecords
import PredicateValues

/// Dates that a file has in the form in which the column stores them, as other programs export them: `20240220`, `1708387200`.
///
/// Days without separators are read in columns of such days. Numbers of seconds and smaller units are read if they have at least nine digits and are
/// dates from 1971 to 2100. Smaller numbers are more often years, or days in the form `20240220`.
enum ColumnDate {
  /// The stored value for a date in the column's form; nil for any other value, and in columns that do not hold dates.
  static func stored(_ value: RecordReader.Value, in attribute: Attribute) -> StoredValue? {
    guard attribute.type == .date, let stored = stored(value, attribute.storage),
      case .date(let seconds) = attribute.value(of: stored)
    else { return nil }
    guard attribute.storage.dateUnit != nil else { return stored }
    return years.contains(seconds) ? stored : nil
  }

  private static func stored(_ value: RecordReader.Value, _ storage: AttributeStorage) -> StoredValue? {
    switch (storage, value) {
    case (.basicISO8601Text, .text(let text)), (.basicISO8601Text, .json(.string(let text))): return .text(text)
    case (.basicISO8601Number, .text(let text)), (.basicISO8601Number, .json(.string(let text))):
      return text.utf8.count == 8 ? Int64(text).map { .integer($0) } : nil
    case (.basicISO8601Number, .json(.integer(let number))): return .integer(number)
    case (_, .text(let text)) where storage.dateUnit != nil: return number(ofText: text)
    case (_, .json(.integer(let number))) where storage.dateUnit != nil: return self.number(ofText: "\(number)")
    case (_, .json(.double(let number))) where storage.dateUnit != nil: return self.number(ofText: "\(number)")
    default: return nil
    }
  }

  /// A number in decimal digits, `1708387200` or `1708387200.5`. Nil for other texts, for numbers with less than nine digits before the point, and for
  /// a day with a time, `202402201530`.
  private static func number(ofText text: String) -> StoredValue? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard digits.utf8.count >= 9, !isDayWithTime(digits) else { return nil }
    if digits.utf8.count == text.utf8.count { return Int64(text).map { .integer($0) } }
    let rest = text.dropFirst(digits.count)
    guard rest.first == ".", rest.dropFirst().allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
    return Double(text).map { .real($0) }
  }

  private static func isDayWithTime(_ digits: Substring) -> Bool {
    guard [12, 14].contains(digits.utf8.count) else { return false }
    let text = digits.prefix(8) + "T" + digits.dropFirst(8)
    guard case .date(let seconds) = AttributeStorage.basicISO8601Text.value(of: .text(String(text)), as: .date) else {
      return false
    }
    return years.contains(seconds)
  }

  /// From 1971 to 2100, in seconds since 2001.
  private static let years = -946_771_200.0...3_155_760_000.0
}
