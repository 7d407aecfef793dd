// Where no table can be written.
//
// error 6:1: @Queryable needs a struct or a class
import PredicateMacros

@Queryable
enum Genre {
  case noir
}
