import PredicateValues

/// How the values of a column are written, where its storage allows several ways: dates with or without a time, dates as whole numbers of a unit,
/// booleans as words.
///
/// Another program that reads the same file may know only one way. So a new value is written like the column's other values.
///
/// ```swift
/// WrittenForm.dates(["2024-01-31", "2024-02-01"])?.text(of: .date(86_400))  // 2001-01-02
/// WrittenForm.booleans(["T", "F", "T"])?.text(of: .boolean(true))           // T
/// WrittenForm.wholeNumbers.stored(.date(0.4), in: .secondsSince1970)        // 978307200
/// ```
package struct WrittenForm: Sendable, Hashable {
  /// For dates, a pattern with 0 for each digit, `0000-00-00T00:00:00`, the mark and the number of digits of a fraction, and the zone. For booleans
  /// two words: true, then false. Or whole numbers of a date's unit.
  private enum Parts: Hashable {
    case date(body: String, fractionMark: String, fractionDigits: Int?, zone: String)
    case boolean(yes: String, no: String)
    case wholeNumber
  }

  private let parts: Parts

  /// Dates as whole numbers of their unit.
  package static let wholeNumbers = WrittenForm(.wholeNumber)
  /// Dates without a time: `2024-01-31`.
  package static let days = WrittenForm(.date(body: "0000-00-00", fractionMark: "", fractionDigits: 0, zone: ""))

  /// The form as one text: `date 0000-00-00|.|6|Z`, `boolean t|f`, `whole numbers`.
  package var name: String {
    switch parts {
    case .date(let body, let mark, let digits, let zone):
      "date \(body)|\(mark)|\(digits.map { String($0) } ?? "")|\(zone)"
    case .boolean(let yes, let no): "boolean \(yes)|\(no)"
    case .wholeNumber: "whole numbers"
    }
  }

  /// The form whose ``name`` is the given text; nil for any other text.
  package init?(named name: String) {
    guard let space = name.firstIndex(of: " ") else { return nil }
    let fields = name[name.index(after: space)...].split(separator: "|", omittingEmptySubsequences: false).map(
      String.init)
    switch (name[..<space], fields.count) {
    case ("date", 4):
      parts = .date(body: fields[0], fractionMark: fields[1], fractionDigits: Int(fields[2]), zone: fields[3])
    case ("boolean", 2): parts = .boolean(yes: fields[0], no: fields[1])
    case ("whole", 1): parts = .wholeNumber
    default: return nil
    }
  }

  /// Whether texts have fractions of seconds with more than six digits.
  var hasFineFractions: Bool { if case .date(_, _, let digits?, _) = parts { digits > 6 } else { false } }

  private init(_ parts: Parts) { self.parts = parts }

  /// The common form of date texts. Nil if they have several forms, if one of them is not a date, or if there are none. The zone of a text with an
  /// offset is UTC, `+00:00`.
  package static func dates(_ texts: [String]) -> WrittenForm? {
    var found: (body: String, mark: String, digits: Int?, zone: String)?
    for text in texts {
      guard let next = dateParts(text) else { return nil }
      guard var known = found else {
        found = (next.body, next.mark, next.digits, next.zone)
        continue
      }
      guard known.body == next.body, known.zone == next.zone else { return nil }
      // Programs omit a fraction of 0, so texts with and without a fraction have one form.
      if known.digits != next.digits {
        let most = max(known.digits ?? 0, next.digits)
        known.digits = most > 6 ? most : nil
      }
      if known.mark.isEmpty { known.mark = next.mark }
      found = known
    }
    return found.map {
      WrittenForm(.date(body: $0.body, fractionMark: $0.mark, fractionDigits: $0.digits, zone: $0.zone))
    }
  }

  /// The form that more of the date texts have than any other form. Nil if two forms are equally frequent, without dates, and if days are the most
  /// frequent: a column that also has times keeps them.
  package static func mostFrequent(ofDates texts: [String]) -> WrittenForm? {
    var groups: [String: [String]] = [:]
    for text in texts {
      guard let parts = dateParts(text) else { continue }
      groups["\(parts.body)|\(parts.zone)", default: []].append(text)
    }
    guard let most = groups.values.map(\.count).max() else { return nil }
    let candidates = groups.values.filter { $0.count == most }
    guard candidates.count == 1, let form = dates(candidates[0]), !form.isOfDays else { return nil }
    return form
  }

  private var isOfDays: Bool { if case .date(let body, _, _, _) = parts { body.utf8.count <= 10 } else { false } }

  private static func dateParts(_ text: String) -> (body: String, mark: String, digits: Int, zone: String)? {
    guard ISODate.parse(text) != nil else { return nil }
    let shape = ISODate.template(of: text)
    // `0000-00-00`, a mark, `00:00`, `:00`
    let withSeconds = shape.utf8.dropFirst(16).starts(with: ":00".utf8)
    let length = min(shape.utf8.count, withSeconds ? 19 : 16)
    let body = String(shape.prefix(length))
    var rest = shape[shape.utf8.index(shape.startIndex, offsetBy: length)...]
    var (mark, digits) = ("", 0)
    if let first = rest.first, first == "." || first == "," {
      mark = String(rest.removeFirst())
      digits = rest.prefix { $0 == "0" }.count
      rest = rest.dropFirst(digits)
    }
    return (body, mark, digits, String(rest.replacing("-", with: "+")))
  }

  /// The pair of words that boolean texts use. Nil if they use several pairs, if one of them is not such a word, or if there are none.
  package static func booleans(_ texts: [String]) -> WrittenForm? {
    let pairs = [("true", "false"), ("t", "f"), ("yes", "no"), ("y", "n"), ("on", "off")]
    guard let first = texts.first,
      let pair = pairs.first(where: { $0.0 == first.lowercased() || $0.1 == first.lowercased() })
    else { return nil }
    let styles: [(String) -> String] = [
      { $0 }, { $0.uppercased() }, { $0.prefix(1).uppercased() + $0.dropFirst() },
    ]
    for style in styles {
      let (yes, no) = (style(pair.0), style(pair.1))
      if texts.allSatisfy({ $0 == yes || $0 == no }) { return WrittenForm(.boolean(yes: yes, no: no)) }
    }
    return nil
  }

  /// A value in this form, for a column with a storage. Nil if the form cannot represent the value: a column of days cannot store a time.
  package func stored(_ value: QueryValue, in storage: AttributeStorage) -> StoredValue? {
    guard parts == .wholeNumber else { return text(of: value).map { .text($0) } }
    guard case .date(let seconds) = value, let unit = storage.dateUnit else { return nil }
    return unit.wholeNumber(of: seconds).map { .integer($0) }
  }

  /// A date without the part that the form cannot represent: the time in a column of days, the fraction in a column of whole seconds. Nil for a form
  /// that is not one of date texts.
  package func shortened(_ seconds: Double) -> Double? {
    guard case .date(let body, let mark, let count, let zone) = parts, let filled = ISODate.fill(body, with: seconds)
    else { return nil }
    let fraction = count.map { String(filled.fraction.prefix($0)) } ?? filled.fraction
    // A form that ends with the day or with the minute has no fraction.
    let isWhole = fraction.isEmpty || body.utf8.count < 19
    return ISODate.parse(filled.text + (isWhole ? "" : (mark.isEmpty ? "." : mark) + fraction) + zone)
  }

  /// A value in this form as a text. Nil if the form cannot represent the value: a column of days cannot store a time.
  package func text(of value: QueryValue) -> String? {
    switch (parts, value) {
    case (.boolean(let yes, let no), .boolean(let truth)): return truth ? yes : no
    case (.date(let body, let mark, let count, let zone), .date(let seconds)):
      guard let date = ISODate.parse(ISODate.format(seconds)), let filled = ISODate.fill(body, with: seconds) else {
        return nil
      }
      var text = filled.text
      var fraction = filled.fraction
      if let count { fraction += String(repeating: "0", count: max(0, count - fraction.utf8.count)) }
      if !fraction.isEmpty { text += (mark.isEmpty ? "." : mark) + fraction }
      text += zone
      return ISODate.parse(text) == date ? text : nil
    default: return nil
    }
  }
}

/// What a column's declaration specifies about the form of its values.
package struct DeclaredForm: OptionSet, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  /// Dates without a time: `DATE`. It only determines the form of a column without values.
  package static let days = DeclaredForm(rawValue: 1)
  /// Whole numbers: `INTEGER`.
  package static let wholeNumbers = DeclaredForm(rawValue: 2)
}

/// The forms in which a column's values are written: one for each storage that the schema reader may choose for the attribute.
struct WrittenForms: Sendable {
  private let dates: WrittenForm?
  private let booleans: WrittenForm?
  private let areWhole: Bool
  private let isDeclaredWhole: Bool

  init(_ samples: [StoredValue], declared: DeclaredForm) {
    let texts = samples.compactMap { if case .text(let text) = $0 { text } else { nil } }
    let areTexts = texts.count == samples.count
    // A text that is not a date, such as `n/a` or `0000-00-00`, does not affect the form of the dates.
    let dateTexts = texts.filter { ISODate.parse($0) != nil }
    dates =
      !areTexts
      ? nil
      : dateTexts.isEmpty
        ? declared.contains(.days) ? .days : nil
        : .dates(dateTexts) ?? .mostFrequent(ofDates: dateTexts)
    booleans = areTexts ? .booleans(texts.filter { AttributeStorage.boolean(ofWord: $0) != nil }) : nil
    isDeclaredWhole = declared.contains(.wholeNumbers)
    areWhole = samples.allSatisfy { $0.storageClass == .integer } && (!samples.isEmpty || isDeclaredWhole)
  }

  /// The form of the values if the attribute has this storage; nil if the storage has only one form.
  subscript(_ storage: AttributeStorage) -> WrittenForm? {
    switch storage {
    case .iso8601Text: dates
    case .booleanWords: booleans
    default:
      // A database may store 7.0 as 7. So whole seconds do not show that the column has only whole numbers, unless it is declared so. Whole
      // milliseconds and smaller units do.
      areWhole && storage.dateUnit.map { isDeclaredWhole || $0.perSecond > 1 } == true ? .wholeNumbers : nil
    }
  }
}
