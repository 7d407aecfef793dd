/// Facts about a node of the core that are known before it is evaluated. A node computes them from the facts of its parts when it is made.
///
/// Most nodes share the facts of one of their parts. Facts are a class, so that a node contains only a reference. Small nodes keep the stack of a
/// walk through a deep predicate small.
package final class CoreFacts: Sendable {
  /// The reasons why evaluating the node can throw.
  package let failures: CoreFailures
  /// The variables that the node reads but does not bind. 0 is the evaluated object.
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

  /// Whether the node must keep its position in AND and OR. It must if its evaluation can throw for some object: the parts before it then decide
  /// whether the issue is reported. Limits, such as the steps of regular expressions, do not count.
  package var dependsOnOrder: Bool { !failures.isDisjoint(with: [.mismatch, .depth]) }

  /// Whether evaluating the node never throws, apart from the limits that ``CoreFailures`` leaves out.
  package var isTotal: Bool { failures.isEmpty }

  /// The facts of a node with two parts. If the facts of one part include those of the other, they are reused.
  func union(_ other: CoreFacts) -> CoreFacts {
    if self === other || isSuperset(of: other) { return self }
    if other.isSuperset(of: self) { return other }
    var variables = variables
    variables.formUnion(other.variables)
    return CoreFacts(failures.union(other.failures), variables)
  }

  /// The facts with further reasons why the evaluation of the node can throw.
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

/// The reasons why evaluating a node of the core can throw, unless the types exclude them. Empty for a node that never throws.
///
/// Two reasons are left out, because they can end any evaluation: the limits of visited elements and of time, and objects of a table that cannot be
/// read.
package struct CoreFailures: OptionSet, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// An operation refuses a value. Examples are a value of another family, an unknown key, an index into a set, an invalid pattern that was made at
  /// run time, and an argument that a function of the application refuses.
  package static let mismatch = CoreFailures(rawValue: 1)
  /// A Swift value of unknown type is nested too deeply to be read. Columns of a database have no such values.
  package static let depth = CoreFailures(rawValue: 2)
  /// A regular expression exceeds its limit of steps.
  package static let steps = CoreFailures(rawValue: 4)
}

/// A set of variables of the core. A bit is stored for each of the first 64 variables, which suffice for most predicates. Other variables are stored
/// in a set.
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
