import Foundation
import PredicateValues
import Testing

/// The functions that `#query` knows when it checks calls are those of the language. The plugin of the macro cannot be imported, so the test reads
/// its source.
@Suite struct MacroFunctionsTests {
  @Test func theListIsThatOfTheTable() throws {
    var root = URL(fileURLWithPath: #filePath)
    for _ in 0..<5 { root.deleteLastPathComponent() }
    let path = "Sources/Memory/PredicateMacroPlugin/StandardFunction.swift"
    let source = try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    let parts = source.components(separatedBy: "static let all")
    let list = try #require(parts.last)
    let end = try #require(list.range(of: "\n    ]"))
    let listed = list[..<end.lowerBound].matches(of: /"([\w:]+)(?: (\d+))?( spreads)?( unsupported)?",/).map {
      let count = $0.2.flatMap { Int($0) } ?? $0.1.filter { $0 == ":" }.count
      return "\($0.1) \(count) \($0.3 != nil) \($0.4 == nil)"
    }
    let table = FunctionTable.standard.all.map {
      "\($0.name) \($0.parameters.count) \($0.isVariadic) \($0.isSupported)"
    }
    #expect(listed == table)
    #expect(listed.count > 50)
    let operators = parts[0].matches(of: /"(\w+)",/).map { String($0.1) }
    #expect(operators == CollectionOperator.allCases.map(\.rawValue))
  }
}
