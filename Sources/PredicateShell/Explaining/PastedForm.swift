import PredicateModel
import PredicateSyntax
import PredicateValues

/// A query in a form that can be pasted somewhere else.
enum PastedForm: String, CaseIterable {
  /// A predicate in Swift.
  case swift
  /// A predicate in Objective-C.
  case objc
  /// SQL with its constants in place.
  case sql
  /// The statement as a JSON object.
  case json

  // MARK: SQL

  /// The statement with its constants in the place of `?1`, outside of what is quoted.
  static func inlined(_ sql: String, _ bindings: [QueryValue]) -> String {
    var result = ""
    var quote: Unicode.Scalar?
    var number: Int?
    func flush() {
      guard let position = number else { return }
      number = nil
      result += bindings.indices.contains(position - 1) ? literal(bindings[position - 1]) : "?\(position)"
    }
    for scalar in sql.unicodeScalars {
      if let digit = number, let value = scalar.properties.numericType == .decimal ? Int(String(scalar)) : nil {
        number = digit * 10 + value
        continue
      }
      flush()
      if let open = quote {
        if scalar == open { quote = nil }
      } else if scalar == "\"" || scalar == "'" {
        quote = scalar
      } else if scalar == "?" {
        number = 0
        continue
      }
      result.unicodeScalars.append(scalar)
    }
    flush()
    return result
  }

  private static func literal(_ value: QueryValue) -> String {
    switch value {
    case .integer(let value): String(value)
    case .double(let value): value.isFinite ? "\(value)" : value < 0 ? "-9e999" : "9e999"
    case .string(let text):
      "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
    case .data(let bytes):
      "x'" + bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() + "'"
    default: "NULL"
    }
  }

  // MARK: JSON

  /// The statement, and the variables that it is run with.
  static func json(of fetch: EntityFetch, isCount: Bool, variables: [(name: String, value: QueryValue)]) -> JSONObject {
    var object = JSONObject([("entity", .string(fetch.entity))])
    if let predicate = fetch.predicate { object.append("predicate", .string(predicate.exactFormat)) }
    if !fetch.sortKeys.isEmpty {
      let keys = fetch.sortKeys.map { key -> JSONValue in
        var line = JSONObject([
          ("key", .string(key.expression.exactFormat)), ("ascending", .boolean(key.isAscending)),
        ])
        if !key.options.isEmpty { line.append("options", .string(key.options.letters)) }
        return .object(line)
      }
      object.append("sort", .array(keys))
    }
    if let limit = fetch.limit { object.append("limit", .integer(Int64(limit))) }
    if fetch.offset > 0 { object.append("offset", .integer(Int64(fetch.offset))) }
    if !fetch.groupBy.isEmpty { object.append("group", json(of: fetch.groupBy)) }
    if let having = fetch.having { object.append("having", .string(having.exactFormat)) }
    if !fetch.columns.isEmpty { object.append("show", json(of: fetch.columns)) }
    if fetch.isDistinct { object.append("distinct", .boolean(true)) }
    if isCount { object.append("count", .boolean(true)) }
    if !variables.isEmpty {
      let values = variables.map { ($0.name, JSONValue.string(ComparedValue($0.value, .exact).exactText)) }
      object.append("variables", .object(JSONObject(values)))
    }
    return object
  }

  private static func json(of columns: [FetchedColumn]) -> JSONValue {
    .array(
      columns.map { column in
        .object(JSONObject([("name", .string(column.name)), ("value", .string(column.expression.exactFormat))]))
      })
  }
}
