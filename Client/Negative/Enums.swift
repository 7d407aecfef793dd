// Cases of enums as values: a case without its type, and cases without raw values.
//
// error 20:20: cannot infer contextual base in reference to member 'done'
// error 21:24: cannot infer contextual base in reference to member 'open'
// error 22:14: '.==' is unavailable: conform the type to QueryArgumentConvertible, or give the enum raw values
// error 23:14: '.!=' is unavailable: conform the type to QueryArgumentConvertible, or give the enum raw values
import OpenPredicate

enum Status: String {
  case open, done
}

enum Plain {
  case open, done
}

func ask(_ plain: Plain) {
  let status = QueryExpression(property: "status")
  _ = status .== Status.done && status.any .!= Status.open && status .== nil
  _ = (status .== .done)
  _ = (status.any .!= .open)
  _ = status .== plain
  _ = status .!= plain
}
