import PredicateDocuments
import PredicateSyntax
import PredicateValues

@testable import PredicateConformance

/// The expected texts of `Grammar/operators.json` and `Grammar/functions.json`, made from the tables of this implementation.
enum TableFiles {
  /// The operator table, beginning with the operators that bind most loosely.
  static var operators: String {
    JSONLines.array(
      OperatorTable.entries.map { entry in
        [
          ("spelling", .string(entry.spelling)), ("alternatives", JSONLines.strings(entry.alternatives)),
          ("class", .string(entry.class.rawValue)), ("bindingPower", .integer(Int64(entry.bindingPower))),
          ("associativity", .string(entry.associativity.rawValue)), ("options", .string(entry.options.letters)),
          ("summary", .string(entry.summary)), ("rule", .string(entry.rule)), ("example", .string(entry.example)),
        ]
      }) + "\n"
  }

  /// The function table, and the properties of strings and collections that key paths may have.
  static var functions: String {
    let functions = FunctionTable.standard.all.map { function -> [JSONObject.Member] in
      let types = function.parameters.map { _ in QueryType.any }
      return [
        ("name", .string(function.name)), ("parameters", JSONLines.strings(function.parameters.map(\.description))),
        ("spreads", .boolean(function.isVariadic)), ("result", .string(function.resultType(for: types).description)),
        ("passesNil", .boolean(function.passesNil)), ("isPure", .boolean(function.isPure)),
        ("isSupported", .boolean(function.isSupported)), ("documentation", .string(function.documentation)),
        ("example", .string(function.example)),
      ]
    }
    let properties = StringProperty.allCases.map { property -> [JSONObject.Member] in
      [
        ("name", .string(property.rawValue)), ("result", .string(property.type.description)),
        ("documentation", .string(property.documentation)), ("example", .string(property.example)),
      ]
    }
    let operators = CollectionOperator.allCases.map { item -> [JSONObject.Member] in
      [("name", .string("@" + item.rawValue)), ("needsKey", .boolean(item.needsKey))]
    }
    return """
      {
        "functions": \(JSONLines.array(functions, indent: "  ")),
        "stringProperties": \(JSONLines.array(properties, indent: "  ")),
        "collectionOperators": \(JSONLines.array(operators, indent: "  "))
      }

      """
  }
}
