import PredicateSyntax

/// Shows one object as lines of text: its name, then one line for each attribute and each relationship.
///
/// ```
/// Movie[24]  The Maltese Falcon
///   title         The Maltese Falcon
///   lentToFriend  → Friend[3]  Anna Castelli
///   tags          → 2 tags
/// ```
package struct CardText {
  /// An attribute or a relationship of the object.
  package struct Line {
    package let name: String
    /// The value as text; nil without a value.
    package let text: String?
    /// Whether it is a relationship.
    package let isLink: Bool

    package init(_ name: String, _ text: String?, isLink: Bool = false) {
      self.name = name
      self.text = text
      self.isLink = isLink
    }
  }

  private let style: TextStyle
  private let nilText: String

  package init(style: TextStyle, nilText: String) {
    self.style = style
    self.nilText = nilText
  }

  /// Writes a card. Nothing is shortened: a long value continues in the next line of the screen.
  package func write(_ label: String, title: String?, _ lines: [Line], to output: any ShellOutput) {
    let heading = [style.name(CellText.escaped(label))] + (title.map { [CellText.escaped($0)] } ?? [])
    output.write(heading.joined(separator: "  ") + "\n")
    let names = lines.map { CellText.escaped($0.name) }
    let width = names.reduce(0) { max($0, DisplayWidth.columns(of: $1)) }
    for (name, line) in zip(names, lines) {
      let text = line.text.map { CellText.escaped($0) } ?? style.quiet(nilText)
      output.write("  \(style.strong(CellText.padded(name, to: width)))  \(line.isLink ? "→ " : "")\(text)\n")
    }
  }
}
