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
    func entries(_ list: String) throws -> [(name: String, count: Int?)] {
      let part = try #require(source.components(separatedBy: "private static let \(list)").dropFirst().first)
      let end = try #require(part.range(of: "\n    ]"))
      return part[..<end.lowerBound].matches(of: /"([\w:]+)"(?:: (\d+))?,/).map {
        (String($0.1), $0.2.flatMap { Int($0) })
      }
    }
    let counts = try Dictionary(uniqueKeysWithValues: entries("counts").map { ($0.name, $0.count) })
    let spreading = try Set(entries("spreading").map(\.name))
    let unsupported = try Set(entries("unsupported").map(\.name))
    let listed = try entries("names").map { name, _ in
      let count = (counts[name] ?? nil) ?? name.filter { $0 == ":" }.count
      return "\(name) \(count) \(spreading.contains(name)) \(!unsupported.contains(name))"
    }
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
