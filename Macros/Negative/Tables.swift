// Declarations that @Queryable cannot write a table for.
//
// error 6:1: @Queryable can be used only for a struct or a class
import PredicateMacros

@Queryable
enum Genre {
  case noir
}
