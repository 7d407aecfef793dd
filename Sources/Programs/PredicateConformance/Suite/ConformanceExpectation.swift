import PredicateDocuments
import PredicateValues

/// The answer that a case expects.
public indirect enum ConformanceExpectation: Sendable {
  /// The answer must be this value. A number may differ from it by the tolerance.
  case value(JSONValue, tolerance: Double)
  /// These primary keys.
  case ids([Int64])
  /// Any answer that is not an error.
  case valid
  /// The answer must have these rows in this order. If there are no rows, the answer may lack the columns.
  case table(columns: [String], rows: [JSONValue])
  /// This number of rows.
  case count(Int64)
  /// The answer must have these parts of a statement.
  case parts(JSONObject)
  /// An error of this kind. If the implementation reports a range, it must be this one.
  case error(PredicateIssue.Kind, range: [Int64]?)
  /// An error of this kind. If the implementation reports a range, it must be that of these words in the text.
  case mistake(PredicateIssue.Kind, words: String, text: String)
  /// Any of these answers.
  case anyOf([ConformanceExpectation])

  /// Whether an answer that is not an error can be right.
  var admitsValue: Bool { admits(error: false) }

  /// Whether an error can be the right answer.
  var admitsError: Bool { admits(error: true) }

  private func admits(error: Bool) -> Bool {
    switch self {
    case .value, .ids, .valid, .table, .count, .parts: !error
    case .error, .mistake: error
    case .anyOf(let alternatives): alternatives.contains { $0.admits(error: error) }
    }
  }

  /// Whether the case expects only that there is no error.
  var isValidity: Bool {
    if case .valid = self { true } else { false }
  }

  /// Whether the case expects the parts of a statement.
  var asksForParts: Bool {
    if case .parts = self { true } else { false }
  }

  /// Whether an answer meets the expectation. The range of an error is compared only if the answer has one and the dialect compares kinds.
  func admits(_ answer: ConformanceAnswer, in dialect: ConformanceDialect = .open) -> Bool {
    switch (self, answer) {
    case (.valid, .value), (.valid, .ids), (.valid, .canonical): true
    case (.value(let expected, let tolerance), .value(let found)):
      ConformanceValue.isSame(expected, found, tolerance: tolerance, byValue: !dialect.comparesNumberTypes)
    case (.ids(let expected), .ids(let found)): expected == found
    case (.table(let columns, let rows), .table(let names, let found)):
      (names == columns || (names.isEmpty && rows.isEmpty))
        && ConformanceValue.isSame(.array(rows), .array(found), byValue: !dialect.comparesNumberTypes)
    case (.count(let expected), .count(let found)): expected == found
    case (.parts(let expected), .parts(let found)): ConformanceValue.isSame(.object(expected), .object(found))
    case (.error, .error) where !dialect.comparesKinds: true
    case (.mistake(let kind, let words, let text), .error(let found, let place)):
      kind.rawValue == found && (place.map { Self.words(of: text, at: $0).hasSameScalars(as: words) } ?? true)
    case (.error(let kind, let range), .error(let found, let place)):
      kind.rawValue == found && (range == nil || place == nil || range == place)
    case (.anyOf(let alternatives), _): alternatives.contains { $0.admits(answer, in: dialect) }
    default: false
    }
  }
}

extension ConformanceExpectation {
  /// The words in a range of bytes; empty if the text does not have the range.
  private static func words(of text: String, at place: [Int64]) -> String {
    guard place.count == 2, 0 <= place[0], place[0] <= place[1] else { return "" }
    return text.utf8.text(at: SourceRange(Int(place[0]), Int(place[1]))) ?? ""
  }

  /// The expectation as one line for people.
  var summary: String {
    switch self {
    case .value(let value, let tolerance):
      JSONWriter.text(of: value) + (tolerance == 0 ? "" : ", at most \(tolerance) away")
    case .ids(let ids): "the rows \(ids)"
    case .valid: "no error"
    case .table(let columns, let rows):
      JSONWriter.text(
        of: .object(JSONObject([("columns", .array(columns.map { .string($0) })), ("rows", .array(rows))])))
    case .count(let count): "the count \(count)"
    case .parts(let parts): "the parts \(JSONWriter.text(of: .object(parts)))"
    case .mistake(let kind, let words, _): "an error of kind \(kind.rawValue) about “\(words)”"
    case .error(let kind, let range): "an error of kind \(kind.rawValue)" + (range.map { " at \($0)" } ?? "")
    case .anyOf(let alternatives): alternatives.map(\.summary).joined(separator: ", or ")
    }
  }
}

extension ConformanceExpectation {
  /// Reads the member `expect` of a case. Throws an error with a sentence if it is malformed.
  static func read(_ json: JSONValue) throws(ConformanceFormatError) -> ConformanceExpectation {
    guard case .object(let object) = json else { throw ConformanceFormatError("expect is not an object") }
    let forms = ["value", "ids", "valid", "error", "anyOf"].filter { object[$0] != nil }
    guard forms.count == 1 else {
      throw ConformanceFormatError("\"expect\" must have exactly one of value, ids, valid, error and anyOf")
    }
    if let value = object["value"] { return .value(value, tolerance: try tolerance(object["tolerance"])) }
    if let ids = object["ids"] { return .ids(try integers(ids, "ids")) }
    if let error = object["error"] { return try failure(error, range: object["range"]) }
    if case .array(let elements)? = object["anyOf"] {
      return .anyOf(try elements.map(read))
    }
    guard case .boolean(true)? = object["valid"] else {
      throw ConformanceFormatError("in \"expect\", \"valid\" must be true, and \"anyOf\" must be an array")
    }
    return .valid
  }

  /// Reads the member `expect` of a case with a fetch statement.
  static func read(
    _ json: JSONValue, ofStatement text: String
  ) throws(ConformanceFormatError) -> ConformanceExpectation {
    guard case .object(let object) = json else { throw ConformanceFormatError("expect is not an object") }
    if let columns = object["columns"]?.strings, case .array(let rows)? = object["rows"] {
      return .table(columns: columns, rows: rows)
    }
    if case .integer(let count)? = object["count"] { return .count(count) }
    if case .object(let parts)? = object["parts"] { return .parts(parts) }
    if case .string(let name)? = object["error"], let kind = PredicateIssue.Kind(rawValue: name),
      case .string(let words)? = object["place"]
    {
      return .mistake(kind, words: words, text: text)
    }
    throw ConformanceFormatError("\"expect\" must have rows, count, parts, or an error with a place")
  }

  private static func failure(
    _ json: JSONValue, range: JSONValue?
  ) throws(ConformanceFormatError) -> ConformanceExpectation {
    guard case .string(let name) = json, let kind = PredicateIssue.Kind(rawValue: name) else {
      throw ConformanceFormatError("in \"expect\", \"error\" must be a kind of error")
    }
    guard let range else { return .error(kind, range: nil) }
    let bounds = try integers(range, "range")
    guard bounds.count == 2 else { throw ConformanceFormatError("in \"expect\", \"range\" must have two bounds") }
    return .error(kind, range: bounds)
  }

  private static func tolerance(_ json: JSONValue?) throws(ConformanceFormatError) -> Double {
    switch json {
    case nil: return 0
    case .double(let value)?: return value
    case .integer(let value)?: return Double(value)
    default: throw ConformanceFormatError("in \"expect\", \"tolerance\" must be a number")
    }
  }

  private static func integers(_ json: JSONValue, _ name: String) throws(ConformanceFormatError) -> [Int64] {
    guard let integers = json.integers else {
      throw ConformanceFormatError("in \"expect\", \"\(name)\" must be an array of integers")
    }
    return integers
  }
}
