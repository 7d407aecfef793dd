/// What a profile says of a name that it does not list.
public enum UnknownNames: String, Sendable, Hashable, Decodable {
  /// The consumer has no such name: an error.
  case error
  /// The consumer may have it: a note.
  case note
  /// The list is not whole: a note, where a listed name is near.
  case near
  /// The names are the writer's own: nothing is said.
  case unnoted
}
