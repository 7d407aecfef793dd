// A value goes between threads, so that what it is made of does not stay in use here.
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
