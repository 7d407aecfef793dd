/// Caches compiled regular expressions by their bytes, options and limit. So a pattern that is computed for each element is compiled once.
///
/// Bounded: when the cache is full, the half of the patterns that was not used recently is evicted. Threads may share a cache.
///
/// ```swift
/// let pattern = try RegularExpressionCache.shared.expression("a.*", options: [], stepLimit: 1_000_000)
/// try pattern.matches("abc")  // true
/// ```
public final class RegularExpressionCache: Sendable {
  private struct Key: Sendable, Hashable {
    let pattern: [UInt8]
    let options: StringOptions
    let stepLimit: Int
  }

  private struct State: Sendable {
    var recent: [Key: RegularExpression] = [:]
    var older: [Key: RegularExpression] = [:]
  }

  private let state = Locked(State())
  private let generation: Int

  /// The cache of the process.
  public static let shared = RegularExpressionCache(capacity: 256)

  /// A cache for `capacity` patterns.
  public init(capacity: Int) { generation = max(1, capacity / 2) }

  /// The number of cached patterns.
  public var count: Int {
    state.withLock { $0.recent.count + $0.older.filter { [recent = $0.recent] in recent[$0.key] == nil }.count }
  }

  /// The compiled pattern. Throws as ``RegularExpression/init(_:options:stepLimit:)``.
  public func expression(
    _ pattern: String, options: StringOptions, stepLimit: Int
  ) throws(PredicateIssue) -> RegularExpression {
    let key = Key(pattern: Array(pattern.utf8), options: options, stepLimit: stepLimit)
    let generation = generation
    if let found = state.withLock({ state in Self.cached(key, &state, generation) }) { return found }
    let expression = try RegularExpression(pattern, options: options, stepLimit: stepLimit)
    state.withLock { Self.keep(expression, key, &$0, generation) }
    return expression
  }

  private static func cached(_ key: Key, _ state: inout State, _ generation: Int) -> RegularExpression? {
    if let found = state.recent[key] { return found }
    guard let found = state.older.removeValue(forKey: key) else { return nil }
    keep(found, key, &state, generation)
    return found
  }

  private static func keep(_ expression: RegularExpression, _ key: Key, _ state: inout State, _ generation: Int) {
    if state.recent.count >= generation {
      state.older = state.recent
      state.recent = [:]
    }
    state.recent[key] = expression
  }
}
