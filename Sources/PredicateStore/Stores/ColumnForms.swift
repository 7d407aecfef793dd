import PredicateModel
import PredicateSyntax
import PredicateValues

/// The columns whose values people read better in another form than the stored one: `true` for 1, `2026-02-17T10:46:00Z` for seconds.
struct ColumnForms {
  private enum Form {
    case boolean
    case date
  }

  private var forms: [ScalarString: [ScalarString: Form]] = [:]

  /// No column has another form.
  init() {}

  init(_ model: DataModel) {
    for entity in model.entities {
      for attribute in entity.attributes {
        let form: Form? =
          switch attribute.storage {
          case .zeroOrOne: .boolean
          case .secondsSince2001: .date
          default: nil
          }
        if let form { forms[ScalarString(entity.table), default: [:]][ScalarString(attribute.column)] = form }
      }
    }
  }

  /// How a file has a value. A date whose text does not say its seconds to the last bit stays a number.
  func node(of value: StoredValue, _ table: String, _ column: String) -> StoreNode {
    let form = forms[ScalarString(table)]?[ScalarString(column)]
    switch (form, value) {
    case (.boolean, .integer(let number)) where number == 0 || number == 1: return .boolean(number == 1)
    case (.date, .real(let seconds)):
      let text = ISODate.format(seconds)
      guard let read = ISODate.parse(text), read.bitPattern == seconds.bitPattern else { return .real(seconds) }
      return .text(text)
    case (_, .null): return .null
    case (_, .integer(let number)): return .integer(number)
    case (_, .real(let number)): return .real(number)
    case (_, .text(let text)): return .text(text)
    case (_, .blob(let bytes)): return .data(bytes)
    }
  }

  /// What a column holds for a value of a file; nil where the value is none of the column.
  func value(of node: StoreNode, _ table: String, _ column: String) -> StoredValue? {
    switch node {
    case .null: return .null
    case .boolean(let truth):
      guard case .boolean? = forms[ScalarString(table)]?[ScalarString(column)] else { return nil }
      return .integer(truth ? 1 : 0)
    case .integer(let number): return .integer(number)
    case .real(let number): return number.isNaN ? nil : .real(number)
    case .text(let text):
      guard case .date? = forms[ScalarString(table)]?[ScalarString(column)] else { return .text(text) }
      return ISODate.parse(text).map { .real($0) }
    case .data(let bytes): return .blob(bytes)
    case .list, .dictionary: return nil
    }
  }
}
