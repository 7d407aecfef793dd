/// The literals that a source assigns to names, per block in which the names are valid.
///
/// ```swift
/// let format = "year > %d"
/// request.predicate = NSPredicate(format: format, year)
/// ```
struct NamedLiterals<Literal> {
  /// The literals by name, per open block; the innermost block is last. A name with nil hides the same name of an outer block.
  private var blocks: [[String: Literal?]] = [[:]]
  /// The number of open blocks beyond the limit. Their names are declared in the last block within the limit.
  private var beyond = 0

  private static var depthLimit: Int { 100 }

  /// Whether no block is open.
  var isOutermost: Bool { blocks.count == 1 }

  /// Begins a block whose parameters hide outer names.
  mutating func open(hiding parameters: [String] = []) {
    guard blocks.count < Self.depthLimit else {
      beyond += 1
      for name in parameters { declare(name, nil) }
      return
    }
    blocks.append(Dictionary(parameters.map { ($0, nil) }) { first, _ in first })
  }

  /// Ends a block. The outermost block never ends.
  mutating func close() {
    if beyond > 0 {
      beyond -= 1
    } else if blocks.count > 1 {
      blocks.removeLast()
    }
  }

  mutating func declare(_ name: String, _ literal: Literal?) { blocks[blocks.count - 1][name] = .some(literal) }

  /// Removes the literal of a name, because the program changes its value.
  mutating func forget(_ name: String) {
    guard let block = blocks.lastIndex(where: { $0[name] != nil }) else { return }
    blocks[block][name] = .some(nil)
  }

  /// Whether the innermost block declares a name.
  func isOfInnermost(_ name: String) -> Bool { blocks[blocks.count - 1][name] != nil && beyond == 0 }

  /// Whether the source declares a name, with or without a literal.
  func declares(_ name: String) -> Bool { blocks.contains { $0[name] != nil } }

  /// The literals of names that are declared outside of all blocks.
  var outermost: [String: Literal] { blocks[0].compactMapValues { $0 } }

  /// The literal of a name; nil if the source does not show it.
  subscript(name: String) -> Literal? {
    for block in blocks.reversed() {
      if let literal = block[name] { return literal }
    }
    return nil
  }
}
