/// What all copies of a value share: one reference, whatever the value is made of.
final class Shared<Parts: Sendable>: Sendable {
  let parts: Parts

  init(_ parts: Parts) { self.parts = parts }
}
