import Foundation
import PredicateFoundation
import Testing

private struct Film {
  var title: String
  var year: Int
  var age: Int { 2026 - year }
}

private struct Tabled: QueryableProperties {
  var number: Int
  var double: Int { number * 2 }
  static let queryProperties = [QueryProperty<Tabled>("size", \.number), QueryProperty<Tabled>("twice", \.double)]
}

@Suite struct SortKeyBridgeTests {
  @Test func keyPaths() throws {
    #expect(try QuerySortKey(\Film.year, isAscending: false) == .descending("year"))
    #expect(try QuerySortKey(\Film.title) == .ascending("title"))
    #expect(try QuerySortKey(\Tabled.double) == .ascending("twice"))
    #expect(try QuerySortKey.descending(\Film.year) == .descending("year"))
    #expect(try QuerySortKey.ascending(\Tabled.double) == .ascending("twice"))
    let films = [Film(title: "Heat", year: 1995), Film(title: "Her", year: 2013), Film(title: "Alien", year: 1979)]
    #expect(try films.sorted(by: .descending(\Film.year), "title").map(\.year) == [2013, 1995, 1979])
    #expect(try films.sorted(by: \.year).map(\.year) == [1979, 1995, 2013])
    #expect(try films.sorted(by: \.title, isAscending: false).map(\.title) == ["Her", "Heat", "Alien"])
    #expect(try films.max(by: \.year)?.title == "Her")
    #expect(try films.min(by: \.year)?.title == "Alien")
    let unnamed = #expect(throws: PredicateIssue.self) { try films.sorted(by: \.age) }
    #expect(unnamed?.code == "unnamed-key-path")
    for keyPath in [\Film.age, \Film.title.count] as [PartialKeyPath<Film>] {
      let issue = #expect(throws: PredicateIssue.self) { try QuerySortKey(keyPath) }
      #expect(issue?.code == "unnamed-key-path")
    }
  }

  @Test func sortDescriptors() throws {
    #expect(try QuerySortKey(SortDescriptor(\Film.year, order: .reverse)) == .descending("year"))
    #expect(try QuerySortKey(SortDescriptor(\Film.title, comparator: .lexical)) == .ascending("title"))
    #expect(try QuerySortKey(SortDescriptor(\Tabled.number)) == .ascending("size"))
  }
}
