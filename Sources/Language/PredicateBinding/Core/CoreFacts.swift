/// Facts about a node of the core that are known before it runs. Every node computes them from the facts of its parts when it is made.
///
/// Most nodes share the facts of a part. A reference keeps nodes small, and so the stack of a walk through a deep predicate.
package final class CoreFacts: Sendable {
  /// Reasons why evaluating the node can throw.
  package let failures: CoreFailures
  /// The variables that the node reads but does not bind itself. 0 is the evaluated object.
  package let variables: CoreVariables

  init(_ failures: CoreFailures, _ variables: CoreVariables = CoreVariables()) {
    self.failures = failures
    self.variables = variables
  }

  /// The facts of a constant.
  static let none = CoreFacts([])
  private static let object = CoreFacts([], CoreVariables([0]))

  /// The facts of a node that reads one variable.
  static func reading(_ variable: Int) -> CoreFacts {
    variable == 0 ? object : CoreFacts([], CoreVariables([variable]))
  }

  /// Whether the node must keep its position in AND and OR. Evaluating it can throw for some object, so the parts before it decide whether the issue is seen.
  /// The steps of regular expressions do not count, as other limits do not either.
  package var dependsOnOrder: Bool { !failures.isDisjoint(with: [.mismatch, .depth]) }

  /// Whether evaluating the node never throws, apart from the limits that ``CoreFailures`` leaves out.
  package var isTotal: Bool { failures.isEmpty }

  /// The facts of a node with two parts. An existing object is reused if it already covers both.
  func union(_ other: CoreFacts) -> CoreFacts {
    if self === other || isSuperset(of: other) { return self }
    if other.isSuperset(of: self) { return other }
    var variables = variables
    variables.formUnion(other.variables)
    return CoreFacts(failures.union(other.failures), variables)
  }

  /// The facts with further reasons why evaluating the node can throw.
  func adding(_ more: CoreFailures) -> CoreFacts {
    failures.isSuperset(of: more) ? self : CoreFacts(failures.union(more), variables)
  }

  /// The facts without a variable that the node binds.
  func binding(_ variable: Int) -> CoreFacts {
    guard variables.contains(variable) else { return self }
    var rest = variables
    rest.remove(variable)
    return CoreFacts(failures, rest)
  }

  private func isSuperset(of other: CoreFacts) -> Bool {
    failures.isSuperset(of: other.failures) && variables.isSuperset(of: other.variables)
  }
}

/// Reasons why evaluating a node of the core can throw, as far as the types do not exclude them. Empty for a node that never throws.
///
/// Two reasons are left out, because they can end any evaluation: the limits of visited elements and of time, and objects of a table that cannot be read.
package struct CoreFailures: OptionSet, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// An operation refuses a value: one of another family, an unknown key, an index into a set, a pattern that was made at run time, an argument that a
  /// function of the application refuses.
  package static let mismatch = CoreFailures(rawValue: 1)
  /// A Swift value of unknown type is nested too deep to be read. Columns of a database have no such values.
  package static let depth = CoreFailures(rawValue: 2)
  /// A regular expression exceeds its limit of steps.
  package static let steps = CoreFailures(rawValue: 4)
}

/// A set of variables of the core: a bit for each of the first 64, which suffices for most predicates, and a set of the others.
package struct CoreVariables: Sendable, Hashable {
  private var bits: UInt64 = 0
  /// Nil if empty, which avoids reference counting.
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
