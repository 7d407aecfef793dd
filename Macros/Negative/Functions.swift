// Functions that the language does not have, and calls with other numbers of arguments.
//
// error 23:30: there is no function “nosuch”
// error 24:50: there is no function “lenght” (the nearest name is “length”)
// error 25:31: length: takes one argument, found 2
// error 26:26: modulus:by: takes 2 arguments, found 1
// error 27:40: now takes no argument, found 1
// error 28:42: there is no function “nosuch”
// error 29:47: there is no function “nosuch”
// error 30:26: isLeap: takes one argument, found 2
// error 31:31: there is no function “isLeap”
// error 31:64: the names of functions must be an array of string literals in #query
import PredicateMacros

struct Movie {
  var title: String
  var year: Int
  var tags: [String]
}

let names = ["isLeap:"]

let unknown = #query<Movie>("nosuch(year) > 1")
let behind = #query<Movie>("title == 'x' AND 1 < lenght(title)")
let count = #query<Movie>("   length(title, year) > 1")
let few = #query<Movie>("modulus:by:(year) == 1")
let none = #query<Movie>("year < 3 AND now(year) == nil")
let inner = #query<Movie>("max(year, 3 + nosuch(year)) > 1")
let receiver = #query<Movie>("FUNCTION(title, 'nosuch:', 3) == 1")
let own = #query<Movie>("isLeap(year, 1) == YES", functions: ["isLeap:"])
let variable = #query<Movie>("isLeap(year) == YES", functions: names)
