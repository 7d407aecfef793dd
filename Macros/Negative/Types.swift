// Comparisons of values of different type families.
//
// error 28:51: 'compare' is unavailable: values of different types cannot be compared, such as a number and a text
// error 29:54: 'compare' is unavailable: values of different types cannot be compared, such as a number and a text
// error 30:54: 'compare' is unavailable: values of different types cannot be compared, such as a number and a text
// error 31:53: 'compare' is unavailable: values of different types cannot be compared, such as a number and a text
// error 32:53: 'compare' is unavailable: values of different types cannot be compared, such as a number and a text
// error 33:52: 'compare' is unavailable: values of different types cannot be compared, such as a number and a text
// error 34:59: 'compare' is unavailable: values of different types cannot be compared, such as a number and a text
// error 35:29: 'elements()' is unavailable: a number cannot be searched, because it has no elements and no parts
// error 36:59: 'compare' is unavailable: values of different types cannot be compared, such as a number and a text
// error 37:32: 'elements()' is unavailable: a number cannot be searched, because it has no elements and no parts
import PredicateMacros

struct Friend {
  var name: String
  var age: Int
}

struct Movie {
  var title: String
  var year: Int
  var tags: [String]
  var borrower: Friend?
  var friends: [Friend]
  var pages: Set<Int>?
}

let constant = #query<Movie>("year == 'Anna'")
let list = #query<Movie>("year IN {1990, 'x'}")
let element = #query<Movie>("ANY tags == 3")
let part = #query<Movie>("tags CONTAINS 3")
let pattern = #query<Movie>("title LIKE 3")
let argument = #query<Movie>("title == \(1990)")
let optional = #query<Movie>("borrower.name > \(3 as Int?)")
let number = #query<Movie>("year CONTAINS 'x'")
let path = #query<Movie>("ANY friends.name == 3")
let toOne = #query<Movie>("ANY borrower.age == 3")
let whole = #query<Movie>("tags == 'new'")
let optionalWhole = #query<Movie>("3 == pages")
let misspelled = #query<Movie>("tags.@cuont == 3")
