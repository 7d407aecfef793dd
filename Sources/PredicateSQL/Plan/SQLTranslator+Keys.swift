import PredicateBinding
import PredicateModel
import PredicateValues

extension SQLTranslator {
  /// The statement that gives the keys of an entity's objects that a predicate is true of, in any order. Throws what binding throws,
  /// `unsupported` and `limit`.
  ///
  /// For whoever wants them sorted it is the faster one: asked for their order, SQLite reads the whole table in that order rather than
  /// a part of it by an index and sorting that (`year > 2024`), and whole numbers are sorted sooner outside.
  public func keys(
    of entityName: String, where predicate: QueryPredicate?, variables: QueryVariables = [:],
    options: BindingOptions = BindingOptions()
  ) throws(PredicateIssue) -> SQLStatement {
    let fetch = try BoundFetch(
      EntityFetch(entityName, where: predicate), model: model, variables: variables, options: options)
    var planner = planner(options.functions, fetch.timeZone)
    var (select, _) = try planner.fetch(fetch, form: .keys)
    select.order = []
    return SQLRenderer.statement(planner.rewritten(select), dialect)
  }
}
