import PredicateSyntax
import PredicateValues

/// Shows a ``TruthTree``: a line a condition, its parts below it.
struct TruthText {
  let style: TextStyle
  /// What referenced objects are called.
  let titles: [ObjectReference: String]
  /// The columns of the screen; nil where nothing has to fit.
  let width: Int?
  /// More elements of a collection than this are counted, not listed.
  private static let mostElements = 5

  /// Writes a node and everything below it.
  func write(_ node: TruthTree.Node, to output: any ShellOutput) {
    write(node, first: "", rest: "", to: output)
  }

  private func write(_ node: TruthTree.Node, first: String, rest: String, to output: any ShellOutput) {
    let verdict = verdict(of: node)
    output.write("\(style.quiet(first))\(verdict)  \(fitted(CellText.escaped(node.text), indent: first.count + 7))\n")
    let inside = node.parts.isEmpty ? rest + "       " : rest + "│      "
    for (text, value) in node.values {
      let line = "\(text) = \(self.text(of: value))"
      output.write(style.quiet(inside + fitted(CellText.escaped(line), indent: inside.count)) + "\n")
    }
    if let problem = node.problem { output.write(style.quiet(inside) + CellText.escaped(problem) + "\n") }
    for (position, part) in node.parts.enumerated() {
      let isLast = position == node.parts.count - 1
      write(part, first: rest + (isLast ? "└─ " : "├─ "), rest: rest + (isLast ? "   " : "│  "), to: output)
    }
  }

  private func verdict(of node: TruthTree.Node) -> String {
    switch node.holds {
    case true?: style.colored("true ", "32")
    case false?: style.failure("false")
    case nil: style.failure("error")
    }
  }

  private func fitted(_ text: String, indent: Int) -> String {
    width.map { CellText.shortened(text, to: max(10, $0 - indent)) } ?? text
  }

  private func text(of value: QueryValue) -> String {
    let writer = ValueText(titles: titles)
    switch value {
    case .array(let elements), .set(let elements):
      let shown = elements.prefix(Self.mostElements).map { self.text(of: $0) }
      let more = elements.count > shown.count ? ", … (\(elements.count) in all)" : ""
      return "{\(shown.joined(separator: ", "))\(more)}"
    case .string(let text): return QueryExpression.literal(.string(text)).exactFormat
    case .object(let object): return object.reference.map { writer.text(of: .reference($0)) } ?? object.entityName
    default: return writer.text(of: value)
    }
  }
}

extension TruthTree.Node {
  /// The objects among the values, whose titles are shown.
  var references: [ObjectReference] {
    var found: [ObjectReference] = []
    for (_, value) in values { Self.add(value, to: &found) }
    return found + parts.flatMap(\.references)
  }

  private static func add(_ value: QueryValue, to references: inout [ObjectReference]) {
    switch value {
    case .object(let object): if let reference = object.reference { references.append(reference) }
    case .reference(let reference): references.append(reference)
    case .array(let elements), .set(let elements): for element in elements { add(element, to: &references) }
    default: break
    }
  }
}
