// Comparisons of values of different type families.
//
// error 32:51: 'compare' is unavailable: values of different types cannot be compared, such as a number and a text
// error 33:54: 'compare' is unavailable: values of different types cannot be compared, such as a number and a text
// error 34:54: 'compare' is unavailable: values of different types cannot be compared, such as a number and a text
// error 35:53: 'compare' is unavailable: values of different types cannot be compared, such as a number and a text
// error 36:53: 'compare' is unavailable: values of different types cannot be compared, such as a number and a text
// error 37:52: 'compare' is unavailable: values of different types cannot be compared, such as a number and a text
// error 38:59: 'compare' is unavailable: values of different types cannot be compared, such as a number and a text
// error 39:29: 'elements()' is unavailable: numbers, booleans and dates cannot be searched, because they have no elements and no parts
// error 40:59: 'compare' is unavailable: values of different types cannot be compared, such as a number and a text
// error 41:32: 'elements()' is unavailable: numbers, booleans and dates cannot be searched, because they have no elements and no parts
// error 42:28: 'single()' is unavailable: a collection cannot be compared with a single value: write ANY or ALL before the collection
// error 43:41: 'single()' is unavailable: a collection cannot be compared with a single value: write ANY or ALL before the collection
// error 44:38: there is no collection operator “@cuont”: the operators are @count, @sum, @avg, @min, @max, @unionOfObjects, @distinctUnionOfObjects, @unionOfArrays, @distinctUnionOfArrays, @unionOfSets, @distinctUnionOfSets
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
