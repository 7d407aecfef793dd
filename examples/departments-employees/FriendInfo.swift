import PredicateObjects

/// An intermediate entity: a relationship with a value, the ranking of a friend.
final class FriendInfo: StoredObject {
  @Stored(condition: "SELF BETWEEN {1, 5}") var ranking: Int
  @ToOne(isRequired: true) var source: Employee?
  @ToOne(isRequired: true) var friend: Employee?
}
