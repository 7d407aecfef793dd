import PredicateDatabases
import PredicateModel
import PredicateValues

/// Finds the storage of a type that fits the values of a column best.
enum TypeFit {
  /// Tries every storage of a type, or only the given one. If no value fits, the result is the type's first storage.
  ///
  /// - Parameter name: The column's name, which may indicate the unit of a date: `created_ms`.
  static func evidence(
    _ values: [StoredValue], as type: QueryType, _ named: AttributeStorage?, named name: String
  ) -> TypeEvidence {
    let candidates = named.map { [$0] } ?? storages(of: type, values, named: name)
    let all = candidates.map { storage in
      let misfits = values.filter { !fits($0, storage, type) }
      var shown: [StoredValue] = []
      for misfit in misfits where shown.count < 3 && !shown.contains(misfit) { shown.append(misfit) }
      return TypeEvidence(storage: storage, valueCount: values.count, misfitCount: misfits.count, misfits: shown)
    }
    let least = all.map(\.misfitCount).min()
    // If several storages fit equally well, the first one is chosen.
    var best =
      all.first { $0.misfitCount == least }
      ?? TypeEvidence(storage: .standard(for: type), valueCount: 0, misfitCount: 0, misfits: [])
    if type == .date, best.storage.isConvertedDate || best.storage == .secondsSince2001 {
      best.dates = dates(values, best.storage)
    }
    if named == nil, type == .date, let other = other(best.storage, values, named: name) {
      best.other = (other, dates(values, other))
    }
    return best
  }

  /// Another storage by which the numbers of a column of dates may be meant as well; nil for none.
  private static func other(
    _ storage: AttributeStorage, _ values: [StoredValue], named name: String
  ) -> AttributeStorage? {
    if DeclaredType.dateStorage(ofName: name) == storage { return nil }
    switch storage {
    case .secondsSince1970, .secondsSince2001:
      guard StorageEvidence.ofDates(values, named: nil).note != nil else { return nil }
      return storage == .secondsSince1970 ? .secondsSince2001 : .secondsSince1970
    case .nanosecondsSince2001: return isPlausible(.ticksSince0001, values) ? .ticksSince0001 : nil
    default: return nil
    }
  }

  /// From 1900 to 2200, in seconds since 2001.
  private static let years = -3_187_296_000.0...6_311_433_600.0

  private static func dates(_ values: [StoredValue], _ storage: AttributeStorage) -> TypeEvidence.DateRange {
    var near: [Double] = []
    var far: [StoredValue] = []
    for value in values {
      guard case .date(let seconds) = storage.value(of: value, as: .date) else { continue }
      if years.contains(seconds) { near.append(seconds) } else { far.append(value) }
    }
    let range = near.min().flatMap { least in near.max().map { least...$0 } }
    return TypeEvidence.DateRange(range, farCount: far.count, far: far.first)
  }

  private static func storages(of type: QueryType, _ values: [StoredValue], named name: String) -> [AttributeStorage] {
    switch type {
    case .boolean:
      let isText = values.contains { $0.storageClass == .text }
      return isText ? [.booleanWords] : [.zeroOrOne]
    case .integer: return [.integer, .integerText]
    case .double: return [.real, .realText]
    case .uuid: return [StorageEvidence.ofUUIDs(values, declared: .uuidText).storage, .uuidText, .uuidBytes]
    case .date:
      var candidates: [AttributeStorage] = [StorageEvidence.ofDates(values, named: nil).storage]
      if let byName = DeclaredType.dateStorage(ofName: name), values.isEmpty || isPlausible(byName, values) {
        candidates.insert(byName, at: 0)
      }
      return candidates + [.iso8601Text, .basicISO8601Text]
    case .any: return StorageEvidence.areJSON(values) ? [.json] : [.dynamic]
    default: return [.standard(for: type)]
    }
  }

  /// Whether half of the values or more are dates from 1900 to 2200.
  private static func isPlausible(_ storage: AttributeStorage, _ values: [StoredValue]) -> Bool {
    let count = values.count { value in
      if case .date(let seconds) = storage.value(of: value, as: .date) { years.contains(seconds) } else { false }
    }
    return count * 2 >= values.count
  }

  /// Whether a value means something of the type.
  private static func fits(
    _ value: StoredValue, _ storage: AttributeStorage, _ type: QueryType
  ) -> Bool {
    switch (type, storage.value(of: value, as: type)) {
    case (_, .null): false
    case (.boolean, .boolean): true
    case (.boolean, _): false
    case (.integer, .double(let number)): number == number.rounded(.towardZero)
    default: true
    }
  }
}
