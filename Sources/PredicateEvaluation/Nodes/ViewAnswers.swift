import PredicateMemory
import PredicateValues

/// What a comparison with a constant says of each kind of value, where the engine has a matcher for it.
///
/// The matchers are those of the same comparison over elements of that type. For kinds without one the comparison is left
/// to its meaning over values of unknown types.
struct ViewAnswers: Sendable {
  /// What is said of a kind.
  struct Answer: Sendable {
    let matcher: AddressMatcher
    let isNegated: Bool

    @inline(__always)
    func holds(_ address: UnsafeRawPointer) -> Bool { matcher(address) != isNegated }
  }

  let integer: Answer?
  let double: Answer?
  let boolean: Answer?
  let string: Answer?
  /// What is said of the bytes of a text; nil where it has to be a string for that.
  let text: TextQuestion?
  /// What is said of nil.
  let null: Bool?

  /// The answer for a view; nil where the comparison has to be asked in full.
  @inline(__always)
  func answer(_ view: ValueView) -> Bool? {
    switch view.kind {
    case .integer: integer?.holds(view.address)
    case .double: double?.holds(view.address)
    case .string: string?.holds(view.address)
    case .boolean: boolean?.holds(view.address)
    case .null: null
    case .text: answer(ofText: view)
    default: nil
    }
  }

  @inline(never)
  private func answer(ofText view: ValueView) -> Bool? {
    let bytes = view.textBytes
    if let text { return text.passes(bytes) }
    return string.map { answer in withUnsafePointer(to: String(decoding: bytes, as: UTF8.self)) { answer.holds($0) } }
  }
}
