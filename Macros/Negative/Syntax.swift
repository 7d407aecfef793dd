// Mistakes that the grammar refuses, each at its position in the literal.
//
// error 21:28: expected a condition, found only the value “year >> 3”. A comparison is missing (compare it with something)
// error 22:58: expected an operator, found NOT, which must be before the whole comparison (write NOT year IN {1990})
// error 26:10: expected an operator, found “===” (write ==)
// error 28:43: expected a value, but the text ends
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

let shift = #query<Movie>("year >> 3")
let behind = #query<Movie>("title == \"\u{e9}\" AND year NOT IN {1990}")
let lines = #query<Movie>(
  """
  year > 1990 AND
    year === 3
  """)
let raw = #query<Movie>(#"title == "x" AND"#)
