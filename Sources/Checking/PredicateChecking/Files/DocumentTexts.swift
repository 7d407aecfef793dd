import PredicateDocuments
import PredicateSyntax

/// The path of a place in a document: `conditional_items[].condition`, `**.predicate`.
struct PlacePath {
  private enum Step {
    /// A member of a table. After a star, `*_PREDICATE`, the end of its key.
    case key(String)
    /// Every element of a list.
    case elements
    /// Any number of steps, including none.
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

  /// The texts at the path, each with its own path. With `findsMissing`, missing values of YAML count as empty texts. The tables around a text must
  /// contain the texts of `conditions`, and the tables or the text must fit `keys`.
  ///
  /// - Throws: ``DocumentIssue`` if more values than the limit would be visited: aliases can turn a few lines into many values.
  func texts(
    in document: DocumentNode, where conditions: [String: String], with keys: TableKeys? = nil,
    findsMissing: Bool = false
  ) throws(DocumentIssue) -> [(path: String, text: MappedText)] {
    var search = Search(steps: steps, conditions: conditions, keys: keys, findsMissing: findsMissing)
    try search.visit(document, 0, "", [], depth: 0)
    return search.found
  }

  private struct Search {
    let steps: [Step]
    let conditions: [String: String]
    let keys: TableKeys?
    let findsMissing: Bool
    var found: [(path: String, text: MappedText)] = []
    private var visits = DocumentVisits()

    init(steps: [Step], conditions: [String: String], keys: TableKeys?, findsMissing: Bool) {
      self.steps = steps
      self.keys = keys
      self.findsMissing = findsMissing
      self.conditions = conditions
    }

    mutating func visit(
      _ node: DocumentNode, _ step: Int, _ path: String, _ tables: [[DocumentMember]], depth: Int
    ) throws(DocumentIssue) {
      try visits.visit(depth: depth)
      guard step < steps.count else {
        if let text = findsMissing ? node.textOrMissing : node.text, holds(tables),
          keys?.fit(tables, around: text) ?? true
        {
          found.append((path, text))
        }
        return
      }
      switch (steps[step], node) {
      case (.key(let name), .table(let members)):
        for (path, part) in DocumentNode.table(members.filter { Self.isKey($0.key, name) }).parts(at: path) {
          try visit(part, step + 1, path, tables + [members], depth: depth + 1)
        }
      case (.elements, .list):
        for (path, part) in node.parts(at: path) { try visit(part, step + 1, path, tables, depth: depth + 1) }
      case (.anywhere, _):
        try visit(node, step + 1, path, tables, depth: depth + 1)
        let around = if case .table(let members) = node { tables + [members] } else { tables }
        for (path, part) in node.parts(at: path) { try visit(part, step, path, around, depth: depth + 1) }
      default: break
      }
    }

    private static func isKey(_ key: String, _ name: String) -> Bool {
      name.hasPrefix("*") ? key.hasSuffix(name.dropFirst()) : key == name
    }

    /// Whether a text equals the expected text. An expected text between two stars, `*If*`, only needs to occur in it.
    private static func fits(_ text: String, _ expected: String) -> Bool {
      guard expected.hasPrefix("*"), expected.hasSuffix("*"), expected.count > 2 else { return text == expected }
      return text.contains(expected.dropFirst().dropLast())
    }

    /// Whether each condition holds in one of the tables around the text.
    private func holds(_ tables: [[DocumentMember]]) -> Bool {
      conditions.allSatisfy { key, expected in
        tables.contains { members in
          members.contains { member in
            member.key == key && member.value.text.map { Self.fits($0.text, expected) } ?? false
          }
        }
      }
    }
  }
}

/// The keys of a consumer's tables. They show that a text in the tables belongs to the consumer.
struct TableKeys {
  fileprivate let keys: Set<String>
  /// The keys without those of the path to the text, which every table around the text has.
  private let outerKeys: Set<String>
  private let words: ConsumerWords

  /// The keys of a place.
  init(of place: ProfilePlace, _ words: ConsumerWords) {
    keys = Set(place.with)
    outerKeys = place.keysBeside
    self.words = words
  }

  /// Whether one of the tables around a text has one of the keys, or the text compares a key of the profile. A page may show a table with nothing but a
  /// predicate.
  func fit(_ tables: [[DocumentMember]], around text: MappedText) -> Bool {
    guard let table = tables.last else { return true }
    return table.contains { keys.contains($0.key) || isMisspelled($0.key) }
      || tables.contains { members in members.contains { outerKeys.contains($0.key) } }
      || words.stand(in: text.text) || table.count == 1 && words.isPredicate(text.text, isOpen: true)
  }
}

extension TableKeys {
  /// Whether a key is a misspelling of one of the consumer's keys, `managed_install`. A key of one word may belong to any program: `catalog`.
  fileprivate func isMisspelled(_ key: String) -> Bool {
    key.contains("_") && NearestSpelling.of(key, among: keys) != nil
  }
}

extension DocumentNode {
  /// The values of a list or a table, each with its path.
  fileprivate func parts(at path: String) -> [(path: String, node: DocumentNode)] {
    switch self {
    case .list(let elements): elements.enumerated().map { ("\(path)[\($0)]", $1) }
    case .table(let members): members.map { (path.isEmpty ? $0.key : "\(path).\($0.key)", $0.value) }
    default: []
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
  /// - Throws: ``DocumentIssue`` if aliases produce more values than the limit.
  init(_ document: DocumentNode) throws(DocumentIssue) { try visit(document, "", depth: 0) }

  private mutating func visit(_ node: DocumentNode, _ path: String, depth: Int) throws(DocumentIssue) {
    try visits.visit(depth: depth)
    switch node {
    case .text(let text), .plain(let text), .data(let text, _): texts.append((path, text))
    case .list(let elements):
      let words = elements.compactMap(\.text)
      if words.count == elements.count, words.count > 1 { lists.append((path, words)) }
    case .table, .value: break
    }
    for (path, part) in node.parts(at: path) { try visit(part, path, depth: depth + 1) }
  }
}

/// Counts the values of a document that are visited, because aliases can turn a few lines into many values.
struct DocumentVisits {
  private var count = 0

  /// Counts one value.
  ///
  /// - Throws: ``DocumentIssue`` if the count or the depth exceeds its limit.
  mutating func visit(depth: Int) throws(DocumentIssue) {
    count += 1
    guard count <= DocumentLimits.values, depth <= DocumentLimits.depth * 2 else {
      throw DocumentIssue(
        "the document must not contain more than \(DocumentLimits.values) values, including repeated aliases", at: 0)
    }
  }
}
