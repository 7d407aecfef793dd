// A to-many relationship is an array; the message says so for the Set of Core Data.
//
// error 11:15: property type 'Set<Tag>' does not match 'wrappedValue' type '[StoredObject]'
import PredicateObjects

final class Tag: StoredObject {
  @Stored var name: String
}

final class Book: StoredObject {
  @ToMany var tags: Set<Tag>
}
