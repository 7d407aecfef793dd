// Without the trait Macros, the message of a macro names the trait. The plugin of Swift that the macros name cannot expand an expression.
//
// error 10:2: 'Queryable()' is unavailable: write traits: ["Macros"] in the dependency on the package OpenPredicate in Package.swift
// error 10:2: 'Queryable()' is unavailable: write traits: ["Macros"] in the dependency on the package OpenPredicate in Package.swift
// error 15:25: macro implementation type 'OptionSetMacro' doesn't conform to required protocol 'ExpressionMacro'
// error 15:26: 'query' is unavailable: write traits: ["Macros"] in the dependency on the package OpenPredicate in Package.swift
import OpenPredicate
import PredicateMacros

@Queryable struct Movie {
  var year = 0
}

func find(_ movies: [Movie]) throws {
  _ = try movies.filter(#query<Movie>("year > 1990"))
}
