import Foundation

/// The file `src/grammar.json` of the grammar for tree-sitter.
struct TreeSitterGrammar: Decodable {
  let word: String
  let rules: [String: GrammarRule]
  let extras: [GrammarRule]
  /// The names of the rules in the order of the file, which decides between tokens of the same length.
  private(set) var order: [String] = []

  private enum CodingKeys: String, CodingKey {
    case word, rules, extras
  }

  static let folder = GrammarFolder.root.appendingPathComponent("Documentation/editors/tree-sitter-nspredicate")

  static func load() throws -> TreeSitterGrammar {
    let data = try Data(contentsOf: folder.appendingPathComponent("src/grammar.json"))
    var grammar = try JSONDecoder().decode(TreeSitterGrammar.self, from: data)
    // A decoder does not keep the order of an object's members. In the file each rule's name begins a line at a depth of four blanks.
    let names = grammar.rules.keys
    grammar.order = String(decoding: data, as: UTF8.self).split(separator: "\n").compactMap { line in
      names.first { line.hasPrefix("    \"\($0)\": {") }
    }
    return grammar
  }

  /// Every terminal once, with the rules that hold it, in the order of tree-sitter's numbers for tokens.
  var terminals: [(terminal: GrammarTerminal, owners: [String])] {
    var places: [GrammarTerminal: Int] = [:]
    var found: [(terminal: GrammarTerminal, owners: [String])] = []
    for name in order {
      for terminal in rules[name]?.terminals ?? [] {
        if let place = places[terminal] {
          found[place].owners.append(name)
        } else {
          places[terminal] = found.count
          found.append((terminal, [name]))
        }
      }
    }
    return found
  }
}
