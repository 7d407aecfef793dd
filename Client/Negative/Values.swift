// A value can be passed to another thread, so its parts must not be used here afterwards.
//
// error 12:12: sending 'person' risks causing data races
// error 16:3: sending 'values' risks causing data races
import OpenPredicate

final class Person {
  var name = ""
}

func variables(_ person: Person) -> QueryVariables {
  ["user": QueryValue(dynamically: person)]
}

func dictionary(_ values: [String: Any]) -> QueryVariables {
  QueryVariables(dynamically: values)
}
