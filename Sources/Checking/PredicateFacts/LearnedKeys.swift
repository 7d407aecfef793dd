import PredicateChecking
import PredicateValues

/// Learns keys with their types from real records, so that a site can add them to a profile.
///
/// ```swift
/// var learned = LearnedKeys()
/// for record in file.records { learned.look(at: record) }
/// learned.added(to: try .named("munki")).keys["building"]?.type  // text
/// ```
public struct LearnedKeys: Sendable {
  /// The keys by name.
  public private(set) var keys: [String: ProfileKey] = [:]

  /// No keys: no record was read yet.
  public init() {}

  /// Learns the keys of a record. A key whose values have different types gets the type `any`.
  public mutating func look(at record: FactRecord) { keys = Self.merged(keys, Self.keys(of: record.facts)) }

  /// The profile with the learned keys and members that it does not list.
  public func added(to profile: UseProfile) -> UseProfile {
    var profile = profile
    profile.keys.merge(keys) { own, _ in own }
    return profile
  }

  /// The number of learned keys that a profile has, too.
  public func shared(with profile: UseProfile) -> Int { keys.keys.count { profile.keys[$0] != nil } }

  private static func keys(of facts: QueryDictionary) -> [String: ProfileKey] {
    Dictionary(zip(facts.keys, facts.values).map { ($0, key(of: $1)) }) { first, _ in first }
  }

  private static func key(of value: QueryValue) -> ProfileKey {
    switch value {
    case .string: ProfileKey(.text)
    case .integer: ProfileKey(.integer)
    case .double, .decimal: ProfileKey(.number)
    case .boolean: ProfileKey(.boolean)
    case .date: ProfileKey(.date)
    case .data: ProfileKey(.data)
    case .array(let elements): list(elements.map(key))
    case .dictionary(let members): ProfileKey(.object, members: keys(of: members))
    default: ProfileKey(.any)
    }
  }

  private static func list(_ elements: [ProfileKey]) -> ProfileKey {
    guard let first = elements.first else { return ProfileKey(.list) }
    let element = elements.dropFirst().reduce(first, merged)
    return ProfileKey(.list, of: element.type, members: element.members)
  }

  private static func merged(_ first: [String: ProfileKey], _ second: [String: ProfileKey]) -> [String: ProfileKey] {
    first.merging(second, uniquingKeysWith: merged)
  }

  private static func merged(_ first: ProfileKey, _ second: ProfileKey) -> ProfileKey {
    // The other type is used, because nil in one record does not show a type.
    if first.type == .any, first.members.isEmpty { return second }
    if second.type == .any, second.members.isEmpty { return first }
    if first.type == .list, second.type == .list {
      let element =
        first.element == second.element || second.element == nil
        ? first.element : first.element == nil ? second.element : .any
      return ProfileKey(.list, of: element, members: merged(first.members, second.members))
    }
    if first.type == second.type { return ProfileKey(first.type, members: merged(first.members, second.members)) }
    let isNumber = [first, second].allSatisfy { [.integer, .number].contains($0.type) }
    return ProfileKey(isNumber ? .number : .any)
  }
}
