/// Compiled regular expressions by their bytes, options and limit, so that a pattern that comes with each element is
/// read once.
///
/// Bounded: of the patterns that were not asked for lately, half are forgotten at a time. May be used from several
/// threads at once.
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

  /// A cache for so many patterns.
  public init(capacity: Int) { generation = max(1, capacity / 2) }

  /// How many patterns are kept.
  public var count: Int {
    state.withLock { $0.recent.count + $0.older.filter { [recent = $0.recent] in recent[$0.key] == nil }.count }
  }

  /// The compiled pattern. Throws what ``RegularExpression/init(_:options:stepLimit:)`` throws.
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
