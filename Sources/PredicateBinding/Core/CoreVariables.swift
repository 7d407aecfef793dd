/// A set of variables of the core: a bit for each of the first 64, which is all that most predicates have, and a set of the others.
package struct CoreVariables: Sendable, Hashable {
  private var bits: UInt64 = 0
  private var others: Set<Int> = []

  package init() {}

  package init(_ variables: some Sequence<Int>) {
    for variable in variables { insert(variable) }
  }

  package var isEmpty: Bool { bits == 0 && others.isEmpty }

  package func contains(_ variable: Int) -> Bool {
    Self.hasBit(variable) ? bits & 1 << UInt64(variable) != 0 : others.contains(variable)
  }

  package mutating func insert(_ variable: Int) {
    if Self.hasBit(variable) { bits |= 1 << UInt64(variable) } else { others.insert(variable) }
  }

  package mutating func remove(_ variable: Int) {
    if Self.hasBit(variable) { bits &= ~(1 << UInt64(variable)) } else { others.remove(variable) }
  }

  package mutating func formUnion(_ other: CoreVariables) {
    bits |= other.bits
    if !other.others.isEmpty { others.formUnion(other.others) }
  }

  package func isDisjoint(with other: CoreVariables) -> Bool {
    bits & other.bits == 0 && others.isDisjoint(with: other.others)
  }

  /// The numbers, ascending.
  package var sorted: [Int] { (0..<64).filter(contains) + others.sorted() }

  private static func hasBit(_ variable: Int) -> Bool { 0..<64 ~= variable }
}
