import Foundation
import PredicateValues
import Testing

/// The list of functions for checking calls in `#query` equals the language's. The plugin cannot be imported here, so the test reads its source.
@Suite struct MacroFunctionsTests {
  @Test func theListIsThatOfTheTable() throws {
    var root = URL(fileURLWithPath: #filePath)
    for _ in 0..<5 { root.deleteLastPathComponent() }
    let path = "Sources/Memory/PredicateMacroPlugin/StandardFunction.swift"
    let source = try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    let line = /StandardFunction\("([\w:]+)", (\d+)(, spreads: true)?(, isSupported: false)?\),/
    let listed = source.matches(of: line).map { "\($0.1) \($0.2) \($0.3 != nil) \($0.4 == nil)" }
    let table = FunctionTable.standard.all.map {
      "\($0.name) \($0.parameters.count) \($0.isVariadic) \($0.isSupported)"
    }
    #expect(listed == table)
    #expect(listed.count > 50)
    let head = source.components(separatedBy: "static let all")[0]
    let operators = head.matches(of: /"(\w+)",/).map { String($0.1) }
    #expect(operators == CollectionOperator.allCases.map(\.rawValue))
  }
}
