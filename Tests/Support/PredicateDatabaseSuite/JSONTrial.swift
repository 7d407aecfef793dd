import PredicateTestSupport

/// Random JSON documents, and random conditions on paths into them, as text.
package struct JSONTrial {
  package var random: SplitMix64

  package init(seed: UInt64) { random = SplitMix64(seed: seed) }

  private static let texts = [#""x""#, #""y""#, #""X""#, #""\u00e9""#, #""""#, #""3""#, #""a b""#]
  private static let numbers = [
    "0", "1", "1.0", "2", "3", "-3.5", "1e2", "9007199254740993", "9007199254740992.0", "9223372036854775807",
    "12345678901234567890", "0.1", "null",
  ]

  /// A random document. It is mostly an object with the names that conditions use. Each name mostly has values of one kind, so that most conditions
  /// do not fail.
  package mutating func document() -> String {
    let others = Self.texts + Self.numbers + ["true", "[]", "{}", "[1,[2]]"]
    if random.oneIn(30) { return " null " }
    var members: [String] = []
    for (name, values) in [
      ("kind", Self.texts + ["null"]), ("size", Self.numbers), ("done", ["true", "false", "null"]),
      ("tags", ["[]", #"["x"]"#, #"["y", "x"]"#, #"["y"]"#, "null"]),
      (
        "items",
        [
          "[]", #"[{"price": 3}]"#, #"[{"price": 4.5, "name": "x"}, {"price": 1}]"#, #"[{"name": "y"}]"#,
          #"[{"price": null}, {"price": 3.0}]"#,
        ]
      ), ("a", [#"{"b": 1}"#, #"{"b": 2.0, "c": "x"}"#, #"{"c": null, "b": 2}"#, "{}", "null"]),
      // A later value replaces an earlier one of the same name.
      ("size", Self.numbers),
    ] where !random.oneIn(4) {
      let value = random.pick(random.oneIn(200) ? others : values)
      members.append("\"\(name)\"\(random.oneIn(2) ? ":" : " : ")\(value)")
    }
    if random.oneIn(2) { members.reverse() }
    return "{\(members.joined(separator: random.oneIn(2) ? ", " : ",\n"))}"
  }

  /// A condition on paths from an attribute.
  package mutating func condition(on attribute: String, depth: Int = 0) -> String {
    if depth < 2, random.oneIn(3) {
      let parts = (condition(on: attribute, depth: depth + 1), condition(on: attribute, depth: depth + 1))
      return random.pick(["(\(parts.0) AND \(parts.1))", "(\(parts.0) OR \(parts.1))", "NOT (\(parts.0))"])
    }
    let number = random.pick(["3", "1", "2.0", "9007199254740992", "9007199254740993", "1e19", "0.1", "nil"])
    let text = random.pick(["'x'", "'X'", "'é'", "''", "'3'", "nil"])
    let order = random.pick(["==", "!=", "<", ">", "<=", ">="])
    let equality = random.pick(["==", "!="])
    return random.pick([
      "\(attribute).size \(order) \(number)", "\(attribute).kind \(order) \(text)",
      "\(attribute).a.b \(order) \(number)",
      "\(attribute).items[0].price \(order) \(number)", "\(attribute).done == YES", "\(attribute).done \(equality) nil",
      "ANY \(attribute).tags \(equality) 'x'", "\(attribute).tags CONTAINS 'x'", "\(attribute).tags[SIZE] > 1",
      "\(attribute).kind IN {'x', 'é'}", "\(attribute).kind BEGINSWITH[c] 'x'", "\(attribute).a \(equality) nil",
      "\(attribute).size BETWEEN {1, 3}", "\(attribute).items.price CONTAINS 3",
      "\(attribute)[\"kind\"] \(equality) 'x'",
      "ANY \(attribute).items.price \(order) 3", "\(attribute).items.@count > 1", "\(attribute).tags[LAST] == 'x'",
      "\(attribute) \(equality) nil", "\(attribute).size \(order) \(attribute).a.b", "\(attribute).size + 1 > 3",
      "SUBQUERY(\(attribute).items, $i, $i.price > 2).@count > 0", "\(attribute).none == nil",
    ])
  }
}
