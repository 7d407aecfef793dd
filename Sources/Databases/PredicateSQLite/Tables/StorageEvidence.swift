import PredicateDocuments
import PredicateModel
import PredicateValues

/// How a column stores its type, as far as some of its values show it.
///
/// Dates. Texts are ISO 8601. If all texts have no separators, the storage is basicISO8601Text. The range of the numbers decides their unit. Numbers far
/// from most of the others are ignored: many programs write a number such as 9007199254740991 for a date that never comes, or -1 for none.
///
/// - all from 2,305,447.5 to 2,561,118.5 (the years 1600 to 2300): Julian days;
/// - the greatest from 10¹¹ to 10¹³ in amount: milliseconds since 1970; from 10¹⁴ to 10¹⁶: microseconds;
/// - all from 1960 to 2110 as seconds, milliseconds or microseconds since 1601: those;
/// - all from 1960 to 2110 as units of 100 nanoseconds since 1601: those, FILETIME of Windows;
/// - the greatest from 10¹⁷ to 9.783 · 10¹⁷ (2001 since 1970): nanoseconds since 2001; above that: nanoseconds since 1970. A note marks
///   numbers that may also be units of 100 nanoseconds since the year 1;
/// - the greatest from 978,307,200 (2001 since 1970, 2032 since 2001) to 10¹¹: seconds since 1970;
/// - the greatest below that, and from 31,536,000 on: seconds since 2001, since a database is seldom older than SQLite. It is certain
///   if a value has a fraction, as Apple's frameworks write them; otherwise a note marks it as a guess;
/// - negative numbers among such: seconds since 2001 if a value has a fraction, otherwise seconds since 1970, with a note;
/// - all others, such as `20240131` and years: nothing that is known; they read as nil, with a note.
///
/// If a column holds both numbers and texts, the more frequent kind counts, and the other reads as nil, with a note. A column's name that indicates a
/// unit (`created_ms`, `unix_time`) has precedence over the rules for numbers.
///
/// JSON. A text that is not JSON reads as nil, with a note.
///
/// Booleans. A text with a word outside ``AttributeStorage/booleanWords`` reads as nil, with a note. UUIDs of 16 bytes are
/// distinguished from texts. Texts in a column of numbers read as nil, with a note.
struct StorageEvidence {
  let storage: AttributeStorage
  /// Which values do not fit, or why the storage is a guess. A sentence without its subject; nil if there is nothing to report.
  var note: String?

  /// The storage of a column of dates.
  ///
  /// - Parameter named: The storage that the column's name indicates; nil for any other name.
  static func ofDates(_ values: [StoredValue], named: AttributeStorage?) -> StorageEvidence {
    var numbers: [Double] = []
    var dateTexts = 0
    var otherText: String?
    var others = 0
    if let basic = ofBasicTexts(values) { return basic }
    for value in values {
      switch value {
      case .integer(let number): numbers.append(Double(number))
      case .real(let number): numbers.append(number)
      case .text(let text):
        if ISODate.parse(text) != nil { dateTexts += 1 } else { otherText = otherText ?? text }
      default: others += 1
      }
    }
    if numbers.count > dateTexts {
      var evidence = named.map { StorageEvidence(storage: $0) } ?? ofNumbers(numbers)
      if dateTexts > 0 || otherText != nil || others > 0 {
        evidence.add("holds numbers and texts, but predicates read the texts as nil")
      }
      return evidence
    }
    // Without numbers and texts, the column's name decides.
    guard dateTexts > 0 || otherText != nil else { return StorageEvidence(storage: named ?? .iso8601Text) }
    var evidence = StorageEvidence(storage: .iso8601Text)
    if !numbers.isEmpty { evidence.add("holds texts and numbers, but predicates read the numbers as nil") }
    if let otherText {
      evidence.add(
        "holds texts such as “\(shortened(otherText))”, which are read as nil because they are not dates in ISO 8601")
    }
    return evidence
  }

  /// The storage of a column whose texts are all dates without separators: `20240131T101500Z`. Nil for every other column.
  private static func ofBasicTexts(_ values: [StoredValue]) -> StorageEvidence? {
    let present = values.filter { if case .null = $0 { false } else { true } }
    let storage = AttributeStorage.basicISO8601Text
    let areBasic = present.allSatisfy { value in
      guard case .text(let text) = value, ISODate.parse(text) == nil else { return false }
      return !storage.value(of: value, as: .date).isNull
    }
    return areBasic && !present.isEmpty ? StorageEvidence(storage: storage) : nil
  }

  private static func ofNumbers(_ all: [Double]) -> StorageEvidence {
    // 0 and the ends of Int64 are ignored, because they often mean a missing or a far date.
    let usual = all.filter { $0 != 0 && abs($0) < 9.2e18 }
    let numbers = usual.isEmpty ? all : withoutOutliers(usual)
    guard let least = numbers.min(), let greatest = numbers.max() else {
      return StorageEvidence(storage: .iso8601Text)
    }
    if least >= 2_305_447.5, greatest <= 2_561_118.5 { return StorageEvidence(storage: .julianDay) }
    if areDigits(numbers) { return StorageEvidence(storage: .basicISO8601Number) }
    let amount = max(abs(least), abs(greatest))
    // From 1960 to 2110, as seconds since 1601.
    let years = 11_328_768_000.0..<16_062_364_800.0
    for (storage, scale) in [
      (AttributeStorage.secondsSince1601, 1.0), (.millisecondsSince1601, 1e3), (.microsecondsSince1601, 1e6),
    ] where years.contains(least / scale) && years.contains(greatest / scale) {
      return StorageEvidence(storage: storage)
    }
    if (1e11..<1e13).contains(amount) { return StorageEvidence(storage: .millisecondsSince1970) }
    if (1e14..<1e16).contains(amount) { return StorageEvidence(storage: .microsecondsSince1970) }
    let unknown = StorageEvidence(
      storage: .iso8601Text,
      note:
        "holds numbers that are read as nil, because it is not known how they represent dates; declare it with “storage” in a model file"
    )
    if years.contains(least / 1e7), years.contains(greatest / 1e7) { return StorageEvidence(storage: .ticksSince1601) }
    if (1e17..<9.783072e17).contains(amount) {
      // From 1960 to 2110, as units of 100 nanoseconds since the year 1.
      let ticks = 6.1819e17..<6.6554e17
      let isGuess = ticks.contains(least) && ticks.contains(greatest)
      return StorageEvidence(
        storage: .nanosecondsSince2001,
        note: isGuess
          ? "holds numbers that are read as nanoseconds since 2001, but may be ticksSince0001; a model file's “storage” settles it"
          : nil)
    }
    if (9.783072e17..<9.2e18).contains(amount) { return StorageEvidence(storage: .nanosecondsSince1970) }
    if (978_307_200..<1e11).contains(greatest), least > -1e11 {
      return StorageEvidence(storage: .secondsSince1970)
    }
    let guess = "a model file's “storage” settles it"
    let hasFraction = numbers.contains { $0 != $0.rounded(.towardZero) }
    if (31_536_000..<978_307_200).contains(greatest), least >= 0 || hasFraction && amount < 1e11 {
      return StorageEvidence(
        storage: .secondsSince2001,
        note: hasFraction && least >= 0
          ? nil : "holds numbers that are read as seconds since 2001, but may be seconds since 1970; \(guess)"
      )
    }
    if least < 0, amount < 1e11 {
      return StorageEvidence(
        storage: .secondsSince1970,
        note: "holds numbers that are read as seconds since 1970, but may be seconds since 2001; \(guess)")
    }
    return unknown
  }

  /// The numbers without those that are far from the median of the distinct numbers. (A number that occurs often counts once.) All numbers if the
  /// median is near 1970, where dates differ much in size.
  private static func withoutOutliers(_ numbers: [Double]) -> [Double] {
    let amounts = Set(numbers).map(abs).sorted()
    let middle = amounts[(amounts.count - 1) / 2]
    guard middle >= 978_307_200 || (2_305_447.5...2_561_118.5).contains(middle) else { return numbers }
    return numbers.filter { (middle / 100_000...middle * 100).contains(abs($0)) }
  }

  /// Whether all numbers are dates as eight digits: `20240131`. Numbers of one digit are ignored, because -1 and 9 often mean a missing date.
  private static func areDigits(_ numbers: [Double]) -> Bool {
    let dates = numbers.filter { abs($0) >= 10 }
    return !dates.isEmpty
      && dates.allSatisfy { number in
        guard let whole = Int64(exactly: number), (10_000_101...99_991_231).contains(whole) else { return false }
        return (1...12).contains(whole / 100 % 100) && (1...31).contains(whole % 100)
      }
  }

  static func ofBooleans(_ values: [StoredValue]) -> StorageEvidence {
    let texts = values.compactMap { if case .text(let text) = $0 { text } else { nil } }
    guard let other = texts.first(where: { AttributeStorage.boolean(ofWord: $0) == nil }) else {
      return StorageEvidence(storage: texts.isEmpty ? .zeroOrOne : .booleanWords)
    }
    return StorageEvidence(
      storage: .booleanWords,
      note: "holds texts such as “\(shortened(other))”, which are read as nil because they are not booleans")
  }

  static func ofNumbers(_ values: [StoredValue], _ type: QueryType) -> StorageEvidence {
    let texts = values.compactMap { if case .text(let text) = $0 { text } else { nil } }
    return StorageEvidence(
      storage: .standard(for: type),
      note: texts.first.map {
        "holds texts such as “\(shortened($0))”, which are read as nil because they are not numbers"
      })
  }

  static func ofJSON(_ values: [StoredValue]) -> StorageEvidence {
    let texts = values.compactMap { if case .text(let text) = $0 { text } else { nil } }
    return StorageEvidence(
      storage: .json,
      note: texts.first { json($0) == nil }.map {
        "holds texts such as “\(shortened($0))”, which are read as nil because they are not JSON"
      })
  }

  private static func json(_ text: String) -> QueryValue? { QueryValue(storedJSON: Array(text.utf8)) }

  /// Whether there are values, and all of them are texts of JSON objects or arrays.
  static func areJSON(_ values: [StoredValue]) -> Bool {
    !values.isEmpty
      && values.allSatisfy { value in
        guard case .text(let text) = value else { return false }
        switch json(text) {
        case .dictionary, .array: return true
        default: return false
        }
      }
  }

  static func ofUUIDs(_ values: [StoredValue], declared: AttributeStorage) -> StorageEvidence {
    var blobs = 0
    var texts = 0
    for value in values {
      switch value {
      case .blob: blobs += 1
      case .text: texts += 1
      default: break
      }
    }
    guard blobs != texts else { return StorageEvidence(storage: declared) }
    var evidence = StorageEvidence(storage: blobs > texts ? .uuidBytes : .uuidText)
    if blobs > 0 && texts > 0 {
      evidence.add("holds UUIDs both as texts and as bytes, but predicates read the rarer kind as nil")
    }
    return evidence
  }

  private mutating func add(_ sentence: String) { note = note.map { "\($0); it \(sentence)" } ?? sentence }

  private static func shortened(_ text: String) -> String {
    let front = String(String.UnicodeScalarView(text.unicodeScalars.prefix(24)))
    return front.utf8.count < text.utf8.count ? front + "…" : front
  }
}

/// Suggests other types for columns of texts or whole numbers. A column keeps its type until a caller retypes it
/// (``PredicateDatabase/retyped(_:of:to:storedAs:)``).
extension StorageEvidence {
  /// Words in the name of a column of dates: `ordered_at`, `birthday`, `validUntil`.
  private static let dateWords: Set<String> = [
    "at", "on", "since", "until", "date", "datetime", "time", "timestamp", "day", "birthday", "born", "created",
    "updated",
    "modified", "deleted", "expires", "expiry", "start", "end", "begin", "ms", "millis", "unix", "epoch", "julian",
    "seen", "used", "accessed", "visited", "played", "synced", "query",
  ]
  /// Words in the name of a column of booleans: `is_active`, `hasChildren`.
  private static let booleanWords: Set<String> = [
    "is", "has", "can", "was", "flag", "active", "enabled", "disabled", "deleted", "done", "paid", "valid", "visible",
    "hidden", "public", "private", "verified",
  ]

  /// Words in the name of a column of JSON: `payload`, `extra_data`.
  private static let jsonWords: Set<String> = [
    "json", "payload", "data", "meta", "metadata", "attributes", "properties", "props", "settings", "options", "config",
    "extra", "extras", "details", "tags", "params", "parameters",
  ]

  /// Words that only the name of a date has. Columns named `time` or `start` often hold durations and positions.
  private static let certainDateWords: Set<String> = [
    "at", "on", "since", "until", "date", "datetime", "timestamp", "birthday", "born", "created", "updated", "modified",
    "expires", "expiry",
  ]
  /// Last words in the names of codes and numbers, of which a file may happen to hold only 0 and 1: `direction_id`, `location_type`.
  private static let codeWords: Set<String> = [
    "id", "type", "code", "kind", "status", "state", "mode", "level", "rank", "priority", "count", "number", "no",
    "index", "order", "sequence", "position", "quantity", "qty", "size", "version", "year", "sum", "total", "amount",
  ]

  private static func words(_ name: String) -> Set<String> { Set(NameWords(name).words.map { $0.lowercased() }) }

  private static func isCode(_ name: String) -> Bool {
    NameWords(name).words.last.map { codeWords.contains($0.lowercased()) } ?? false
  }

  /// Whether values of a column should be read for a suggestion. Texts may be long, so they are read only if the name indicates dates, booleans or
  /// JSON. In a column of bytes only texts are read.
  static func maySuggest(_ type: QueryType, named name: String) -> Bool {
    switch type {
    case .integer, .data: true
    case .double: !words(name).isDisjoint(with: dateWords)
    case .string: !words(name).isDisjoint(with: dateWords.union(booleanWords).union(jsonWords))
    default: false
    }
  }

  /// The suggested type; nil in all cases that are not listed. Any, stored as JSON, if all texts are objects or arrays. String, if a column of bytes
  /// holds only texts. Date, if nine of ten texts are dates, or if the name indicates dates and all numbers are dates of one known unit. Boolean, if both of
  /// two opposite words occur, or only 0 and 1 in a column whose name is not that of a code or a number.
  static func suggestedType(for type: QueryType, named name: String, _ values: [StoredValue]) -> QueryType? {
    let texts = values.compactMap { if case .text(let text) = $0 { text } else { nil } }
    switch type {
    case .string:
      // Empty texts are ignored.
      let written = texts.filter { !$0.isEmpty }
      guard texts.count == values.count, !written.isEmpty else { return nil }
      let dateCount = written.count { ISODate.parse($0) != nil && $0.utf8.count >= 10 }
      // One of ten texts may be another one: `n/a`, `0000-00-00`.
      if dateCount * 10 >= written.count * 9 { return .date }
      if areJSON(values) { return .any }
      let meanings = Set(written.map { AttributeStorage.boolean(ofWord: $0) })
      return meanings == [true, false] ? .boolean : nil
    case .integer:
      let numbers = Set(values.map { value -> Int64? in if case .integer(let number) = value { number } else { nil } })
      if numbers == [0, 1], !isCode(name) { return .boolean }
      guard !words(name).isDisjoint(with: dateWords), texts.isEmpty, !values.isEmpty else { return nil }
      return areDates(values, named: name) ? .date : nil
    case .double:
      guard !words(name).isDisjoint(with: dateWords), texts.isEmpty, !values.isEmpty else { return nil }
      return areDates(values, named: name) ? .date : nil
    case .data:
      guard !texts.isEmpty, texts.count == values.count else { return nil }
      return areJSON(values) ? .any : .string
    default: return nil
    }
  }

  /// Whether all numbers are dates of one known unit. A guess of the unit counts if the name leaves no doubt that the numbers are dates, and one of them
  /// is as great as the seconds of a year: `on_hand` has small numbers.
  private static func areDates(_ values: [StoredValue], named name: String) -> Bool {
    let evidence = ofDates(values, named: nil)
    guard evidence.storage != .iso8601Text else { return false }
    if evidence.note == nil { return true }
    let isGreat = values.contains { value in
      switch value {
      case .integer(let number): number >= 31_536_000
      case .real(let number): number >= 31_536_000
      default: false
      }
    }
    return isGreat && !words(name).isDisjoint(with: certainDateWords)
  }
}

extension AttributeStorage {
  /// Whether dates are stored as numbers other than seconds since 2001.
  var isConvertedDate: Bool { self == .julianDay || dateUnit != nil && self != .secondsSince2001 }
}
