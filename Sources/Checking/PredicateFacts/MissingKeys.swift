import PredicateValues

/// Finds the keys that a predicate reads and no record has.
///
/// ```swift
/// var missing = MissingKeys(of: predicate)
/// for record in records { missing.look(at: record) }
/// missing.keys.first?.name     // machine_typ
/// missing.keys.first?.nearest  // machine_type
/// ```
public struct MissingKeys: Sendable {
  private let predicate: RecordPredicate
  /// The paths that no record has had so far; nil before the first record.
  private var paths: [[String]]?
  /// For each path: the names that the first record has at the position of the path's last name.
  private var candidates: [[String]: [String]] = [:]

  /// The keys of a predicate, before any record.
  public init(of predicate: RecordPredicate) { self.predicate = predicate }

  /// Removes the keys that a record has from the missing ones.
  public mutating func look(at record: FactRecord) {
    if paths?.isEmpty == true { return }
    do throws(PredicateIssue) {
      let facts = QueryValue.dictionary(try predicate.facts(of: record))
      if paths == nil {
        let found = try predicate.paths(for: record)
        paths = found
        for path in found { candidates[path] = Self.names(at: path.dropLast(), in: facts) }
      }
      paths?.removeAll { Self.has($0[...], facts) }
    } catch {
      // Ignored here: the evaluation of the predicate reports the issue for such a record.
      return
    }
  }

  /// The keys that no record had, with the nearest key of the first record.
  public var keys: [(name: String, nearest: String?)] {
    (paths ?? []).map { path in
      (predicate.written(path), path.last.flatMap { NearestSpelling.of($0, among: candidates[path] ?? []) })
    }
  }

  private static func has(_ path: ArraySlice<String>, _ value: QueryValue) -> Bool {
    guard let name = path.first else { return true }
    switch value {
    case .dictionary(let table): return table[name].map { has(path.dropFirst(), $0) } ?? false
    case .array(let elements): return elements.contains { has(path, $0) }
    case .null: return false
    // Counts as present: it is a property of a text or a date.
    default: return true
    }
  }

  private static func names(at path: ArraySlice<String>, in value: QueryValue) -> [String] {
    switch value {
    case .dictionary(let table):
      guard let name = path.first else { return table.keys }
      return table[name].map { names(at: path.dropFirst(), in: $0) } ?? []
    case .array(let elements): return elements.first.map { names(at: path, in: $0) } ?? []
    default: return []
    }
  }
}
