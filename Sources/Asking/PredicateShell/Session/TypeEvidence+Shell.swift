import PredicateDatabases
import PredicateModel
import PredicateStatements
import PredicateSyntax
import PredicateValues

extension TypeSuggestion {
  /// The suggestion as a sentence with a command: `orderedAt looks like a date in text: .type Order.orderedAt date`.
  var offer: String {
    if declared == .data, type == .string {
      return
        "\(attribute) contains texts in a column of bytes. To read them as texts, write .type \(entity).\(attribute) string"
    }
    let form = declared == .string ? "text" : declared == .data ? "a column of bytes" : "numbers"
    // For a column of any type, only JSON is suggested.
    if type == .any {
      return "\(attribute) looks like JSON in \(form). To read it as JSON, write .type \(entity).\(attribute) json"
    }
    let article = type == .integer ? "an" : "a"
    return
      "\(attribute) looks like \(article) \(type.modelWord) in \(form). To read it so, write .type \(entity).\(attribute) \(type.modelWord)"
  }
}

/// The argument of `.type`: a type, or a storage format, which implies a type.
struct StoredType {
  let type: QueryType
  /// The storage format; nil if it is chosen by the column's values.
  let storage: AttributeStorage?

  /// Reads a type or a storage format; nil for any other word.
  init?(_ word: String) {
    if let type = QueryType(modelWord: word) {
      (self.type, storage) = (type, nil)
    } else if let storage = AttributeStorage(rawValue: word) {
      (type, self.storage) = (storage.type, storage)
    } else {
      return nil
    }
  }
}

extension ShellSession {
  /// Makes the database read an attribute as another type, and reports that. Throws if no stored value fits the type.
  func take(
    _ type: QueryType, _ storage: AttributeStorage?, for attribute: String, of entity: String, at range: SourceRange
  ) throws {
    let evidence = try database.evidence(attribute, of: entity, as: type, storedAs: storage)
    let name = "\(entity).\(attribute)"
    if let evidence, evidence.isRefuted {
      throw PredicateIssue.typeFitsNoValue(name, type, storage, evidence, range: range)
    }
    database = try database.retyped(attribute, of: entity, to: type, storedAs: storage ?? evidence?.storage)
    let form = database.model.entity(named: entity)?.attribute(named: attribute)?.storage.rawValue
    let writer = ValueText(timeZone: settings.timeZone)
    func text(of dates: TypeEvidence.DateRange?) -> String {
      guard let dates = dates?.range else { return "" }
      let (first, last) = (writer.text(of: .date(dates.lowerBound)), writer.text(of: .date(dates.upperBound)))
      return first == last ? ": \(first)" : ": \(first) to \(last)"
    }
    output.write(
      "\(name) is of type \(type.modelWord)\(form.map { " (\($0))" } ?? "")\(text(of: evidence?.dates)).\n")
    guard let evidence else { return }
    if let other = evidence.other {
      let storage = other.storage.rawValue
      write(
        note:
          "the numbers may be \(storage)\(text(of: other.dates)). To read them in this way, write .type \(name) \(storage)"
      )
    }
    if evidence.misfitCount > 0 {
      write(
        note:
          "\(evidence.misfitCount) of \(evidence.valueCount) values do not have this type, such as \(evidence.misfitTexts)"
      )
    }
    if let dates = evidence.dates, let far = dates.far {
      write(
        note:
          "\(dates.farCount) of \(evidence.valueCount) values would be dates outside of the years 1900 to 2200, such as \(far.shownText)"
      )
    }
  }
}

extension TypeEvidence {
  /// Some values that do not fit the type: `“soon”, 7`.
  var misfitTexts: String { misfits.map(\.shownText).joined(separator: ", ") }

  /// Whether all values that do not fit are numbers in texts: `“1699056995000”`.
  fileprivate var areNumbersInTexts: Bool {
    !misfits.isEmpty
      && misfits.allSatisfy { value in
        guard case .text(let text) = value else { return false }
        return text.utf8.count >= 9 && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
      }
  }

  /// The expression that converts a number since 1970 to a date. The numbers are seconds, or milliseconds if they have many digits.
  fileprivate func dateOfNumber(_ name: String) -> String {
    let attribute = name.split(separator: ".").last.map(String.init) ?? name
    let digits = misfits.map { if case .text(let text) = $0 { text.utf8.count } else { 0 } }.max() ?? 0
    return "CAST(\(attribute)\(digits > 11 ? " / 1000.0" : "") - 978307200, \"NSDate\")"
  }
}

extension StoredValue {
  /// The value as a message shows it: `“soon”`, `7`.
  var shownText: String {
    switch self {
    case .null: "nil"
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .text(let text): text.unicodeScalars.count > 24 ? "“\(text.prefix(24))…”" : "“\(text)”"
    case .blob(let bytes): "\(bytes.count) bytes"
    }
  }
}

extension PredicateIssue {
  /// The error for a type that none of a column's values fits.
  static func typeFitsNoValue(
    _ name: String, _ type: QueryType, _ storage: AttributeStorage?, _ evidence: TypeEvidence, range: SourceRange
  ) -> PredicateIssue {
    let form = storage.map { " as \($0.rawValue)" } ?? ""
    let hint: String? =
      if type == .date, evidence.areNumbersInTexts {
        "to read the texts as numbers, write .type \(name) integer. In a statement, \(evidence.dateOfNumber(name)) is then the date"
      } else if type == .date, storage == nil {
        "to see how dates can be stored, write .help type. Then write .type \(name) STORAGE"
      } else {
        nil
      }
    return .error(
      "type-fits-no-value", range, "no value of \(name) is of type \(type.modelWord)\(form): \(evidence.misfitTexts)",
      hint: hint, kind: .type)
  }
}
