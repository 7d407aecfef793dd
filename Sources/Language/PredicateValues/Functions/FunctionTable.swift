/// The functions that a predicate may call: those of the language, and those that an application adds. No other function is ever called.
///
/// ```swift
/// FunctionTable.standard.definition(named: "SUM")?.name  // sum:
/// FunctionTable.standard.suggestion(for: "medain")       // median
///
/// let options = BindingOptions(functions: FunctionTable.standard.adding(isLeap))
/// ```
public struct FunctionTable: Sendable {
  /// All functions, in the order of the reference manual. Functions that an application added are last.
  public private(set) var all: [FunctionDefinition]
  private var positions: [[UInt8]: Int]
  private var identity = Identity()

  /// Identifies a table for comparisons, since functions cannot be compared.
  private final class Identity: Sendable {}

  /// The functions of the language.
  public static let standard = FunctionTable(
    FunctionTable.aggregates + FunctionTable.arithmetic + FunctionTable.bits + FunctionTable.strings
      + FunctionTable.texts
      + FunctionTable.objects + FunctionTable.stringProperties + FunctionTable.dates)

  private init(_ definitions: [FunctionDefinition]) {
    all = []
    positions = [:]
    for definition in definitions { add(definition) }
  }

  /// The table with one more function, which replaces a function of the same name. A call throws an issue of kind `type` (`function-result`) if the
  /// result has another family than the declared type.
  public func adding(_ definition: FunctionDefinition) -> FunctionTable {
    var table = self
    table.add(definition.added())
    table.identity = Identity()
    return table
  }

  /// The table with only the functions whose names meet a condition.
  package func restricted(to isIncluded: (String) -> Bool) -> FunctionTable {
    FunctionTable(all.filter { isIncluded($0.name) })
  }

  /// Whether both are the same table or copies of it. Tables that were made separately differ, even with equal functions.
  package func isSame(as other: FunctionTable) -> Bool { identity === other.identity }

  private mutating func add(_ definition: FunctionDefinition) {
    let key = Self.key(definition.name)
    if let position = positions[key] {
      all[position] = definition
    } else {
      positions[key] = all.count
      all.append(definition)
    }
  }

  /// The function with a name, ignoring case; nil if there is none. A single colon at the end of the name may be missing.
  public func definition(named name: String) -> FunctionDefinition? {
    positions[Self.key(name)].map { all[$0] }
  }

  /// The function for a call of a name with `count` arguments. It is the function with that name. If that function takes another number of arguments,
  /// it is the first function whose name begins with the word and that takes `count` arguments: `round(x, 2)` calls `round:places:`.
  package func definition(named name: String, taking count: Int) -> FunctionDefinition? {
    let exact = definition(named: name)
    if let exact, exact.parameters.count == count || exact.isVariadic && count > 1 { return exact }
    let word = Self.bare(name)
    guard count > 1, !word.utf8.contains(UInt8(ascii: ":")) else { return exact }
    let beginning = StringFolding(.caseInsensitive).foldedBytes(of: word + ":")
    return all.first { definition in
      definition.parameters.count == count && definition.isSupported
        && StringFolding(.caseInsensitive).foldedBytes(of: definition.name).starts(with: beginning)
    } ?? exact
  }

  /// Names of functions in other languages, each with the corresponding function of this language.
  private static let foreign: [String: String] = [
    "lower": "lowercase:", "tolower": "lowercase:", "lcase": "lowercase:", "upper": "uppercase:",
    "toupper": "uppercase:", "ucase": "uppercase:", "avg": "average:", "mean": "average:", "ceil": "ceiling:",
    "pow": "raise:toPower:", "power": "raise:toPower:", "mod": "modulus:by:", "ifnull": "coalesce:",
    "isnull": "coalesce:", "nvl": "coalesce:",
  ]

  /// The function that corresponds to a name of another language, or the function with the nearest name; nil if there is none.
  public func suggestion(for name: String) -> String? {
    let word = Self.bare(name)
    if let known = Self.foreign[word.lowercased()], definition(named: known) != nil { return Self.bare(known) }
    // `len` gets no suggestion: the length of a text is a property, and the nearest name, `ln`, is a logarithm.
    if word.lowercased() == "len" { return nil }
    return NearestSpelling.of(word, among: all.map { Self.bare($0.name) })
  }

  /// A name in lower case, without the colon of a single argument.
  private static func key(_ name: String) -> [UInt8] {
    StringFolding(.caseInsensitive).foldedBytes(of: bare(name))
  }

  private static func bare(_ name: String) -> String {
    name.utf8.last == UInt8(ascii: ":")
      && name.utf8.firstIndex(of: UInt8(ascii: ":")) == name.utf8.index(before: name.utf8.endIndex)
      ? String(name.dropLast()) : name
  }
}
