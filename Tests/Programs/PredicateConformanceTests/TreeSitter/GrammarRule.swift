/// A rule of `grammar.json`, as tree-sitter reads it. A kind of rule that the tests cannot run is an error.
indirect enum GrammarRule: Decodable {
  case sequence([GrammarRule])
  case choice([GrammarRule])
  case repetition(GrammarRule)
  case symbol(String)
  case terminal(GrammarTerminal)
  /// A rule that appears under another name. It is a symbol of the tree if the name is `named`.
  case alias(GrammarRule, name: String)
  case blank

  private enum Key: String, CodingKey {
    case type, members, content, name, value, named, flags
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    func content() throws -> GrammarRule { try container.decode(GrammarRule.self, forKey: .content) }
    func members() throws -> [GrammarRule] { try container.decode([GrammarRule].self, forKey: .members) }
    func value() throws -> String { try container.decode(String.self, forKey: .value) }
    func refused(_ key: Key, _ reason: String) -> DecodingError {
      .dataCorruptedError(forKey: key, in: container, debugDescription: reason)
    }
    let type = try container.decode(String.self, forKey: .type)
    switch type {
    case "SEQ": self = .sequence(try members())
    case "CHOICE": self = .choice(try members())
    case "REPEAT": self = .repetition(try content())
    case "SYMBOL": self = .symbol(try container.decode(String.self, forKey: .name))
    case "ALIAS": self = .alias(try content(), name: try value())
    case "BLANK": self = .blank
    case "STRING":
      self = .terminal(GrammarTerminal(text: try value(), isPattern: false))
    case "PATTERN":
      if container.contains(.flags) { throw refused(.flags, "older versions drop flags") }
      self = .terminal(GrammarTerminal(text: try value(), isPattern: true))
    case "IMMEDIATE_TOKEN":
      guard case .terminal(var terminal) = try content() else { throw refused(.content, "no string or pattern") }
      terminal.isImmediate = true
      self = .terminal(terminal)
    default:
      throw refused(.type, "no rule is called \(type)")
    }
  }

  /// The terminals in the order of the rule.
  var terminals: [GrammarTerminal] {
    switch self {
    case .sequence(let rules), .choice(let rules): rules.flatMap(\.terminals)
    case .repetition(let rule), .alias(let rule, _): rule.terminals
    case .terminal(let terminal): [terminal]
    case .symbol, .blank: []
    }
  }

  var aliases: [String] {
    switch self {
    case .sequence(let rules), .choice(let rules): rules.flatMap(\.aliases)
    case .repetition(let rule): rule.aliases
    case .alias(let rule, let name): rule.aliases + [name]
    case .terminal, .symbol, .blank: []
    }
  }
}
