/// The path of a place in a document: `conditional_items[].condition`, `**.predicate`.
struct PlacePath {
  /// A step of the path.
  private enum Step {
    /// A member of a table.
    case key(String)
    /// Every element of a list.
    case elements
    /// Any number of steps, none too.
    case anywhere
  }

  private let steps: [Step]

  init(_ text: String) {
    var steps: [Step] = []
    for part in text.split(separator: ".", omittingEmptySubsequences: true) {
      if part == "**" {
        steps.append(.anywhere)
        continue
      }
      var name = part
      var lists = 0
      while name.hasSuffix("[]") {
        name.removeLast(2)
        lists += 1
      }
      if !name.isEmpty { steps.append(.key(String(name))) }
      steps += [Step](repeating: .elements, count: lists)
    }
    self.steps = steps
  }

  /// The texts at the path, each with how it is reached. The tables around a text have to hold the texts of `conditions`.
  ///
  /// - Throws: ``DocumentIssue`` where more values would be visited than the limit: aliases make few lines into many values.
  func texts(
    in document: DocumentNode, where conditions: [String: String]
  ) throws(DocumentIssue) -> [(path: String, text: MappedText)] {
    var search = Search(steps: steps, conditions: conditions)
    try search.visit(document, 0, "", [], depth: 0)
    return search.found
  }

  private struct Search {
    let steps: [Step]
    let conditions: [String: String]
    var found: [(path: String, text: MappedText)] = []
    private var visits = DocumentVisits()

    init(steps: [Step], conditions: [String: String]) {
      self.steps = steps
      self.conditions = conditions
    }

    mutating func visit(
      _ node: DocumentNode, _ step: Int, _ path: String, _ tables: [[DocumentMember]], depth: Int
    ) throws(DocumentIssue) {
      try visits.visit(depth: depth)
      guard step < steps.count else {
        if let text = node.text, holds(tables) { found.append((path, text)) }
        return
      }
      switch (steps[step], node) {
      case (.key(let name), .table(let members)):
        for member in members where member.key == name {
          try visit(member.value, step + 1, joined(path, name), tables + [members], depth: depth + 1)
        }
      case (.elements, .list(let elements)):
        for (index, element) in elements.enumerated() {
          try visit(element, step + 1, "\(path)[\(index)]", tables, depth: depth + 1)
        }
      case (.anywhere, _):
        try visit(node, step + 1, path, tables, depth: depth + 1)
        switch node {
        case .table(let members):
          for member in members {
            try visit(member.value, step, joined(path, member.key), tables + [members], depth: depth + 1)
          }
        case .list(let elements):
          for (index, element) in elements.enumerated() {
            try visit(element, step, "\(path)[\(index)]", tables, depth: depth + 1)
          }
        default: break
        }
      default: break
      }
    }

    private func joined(_ path: String, _ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

    /// Whether each condition holds in a table around the place.
    private func holds(_ tables: [[DocumentMember]]) -> Bool {
      conditions.allSatisfy { key, expected in
        tables.contains { members in
          members.contains { member in
            member.key == key && member.value.text?.text == expected
          }
        }
      }
    }
  }
}

/// The texts of a document, each once, and its lists of texts, which may be the words of a command.
struct DocumentTexts {
  private(set) var texts: [(path: String, text: MappedText)] = []
  private(set) var lists: [(path: String, words: [MappedText])] = []
  private var visits = DocumentVisits()

  /// Reads a document.
  ///
  /// - Throws: ``DocumentIssue`` where aliases make more values than the limit.
  init(_ document: DocumentNode) throws(DocumentIssue) { try visit(document, "", depth: 0) }

  private mutating func visit(_ node: DocumentNode, _ path: String, depth: Int) throws(DocumentIssue) {
    try visits.visit(depth: depth)
    switch node {
    case .text(let text), .plain(let text), .data(let text, _): texts.append((path, text))
    case .list(let elements):
      let words = elements.compactMap(\.text)
      if words.count == elements.count, words.count > 1 { lists.append((path, words)) }
      for (index, element) in elements.enumerated() { try visit(element, "\(path)[\(index)]", depth: depth + 1) }
    case .table(let members):
      for member in members {
        try visit(member.value, path.isEmpty ? member.key : "\(path).\(member.key)", depth: depth + 1)
      }
    case .value: break
    }
  }
}

/// Counts the values of a document that are visited. Aliases make few lines into many values.
struct DocumentVisits {
  private var count = 0

  /// Counts one value.
  ///
  /// - Throws: ``DocumentIssue`` beyond the limit.
  mutating func visit(depth: Int) throws(DocumentIssue) {
    count += 1
    guard count <= DocumentLimits.values, depth <= DocumentLimits.depth * 2 else {
      throw DocumentIssue(
        "more than \(DocumentLimits.values) values stand in the document, with those of its aliases", at: 0)
    }
  }
}
