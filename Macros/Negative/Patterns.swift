// Regular expressions that are wrong for certain.
//
// error 13:40: the regular expression has a [ without ]
// error 14:49: the regular expression has a ( without )
// error 15:44: the regular expression has a ) without (
// error 16:48: the regular expression has a * after nothing that it could repeat
import PredicateMacros

struct Movie {
  var title: String
}

let set = #query<Movie>("title MATCHES '[a-z'")
let group = #query<Movie>("NOT title MATCHES[c] '(a|b'")
let closing = #query<Movie>("title MATCHES 'a)'")
let quantifier = #query<Movie>(#"title MATCHES "*x""#)
