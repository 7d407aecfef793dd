import OpenPredicate
import PredicateStatements
import Testing

/// Forms that people write at the first try.
@Suite struct FirstTryTests {
  private enum Genre: String { case noir, drama }
  private let films = Film.all

  @Test func optionsOfFormats() throws {
    let isEven = FunctionDefinition("isEven:", [.number], result: .boolean, documentation: "Whether a number is even.")
    {
      arguments, _ throws(PredicateIssue) in
      if case .integer(let number) = arguments[0] { .boolean(number % 2 == 0) } else { .null }
    }
    let options = BindingOptions(functions: FunctionTable.standard.adding(isEven))
    #expect(try films.filter("isEven(year) == YES", options: options).map(\.title) == ["Laura"])
    #expect(try films.count(where: "isEven(year) == NO", options: options) == 3)
    #expect(try films.first(where: "isEven(year) == NO", options: options)?.title == "Heat")
    #expect(try films.contains(where: "isEven(year) == YES", options: options))
    #expect(try !films.allSatisfy("isEven(year) == YES", options: options))
    #expect("\(options)".hasSuffix(" standard functions, isEven:)"))
    #expect("\(BindingOptions())" == "BindingOptions()")
  }

  @Test func rawValues() throws {
    let genre = QueryExpression(property: "genre")
    #expect(try films.filter(genre .== Genre.noir).map(\.title) == ["Laura", "Seven"])
    #expect(try films.filter(genre .== Film.Genre.noir).map(\.title) == ["Laura", "Seven"])
    #expect(try films.filter(genre .!= Genre.noir).map(\.title) == ["Heat", "Her"])
    #expect(try films.count(where: genre.isIn([Genre.noir, .drama])) == 4)
  }

  @Test func rowsWithNames() throws {
    let table = try films.fetch("group by genre show genre, count() as n sort by genre desc")
    #expect(try table.map { "\(try $0["genre"].stringValue ?? "") \($0[1].intValue ?? 0)" } == ["noir 2", "drama 2"])
    #expect(table.count == 2 && table[1].values.count == 2 && table.singleValue == nil)
    #expect(try films.fetch("show max(year)").singleValue?.intValue == 2013)
    #expect(throws: PredicateIssue.self) { try table[0]["m"] }
  }
}
