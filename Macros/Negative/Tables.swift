// Where no table can be written.
//
// error 6:1: @Queryable stands before a struct or a class
import PredicateMacros

@Queryable
enum Genre {
  case noir
}
