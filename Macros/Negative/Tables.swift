// Declarations that @Queryable cannot write a table for.
//
// error 6:1: @Queryable needs a struct or a class
import PredicateMacros

@Queryable
enum Genre {
  case noir
}
