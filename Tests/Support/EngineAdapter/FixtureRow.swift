import Foundation
import PredicateDocuments

struct FixtureRow {
  private let members: JSONObject

  /// The rows of an entity; empty if the file does not have it.
  static func rows(of entity: JSONValue?) -> [FixtureRow] {
    guard case .object(let entity)? = entity, case .array(let rows)? = entity["rows"] else { return [] }
    return rows.compactMap { if case .object(let members) = $0 { FixtureRow(members: members) } else { nil } }
  }

  func text(_ name: String) -> String? {
    if case .string(let text)? = members[name] { text } else { nil }
  }

  func number(_ name: String) -> Double? {
    switch members[name] {
    case .double(let number)?: number
    case .integer(let number)?: Double(number)
    default: nil
    }
  }

  func date(_ name: String) -> Date? { number(name).map(Date.init(timeIntervalSinceReferenceDate:)) }

  func boolean(_ name: String) -> Bool {
    if case .boolean(true)? = members[name] { true } else { false }
  }

  func id(_ name: String) -> Int64? {
    if case .integer(let id)? = members[name] { id } else { nil }
  }

  func ids(_ name: String) -> [Int64] {
    guard case .array(let elements)? = members[name] else { return [] }
    return elements.compactMap { if case .integer(let id) = $0 { id } else { nil } }
  }
}
