/// What makes room for copies of the elements of one range's step. A run keeps the room, by the identity of this.
final class CopySource: Sendable {
  /// Makes room for copies of so many elements.
  let make: @Sendable (_ capacity: Int) -> CopiedElements

  init(_ make: @escaping @Sendable (_ capacity: Int) -> CopiedElements) { self.make = make }
}
