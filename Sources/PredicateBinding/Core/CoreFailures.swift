/// Why evaluating a node of the core can throw: what the types do not exclude. Empty for a node that never throws.
///
/// Two reasons are left out, because they can end any evaluation: visiting more elements, or taking more time, than the limits
/// allow; and objects of a table that cannot be read.
package struct CoreFailures: OptionSet, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// An operation refuses a value: one of another family, an unknown key, an index into a set, a pattern made when it runs, whatever a
  /// function of the application refuses.
  package static let mismatch = CoreFailures(rawValue: 1)
  /// A Swift value of unknown type is nested too deep to be read. Columns of a database hold no such values.
  package static let depth = CoreFailures(rawValue: 2)
  /// A regular expression takes more steps than it may.
  package static let steps = CoreFailures(rawValue: 4)
}
