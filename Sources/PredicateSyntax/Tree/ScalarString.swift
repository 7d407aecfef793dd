/// A name as the key of a dictionary or set: equal when the scalars are, where `String` would take canonically equivalent names for
/// one.
package struct ScalarString: Sendable, Hashable {
  package let text: String

  package init(_ text: String) { self.text = text }

  package static func == (left: ScalarString, right: ScalarString) -> Bool { left.text.hasSameScalars(as: right.text) }

  package func hash(into hasher: inout Hasher) { text.hashScalars(into: &hasher) }
}
