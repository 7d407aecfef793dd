import PredicateObjects

/// An object in a second file, which every save changes, too.
final class Page: StoredObject {
  @Stored(default: 0) var number: Int
}
