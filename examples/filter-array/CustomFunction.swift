import OpenPredicate

/// A function of the application: a closure with declared types, which only queries bound with its table can call.
func askWithFunction() throws {
  let decade = FunctionDefinition(
    "decade:", [.number], result: .integer, documentation: "The first year of a year's decade.",
    example: "decade:(1994) ⇒ 1990"
  ) { arguments, _ in
    guard case .integer(let year) = arguments[0] else { return .null }
    return .integer(year / 10 * 10)
  }
  var options = BindingOptions()
  options.functions = FunctionTable.standard.adding(decade)
  let nineties = try BoundQuery<Movie>(QueryPredicate(format: "decade:(year) == 1990"), options: options)
  print(try movies.filter(nineties).map(\.title))
}
