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

  /// The closure of a function takes a property as well as a whole element.
  @Test func functionsOfValues() throws {
    let functions = FunctionTable.standard
      .adding(FunctionDefinition("isShort:", of: String.self) { $0.count < 4 })
      .adding(FunctionDefinition("isLeap:", of: Int.self) { $0 % 4 == 0 })
      .adding(FunctionDefinition("isRound:", of: Double.self) { $0.rounded() == $0 })
      .adding(FunctionDefinition("isTrue:", of: Bool.self) { $0 })
      .adding(FunctionDefinition("isOld:", of: Film.self) { $0.year < 1990 })
    let options = BindingOptions(functions: functions)
    func titles(_ format: QueryFormat) throws -> [String] { try films.filter(format, options: options).map(\.title) }
    #expect(try titles("isShort(title) == YES") == ["Her"])
    #expect(try titles("isLeap(year) == YES AND isRound(year) == YES") == ["Laura"])
    #expect(try titles("isTrue(\(true)) == YES AND isOld(SELF) == NO") == ["Heat", "Seven", "Her"])
    let issue = #expect(throws: PredicateIssue.self) { try titles("isShort(year) == YES") }
    #expect(issue?.message.contains("a value of the type String") == true)
  }

  /// The closure of a function takes numbers of all types of Swift.
  @Test func functionsOfNumbers() throws {
    struct Sample {
      var small: Int8
      var single: Float
    }
    let functions = FunctionTable.standard
      .adding(FunctionDefinition("isSmall:", of: Int8.self) { $0 > 3 })
      .adding(FunctionDefinition("isLarge:", of: UInt64.self) { $0 > 3 })
      .adding(FunctionDefinition("isHalf:", of: Float.self) { $0 == 0.1 })
    let options = BindingOptions(functions: functions)
    let samples = [Sample(small: 4, single: 0.1), Sample(small: 3, single: 2)]
    func count(_ format: QueryFormat) throws -> Int { try samples.count(where: format, options: options) }
    #expect(try count("isSmall(small) == YES") == 1)
    #expect(try count("isLarge(small) == YES") == 1)
    #expect(try count("isHalf(single) == YES") == 1)
    #expect(try count("isHalf(0.1) == YES") == 2)
    let issue = #expect(throws: PredicateIssue.self) { try count("isSmall(300) == YES") }
    #expect(issue?.message.hasSuffix("that Int8 cannot represent") == true)
  }

  /// A property of an element has the name of Swift's property of a string: the hints are only for strings.
  @Test func propertiesWithNamesOfStrings() throws {
    struct Capitals {
      var lowercaseString: String
    }
    let issue = #expect(throws: PredicateIssue.self) {
      try [Capitals(lowercaseString: "a")].filter("isEmpty == YES")
    }
    // If the type is known only when the predicate runs, the hint does not list the properties.
    #expect(issue?.hint?.hasSuffix("to use computed properties, conform the type to QueryableProperties") == true)
  }

  /// What a Swift developer writes first has a hint that shows the form of the language.
  @Test(arguments: [
    ("title.contains('a')", "write title CONTAINS and then the value"),
    ("title.count > 3", "the number of characters is length"),
    ("title.isEmpty == YES", #"write == "" to find an empty string"#),
    ("genre == .noir", "write the case of an enum in quotes, without the dot"),
    ("title?.length > 3", "a path needs no ?, because a property of nil is nil"),
    ("title!.length > 3", "a path needs no !, because a property of nil is nil"),
    ("$0.year > 3", "a name follows $. A property of the element has only its name"),
  ])
  func formsOfSwift(_ text: String, _ hint: String) throws {
    let format = QueryFormat(raw: text)
    let issue = #expect(throws: PredicateIssue.self) { try films.filter(QueryPredicate(format: format)) }
    #expect(issue?.hint == hint)
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
