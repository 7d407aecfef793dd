import PredicateReference
import PredicateValues

/// Shows an `Explanation`: a line for each condition, with its parts below it.
package struct ExplanationText {
  private let style: TextStyle
  private let titles: [ObjectReference: String]
  private let width: Int?
  /// The greatest number of elements of a collection that are listed. For a larger collection the first elements and their total number are shown.
  private static let mostElements = 5

  /// A writer of explanations.
  ///
  /// - Parameters:
  ///   - titles: The titles of referenced objects.
  ///   - width: The columns of the screen; nil for any width.
  package init(style: TextStyle, titles: [ObjectReference: String] = [:], width: Int? = nil) {
    self.style = style
    self.titles = titles
    self.width = width
  }

  /// Writes a part and all parts below it.
  package func write(_ node: Explanation, to output: any ShellOutput) {
    write(node, first: "", rest: "", to: output)
  }

  private func write(_ node: Explanation, first: String, rest: String, to output: any ShellOutput) {
    let verdict = verdict(of: node)
    output.write(
      "\(style.quiet(first))\(verdict)  \(fitted(CellText.escaped(heading(node.kind, node.text)), indent: first.count + 7))\n"
    )
    let inside = node.parts.isEmpty ? rest + "       " : rest + "│      "
    for value in node.values {
      let line = "\(value.text) = \(text(of: value, in: node))"
      output.write(style.quiet(inside + fitted(CellText.escaped(line), indent: inside.count)) + "\n")
    }
    if let failure = node.failure { output.write(style.quiet(inside) + CellText.escaped(failure.message) + "\n") }
    for (position, part) in node.parts.enumerated() {
      let isLast = position == node.parts.count - 1
      write(part, first: rest + (isLast ? "└─ " : "├─ "), rest: rest + (isLast ? "   " : "│  "), to: output)
    }
  }

  /// Writes for how many objects each part was true: a line for each condition, with its parts below it.
  package func write(_ counts: Explanation.Counts, to output: any ShellOutput) {
    let hasFailures = counts.hasFailures
    let names = ["true", "false", "alone"] + (hasFailures ? ["error"] : [])
    let width = max(5, String(counts.holds + counts.fails + counts.failures).count)
    func line(_ cells: [String], _ text: String) -> String {
      cells.map { CellText.padded($0, to: width, right: true) + "  " }.joined() + text
    }
    func write(_ counts: Explanation.Counts, depth: Int) {
      let numbers = [counts.holds, counts.fails, counts.decidesAlone] + (hasFailures ? [counts.failures] : [])
      let indent = String(repeating: "  ", count: depth)
      output.write(
        line(numbers.map { String($0) }, indent + CellText.escaped(heading(counts.kind, counts.text))) + "\n")
      for part in counts.parts { write(part, depth: depth + 1) }
    }
    output.write(style.quiet(line(names, "condition")) + "\n")
    write(counts, depth: 0)
  }

  /// The text of a condition. For AND, OR and NOT it is only this word, because their conditions are shown below.
  private func heading(_ kind: Explanation.Kind, _ text: String) -> String {
    switch kind {
    case .and, .or, .not: kind.rawValue.uppercased()
    case .comparison, .constant: text
    }
  }

  private func verdict(of node: Explanation) -> String {
    switch node.holds {
    case true?: style.colored("true ", "32")
    case false?: style.failure("false")
    case nil: style.failure("error")
    }
  }

  private func fitted(_ text: String, indent: Int) -> String {
    width.map { CellText.shortened(text, to: max(10, $0 - indent)) } ?? text
  }

  /// The value of a part as an explanation shows it. A text is in quotes. For a collection with many elements, the first elements and the number of
  /// all are shown. The elements that decide the part come before the others: for `ANY invoices.total > 20` the elements above 20.
  package func text(of value: Explanation.Value, in part: Explanation) -> String {
    let elements: [QueryValue]
    switch value.value {
    case .array(let all), .set(let all): elements = all
    default: return text(of: value.value)
    }
    guard let test = ElementTest(of: value, in: part) else { return text(of: value.value) }
    let decides = elements.map { test.decides($0) }
    let order = elements.indices.filter { decides[$0] } + elements.indices.filter { !decides[$0] }
    return text(of: .array(order.map { elements[$0] }))
  }

  private func text(of value: QueryValue) -> String {
    let writer = ValueText(titles: titles)
    switch value {
    case .array(let elements), .set(let elements):
      let shown = elements.prefix(Self.mostElements).map { self.text(of: $0) }
      let more = elements.count > shown.count ? ", … (\(elements.count) in all)" : ""
      return "{\(shown.joined(separator: ", "))\(more)}"
    case .string(let text): return QueryExpression.literal(.string(text)).exactFormat
    default: return writer.text(of: value)
    }
  }
}

extension Explanation {
  /// The objects in the explanation's values, whose titles are shown.
  package var references: [ObjectReference] {
    var found: [ObjectReference] = []
    for value in values { Self.add(value.value, to: &found) }
    return found + parts.flatMap(\.references)
  }

  private static func add(_ value: QueryValue, to references: inout [ObjectReference]) {
    switch value {
    case .reference(let reference): references.append(reference)
    case .array(let elements), .set(let elements): for element in elements { add(element, to: &references) }
    default: break
    }
  }
}

extension Explanation.Counts {
  /// Whether a part could not be evaluated for some object.
  fileprivate var hasFailures: Bool { failures > 0 || parts.contains { $0.hasFailures } }
}
