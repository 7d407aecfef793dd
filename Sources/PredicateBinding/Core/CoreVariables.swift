/// A set of variables of the core: a bit for each of the first 64, which is all that most predicates have, and a set of the others.
package struct CoreVariables: Sendable, Hashable {
  private var bits: UInt64 = 0
  /// Nil for none, which costs no counting of references.
  private var others: Set<Int>?

  package init(_ variables: some Sequence<Int> = []) {
    for variable in variables { insert(variable) }
  }

  package var isEmpty: Bool { bits == 0 && others == nil }

  package func contains(_ variable: Int) -> Bool {
    Self.hasBit(variable) ? bits & 1 << UInt64(variable) != 0 : others?.contains(variable) ?? false
  }

  package mutating func insert(_ variable: Int) {
    if Self.hasBit(variable) { bits |= 1 << UInt64(variable) } else { others = (others ?? []).union([variable]) }
  }

  package mutating func remove(_ variable: Int) {
    if Self.hasBit(variable) {
      bits &= ~(1 << UInt64(variable))
    } else if let rest = others?.subtracting([variable]) {
      others = rest.isEmpty ? nil : rest
    }
  }

  package mutating func formUnion(_ other: CoreVariables) {
    bits |= other.bits
    if let more = other.others { others = others?.union(more) ?? more }
  }

  package func isDisjoint(with other: CoreVariables) -> Bool {
    bits & other.bits == 0 && (others ?? []).isDisjoint(with: other.others ?? [])
  }

  package func isSuperset(of other: CoreVariables) -> Bool {
    guard other.bits & ~bits == 0 else { return false }
    guard let more = other.others else { return true }
    return others?.isSuperset(of: more) ?? false
  }

  /// The numbers, ascending.
  package var sorted: [Int] { (0..<64).filter(contains) + (others ?? []).sorted() }

  private static func hasBit(_ variable: Int) -> Bool { 0..<64 ~= variable }
}
