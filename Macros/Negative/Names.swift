// Names that the type does not have.
//
// error 24:28: value of type 'Movie' has no member 'yaer'
// error 25:48: value of type 'Movie' has no member 'yaer'
// error 26:40: value of type 'Friend' has no member 'nmae'
// error 27:45: value of type 'Friend' has no member 'nmae'
// error 28:56: value of type 'Friend' has no member 'nmae'
// error 29:33: value of type 'QueryTextProperties' has no member 'size'
// error 33:5: value of type 'Movie' has no member 'yaer'
import PredicateMacros

struct Friend {
  var name: String
}

struct Movie {
  var title: String
  var year: Int
  var tags: [String]
  var borrower: Friend?
  var friends: [Friend]
}

let first = #query<Movie>("yaer > 3")
let behind = #query<Movie>("title == \"x\" AND yaer > 3")
let optional = #query<Movie>("borrower.nmae == 'Anna'")
let collection = #query<Movie>("ANY friends.nmae == 'Anna'")
let subquery = #query<Movie>("SUBQUERY(friends, $f, $f.nmae == 'Anna').@count > 0")
let text = #query<Movie>("title.size > 3")
let lines = #query<Movie>(
  """
  year > 1990 AND
    yaer < 2000
  """)
